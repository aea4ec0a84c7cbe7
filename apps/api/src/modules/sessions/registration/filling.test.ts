import type { FillingReport } from '@greenroom/contract/sessions/registration/filling.schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeEvent, makeMasterclass } from '../../../test-records.ts'

let app: TestApp
let eventId: string
let masterclassId: string
let count = 0
const start = '2026-11-20T10:00:00Z'
const dayMs = 86_400_000

/** @param taken days before the start; @param givenBack likewise, undefined while they hold it */
async function register(session: string, taken: number, givenBack?: number) {
  count++
  const at = (days: number) => new Date(Date.parse(start) - days * dayMs)
  await app.database.kysely
    .insertInto('registration')
    .values({
      id: `0190a0a0-0000-7000-8000-${String(count).padStart(12, '0')}`,
      external_id: `sign-up-${count}`,
      session_type: session === eventId ? 'event' : 'masterclass',
      session_id: session,
      user_name: 'Nikhil Menon',
      user_email: 'nikhil@mail.example',
      user_phone: '+919845012763',
      created_at: at(taken),
      ...(givenBack !== undefined && {
        given_back_at: at(givenBack),
        given_back_reason: 'cancelled' as const,
      }),
    })
    .execute()
}

beforeAll(async () => {
  app = await createTestApp()
  eventId = (await makeEvent(app))._id
  masterclassId = (await makeMasterclass(app))._id
  const { kysely: db } = app.database
  for (const table of ['event', 'masterclass'] as const) {
    await db.updateTable(table).set({ start_time: start, end_time: '2026-11-20T12:00:00Z' }).execute()
  }
  await db.updateTable('event').set({ is_unlimited_tickets: false, total_tickets: 10 }).execute()
  await register(eventId, 45)
  // Exactly seven days before, and a moment later than that.
  await register(eventId, 7)
  await register(eventId, 6.999)
  await register(eventId, 20, 5)
  // After the start.
  await register(eventId, -0.1)
  await register(masterclassId, 1)
})
afterAll(() => app.close())

const days = { from: '2026-11-01', to: '2026-11-30' }
const read = (query: Record<string, string> = {}, token?: string | null) =>
  app.call('GET', `/admin/numbers/seats?${new URLSearchParams({ ...days, ...query })}`, {
    ...(token !== undefined && { token }),
  })
async function report(query: Record<string, string> = {}): Promise<FillingReport> {
  const answer = await read(query)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}
/** The counts of some days before the start. */
const on = (held: readonly (number | null)[], ...wanted: number[]) => wanted.map((day) => held[30 - day])

it('requires the permission for sessions, and refuses bad input (AUTH-09, OQ-673)', async () => {
  expect((await read({}, null)).status).toBe(401)
  const made = await app.call('POST', '/admin/api-keys', {
    json: { name: 'Sums', permissions: ['money.read'] },
  })
  expect((await read({}, made.body.data.secret)).status).toBe(403)
  const bad: Record<string, string>[] = [
    { kind: 'party' },
    { session_id: 'x' },
    { from: '2026-12-01' },
    { from: '2025-11-29' },
  ]
  for (const query of bad) expect((await read(query)).status).toBe(400)
})

it('counts who held a seat on each day before the start, without those who gave it back (OQ-673)', async () => {
  const { sessions, total } = await report({ kind: 'event' })
  expect(sessions).toHaveLength(1)
  expect(sessions[0]).toMatchObject({ _id: eventId, kind: 'event', seats: 10, title: expect.any(String) })
  expect(on(sessions[0]?.held ?? [], 30, 20, 19, 8, 7, 6, 5, 4, 0)).toEqual([1, 2, 2, 2, 3, 4, 3, 3, 3])
  expect(total).toMatchObject({ sessions: 1, of: 10, has_limit: true, held: sessions[0]?.held })
})

it('adds up sessions that have begun; without a limit, the share is of the start (OQ-673)', async () => {
  const { sessions, total, previous, omitted } = await report({ compare: 'before' })
  expect(sessions.map(({ _id }) => _id).toSorted()).toEqual([eventId, masterclassId].toSorted())
  expect([total.sessions, total.of, total.has_limit, omitted]).toEqual([2, 4, false, 0])
  expect(on(total.held, 2, 1, 0)).toEqual([3, 4, 4])
  expect(previous).toMatchObject({ from: '2026-10-01', to: '2026-10-31', total: { sessions: 0, of: 0 } })
})

it('shows one session whenever it begins, and no day that is to come (OQ-673)', async () => {
  app.clock.set('2026-11-17T10:00:00.000Z')
  const far = { from: '2026-01-01', to: '2026-01-02', session_id: eventId, compare: 'before' }
  const { total, sessions, previous } = await report(far)
  expect(sessions).toHaveLength(1)
  expect(on(total.held, 4, 3, 2, 0)).toEqual([3, 3, null, null])
  expect(total.of).toBe(10)
  expect(previous).toBeUndefined()
  // A session that has not begun is no part of the sums.
  expect((await report()).total.sessions).toBe(0)
})
