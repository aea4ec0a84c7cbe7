import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeCreator, makeEvent, makeMasterclass, makeWebinar } from '../../../test-records.ts'
import { clashesOf } from './calendar.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const path = (from: string, to: string) => `/admin/calendar?from=${from}&to=${to}`

async function calendar(from: string, to: string) {
  const { status, body } = await app.call('GET', path(from, to))
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

const titles = ({ sessions }: { sessions: { title: string }[] }) => sessions.map(({ title }) => title)

describe('the calendar', () => {
  it('requires a credential (OQ-510, AUTH-09)', async () => {
    expect((await app.call('GET', path('2026-12-01', '2026-12-31'), { token: null })).status).toBe(401)
  })

  it.each([
    ['without days', '/admin/calendar', 'Enter a day such as 2026-11-20'],
    ['a day that does not exist', path('2026-02-31', '2026-03-01'), 'Enter a day such as 2026-11-20'],
    ['days in the wrong order', path('2026-12-02', '2026-12-01'), 'The first day must not be after the last'],
    ['more than six weeks', path('2026-12-01', '2027-01-12'), 'A calendar has at most 42 days'],
  ])('refuses %s (OQ-510)', async (_title, address, message) => {
    const { status, body } = await app.call('GET', address)
    expect([status, body.message]).toEqual([400, message])
  })

  it('takes six weeks (OQ-510)', async () => {
    expect(await calendar('2027-06-01', '2027-07-12')).toEqual({ sessions: [], is_cut: false })
  })

  it('lists masterclasses, webinars and events of the business days by start (OQ-510, OQ-025)', async () => {
    const creator = await makeCreator(app, { first_name: 'Meera', last_name: 'Nair' })
    // Midnight in India is 18:30 UTC of the day before.
    const at = (start: string, end: string) => ({ start_time: start, end_time: end })
    const first = { ...at('2027-02-28T18:30:00Z', '2027-02-28T19:30:00Z'), title: 'First' }
    const masterclass = await makeMasterclass(app, { ...first, creator_id: creator._id })
    await makeMasterclass(app, { ...at('2027-02-28T17:00:00Z', '2027-02-28T18:29:59Z'), title: 'Before' })
    await makeWebinar(app, {
      ...at('2027-03-01T18:29:59Z', '2027-03-01T19:30:00Z'),
      title: 'Second',
      zoom_hub_name: 'zoom_2',
    })
    await makeWebinar(app, {
      ...at('2027-03-01T18:30:00Z', '2027-03-01T19:30:00Z'),
      title: 'After',
      zoom_hub_name: 'zoom_3',
    })
    await makeEvent(app, { ...at('2027-02-27T04:30:00Z', '2027-03-02T12:30:00Z'), title: 'Three days' })

    const data = await calendar('2027-03-01', '2027-03-01')
    expect(titles(data)).toEqual(['Three days', 'First', 'Second'])
    expect(data.sessions[1]).toEqual({
      _id: masterclass._id,
      kind: 'masterclass',
      title: 'First',
      start_time: '2027-02-28T18:30:00.000Z',
      end_time: '2027-02-28T19:30:00.000Z',
      state: 'draft',
      zoom_hub_name: 'zoom_1',
      host: { _id: creator._id, name: 'Meera Nair' },
      place: '',
      registrations_count: 0,
      // The one before ends a second earlier, on the same account.
      clashes: [expect.any(String)],
    })
    expect(data.sessions[0]).toMatchObject({ kind: 'event', state: 'published', place: 'Pune', host: null })
    expect(data.sessions[2]).toMatchObject({ kind: 'webinar', state: 'draft' })
  })

  it('marks published, hidden and draft sessions (OQ-510)', async () => {
    const time = { start_time: '2027-04-05T10:00:00Z', end_time: '2027-04-05T11:00:00Z' }
    const shown = await makeMasterclass(app, { ...time, title: 'Shown' })
    await app.call('POST', '/admin/masterclass/zoom/publish', { json: { masterclass_id: shown._id } })
    const hidden = await makeEvent(app, { ...time, title: 'Hidden' })
    await app.call('PATCH', `/admin/event/${hidden._id}`, { form: { is_active: 'false' } })
    await makeWebinar(app, { ...time, title: 'Draft', zoom_hub_name: 'zoom_4' })
    const { sessions } = await calendar('2027-04-05', '2027-04-05')
    const states = sessions.map((one: { title: string; state: string }) => [one.title, one.state])
    expect(Object.fromEntries(states)).toEqual({ Shown: 'published', Hidden: 'hidden', Draft: 'draft' })
  })

  it('names clashes of both kinds on one account, within the buffer, also with a day outside (OQ-510, OQ-112)', async () => {
    const at = (start: string, end: string, account: string, title: string) => ({
      start_time: `2027-05-${start}:00Z`,
      end_time: `2027-05-${end}:00Z`,
      zoom_hub_name: account,
      title,
    })
    const one = await makeMasterclass(app, at('10T10:00', '10T11:00', 'zoom_1', 'One'))
    const near = await makeWebinar(app, at('10T11:14', '10T12:00', 'zoom_1', 'Near'))
    const far = await makeWebinar(app, at('10T12:15', '10T13:00', 'zoom_1', 'Far'))
    const other = await makeMasterclass(app, at('10T10:00', '10T11:00', 'zoom_2', 'Other'))
    const { sessions } = await calendar('2027-05-10', '2027-05-10')
    const clashes = (id: string) => sessions.find((row: { _id: string }) => row._id === id).clashes
    expect([one, near, far, other].map(({ _id }) => clashes(_id))).toEqual([[near._id], [one._id], [], []])

    const late = await makeMasterclass(app, at('11T17:00', '11T18:29', 'zoom_3', 'Late'))
    const early = await makeMasterclass(app, at('11T18:31', '11T19:00', 'zoom_3', 'Early'))
    const next = await calendar('2027-05-12', '2027-05-12')
    expect(next.sessions).toMatchObject([{ _id: early._id, clashes: [late._id] }])
  })

  it('marks no clash once a session has ended (OQ-510)', () => {
    const at = (time: string) => new Date(`2027-06-01T${time}:00Z`)
    const rows = ['a', 'b'].map((id) => ({
      id,
      zoom_hub_name: 'zoom_1',
      start_time: at('10:00'),
      end_time: at('11:00'),
    }))
    expect(clashesOf(rows, 15, at('10:59'))).toEqual(new Map(Object.entries({ a: ['b'], b: ['a'] })))
    expect(clashesOf(rows, 15, at('11:00'))).toEqual(new Map())
  })

  it('lists a session that ends before it starts on the day of its start (OQ-510, OQ-115)', async () => {
    await makeEvent(app, {
      title: 'Backwards',
      start_time: '2027-07-10T10:00:00Z',
      end_time: '2027-07-08T10:00:00Z',
    })
    expect(titles(await calendar('2027-07-10', '2027-07-10'))).toEqual(['Backwards'])
    expect(titles(await calendar('2027-07-08', '2027-07-09'))).toEqual([])
  })

  it('returns at most 1,000 sessions, says that there are more, and reads them by the indexes (OQ-510)', async () => {
    const db = app.database.kysely
    const creator = await makeCreator(app)
    await sql`insert into masterclass (id, title, start_time, end_time, creator_id, zoom_hub_name, attendance_type,
        original_price_usd, current_price_usd, original_price_inr, current_price_inr)
      select gen_random_uuid(), 'Many ' || n, at, at + interval '1 hour', ${creator._id}, 'zoom_1', 'virtual', 0, 0, 0, 0
      from generate_series(1, 20000) n, lateral (select timestamptz '2030-01-01' + n * interval '30 minutes') times (at)`.execute(
      db,
    )
    await sql`analyze masterclass`.execute(db)
    const { sessions, is_cut } = await calendar('2030-01-01', '2030-02-11')
    expect([sessions.length, is_cut]).toEqual([1000, true])
    const plan = await sql<{ 'QUERY PLAN': string }>`explain select id from masterclass
      where tstzrange(start_time, greatest(start_time, end_time), '[]')
        && tstzrange('2030-03-01', '2030-03-08', '[)')`.execute(db)
    expect(JSON.stringify(plan.rows)).toContain('masterclass_span')
  })
})
