import type { HandlingReport } from '@greenroom/contract/community/moderation/handling.schema'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { makeMemberPost, makeReport } from '../../../test-records.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await sql`truncate app_user cascade`.execute(db())
  await sql`truncate removed_report`.execute(db())
})

const db = () => app.database.kysely
const days = { from: '2026-11-16', to: '2026-11-29', step: 'week' }
const read = (query: Record<string, string> = {}, token?: string | null) =>
  app.call('GET', `/admin/numbers/moderation?${new URLSearchParams({ ...days, ...query })}`, {
    ...(token !== undefined && { token }),
  })

async function report(query: Record<string, string> = {}): Promise<HandlingReport> {
  const answer = await read(query)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}

const counts = (received: number, handled: number, median: number | null, p90: number | null) => ({
  received,
  handled,
  median_minutes: median,
  p90_minutes: p90,
})
const none = counts(0, 0, null, null)

it('requires the permission for moderation (AUTH-09, OQ-672)', async () => {
  expect((await read({}, null)).status).toBe(401)
  const made = await app.call('POST', '/admin/api-keys', {
    json: { name: 'Sums', permissions: ['money.read', 'content.read'] },
  })
  const refused = await read({}, made.body.data.secret)
  expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN'])
})

it.each([
  ['reversed days', { from: '2026-12-01' }, 'from'],
  ['more than 366 days', { from: '2025-11-28' }, 'to'],
  ['an unknown step', { step: 'year' }, 'step'],
])('refuses %s', async (_what, query, path) => {
  const answer = await read(query)
  expect([answer.status, answer.body.errors?.[0].path]).toEqual([400, path])
})

it('counts reports on the day when they came in and when they were handled, and the time between (OQ-672)', async () => {
  const post = await makeMemberPost(db())
  // The last millisecond before the period in India, and the first of it.
  await makeReport(db(), 'post', post, { created_at: '2026-11-15T18:29:59.999Z' })
  await makeReport(db(), 'post', post, { created_at: '2026-11-15T18:30:00.000Z' })
  for (const minutes of [10, 20, 60, 600]) {
    const received = new Date('2026-11-20T10:00:00Z')
    await makeReport(db(), 'post', post, {
      created_at: received.toISOString(),
      dismissed_at: new Date(received.getTime() + minutes * 60_000),
      dismissed_by: 'a@b.example',
    })
  }
  // It came in one week and was handled in the next one.
  await makeReport(db(), 'post', post, {
    created_at: '2026-11-22T10:00:00Z',
    dismissed_at: '2026-11-23T10:00:00Z',
    dismissed_by: 'a@b.example',
  })
  const { total, steps, previous } = await report({ compare: 'before' })
  // Between the second and the third, and seven tenths of the way from the third to the fourth.
  expect(steps.map((step) => [step.from, step.counts])).toEqual([
    ['2026-11-16', counts(6, 4, 40, 438)],
    ['2026-11-23', counts(0, 1, 1440, 1440)],
  ])
  expect(total).toEqual(counts(6, 5, 60, 1104))
  expect(previous).toEqual({ from: '2026-11-02', to: '2026-11-15', total: counts(1, 0, null, null) })
  expect(steps.map((step) => step.previous?.counts)).toEqual([none, counts(1, 0, null, null)])
})

it('keeps the reports that left with their item, until it comes back from the bin (OQ-672)', async () => {
  const post = await makeMemberPost(db())
  const now = Date.now()
  // Reports that the database takes away are handled at its own time.
  const today = new Date(now + 5.5 * 3_600_000).toISOString().slice(0, 10)
  const span = { from: today, to: today, step: 'day' }
  const created_at = new Date(now - 30 * 60_000)
  await makeReport(db(), 'post', post, { created_at })
  await makeReport(db(), 'post', post, {
    created_at,
    dismissed_at: new Date(now),
    dismissed_by: 'a@b.example',
  })
  const before = await report(span)
  const removal = await app.call('POST', '/admin/report/remove', {
    json: { entity_id: post, entity_type: 'activity' },
  })
  expect(removal.status, JSON.stringify(removal.body)).toBe(200)
  expect(await db().selectFrom('report').selectAll().execute()).toEqual([])
  const after = await report(span)
  expect(after.total.received).toBe(before.total.received)
  expect([before.total.handled, after.total.handled]).toEqual([1, 2])
  expect(after.total.median_minutes).toBe(30)
  const restored = await app.call('POST', `/admin/bin/${removal.body.data.bin_id}/restore`)
  expect(restored.status, JSON.stringify(restored.body)).toBe(200)
  expect((await report(span)).total).toEqual(before.total)
})
