import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startCall } from '../../../platform/call.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { eventForm, makeEvent, makeWebinar } from '../../../test-records.ts'
import { createVenueService } from './venue.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const venues = createVenueService()
const addState = (id: string, state: '27' | '29') =>
  inTransaction(app.database.kysely, (db) =>
    venues.setState(startCall({ db, clock: app.clock }), id, state, { replaces: false }),
  )
const read = async (id: string) => (await app.call('GET', `/admin/event/${id}`)).body.data

it('is stored with an offline event and never with a webinar (OQ-250)', async () => {
  expect((await makeEvent(app, { venue_state: '27' })).venue_state).toBe('27')
  expect((await makeEvent(app)).venue_state).toBeNull()
  expect((await makeWebinar(app, { venue_state: '27' })).venue_state).toBeNull()
})

it('is edited with the event, and a copy keeps it (OQ-250)', async () => {
  const { _id } = await makeEvent(app)
  const edit = (venue_state: string) => app.call('PATCH', `/admin/event/${_id}`, { form: { venue_state } })
  expect((await edit('29')).body.data).toMatchObject({ venue_state: '29', version: 2 })
  expect((await app.call('POST', `/admin/event/${_id}/duplicate`)).body.data.venue_state).toBe('29')
  expect((await edit('')).body.data).toMatchObject({ venue_state: null, version: 3 })
})

it('takes a missing State of a past event, keeps a known one, and records it (OQ-250)', async () => {
  const past = { start_time: '2026-01-05T12:30:00.000Z', end_time: '2026-01-05T15:30:00.000Z' }
  const { _id } = (await app.call('POST', '/admin/event', { form: eventForm(past) })).body.data
  await addState(_id, '27')
  await addState(_id, '29')
  expect(await read(_id)).toMatchObject({ venue_state: '27', version: 2 })
  const entries = await app.database.kysely
    .selectFrom('audit_entry')
    .select(['action', 'after'])
    .where('entity_id', '=', _id)
    .where('action', '=', 'event.update')
    .execute()
  expect(entries).toEqual([{ action: 'event.update', after: { venue_state: '27', version: 2 } }])
  const webinar = await makeWebinar(app)
  await expect(addState(webinar._id, '27')).rejects.toThrow('A webinar has no venue.')
  await expect(addState(randomUUID(), '27')).rejects.toThrow('does not exist')
})
