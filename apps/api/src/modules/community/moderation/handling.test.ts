import {
  type CountedReports,
  type HandlingReport,
  mostCountedReports,
} from '@greenroom/contract/community/moderation/handling.schema'
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

const readRows = (query: Record<string, string>, token?: string | null) =>
  app.call(
    'GET',
    `/admin/numbers/moderation/reports?${new URLSearchParams({ from: days.from, to: days.to, ...query })}`,
    {
      ...(token !== undefined && { token }),
    },
  )

async function rows(query: Record<string, string>): Promise<CountedReports> {
  const answer = await readRows(query)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}

it('lists reports with the permission for moderation alone (OQ-675)', async () => {
  expect((await readRows({ of: 'received' }, null)).status).toBe(401)
  const keyOf = async (permissions: string[]) => {
    const made = await app.call('POST', '/admin/api-keys', {
      json: { name: permissions.join(' '), permissions },
    })
    return made.body.data.secret
  }
  expect((await readRows({ of: 'received' }, await keyOf(['money.read', 'content.read']))).status).toBe(403)
  const post = await makeMemberPost(db(), { message: 'Call me at +919845012763' })
  await makeReport(db(), 'post', post)
  const masked = await readRows({ of: 'received' }, await keyOf(['moderation.read']))
  expect(masked.status).toBe(200)
  expect(masked.body.data.reports).toHaveLength(1)
  expect(JSON.stringify(masked.body)).not.toContain('9845012763')
  expect(JSON.stringify(await rows({ of: 'received' }))).toContain('9845012763')
})

it.each([
  ['reversed days', { of: 'received', from: '2026-12-01' }, 'from'],
  ['more than 366 days', { of: 'received', from: '2025-11-28' }, 'to'],
  ['another number', { of: 'median_minutes' }, 'of'],
])('refuses a list of %s (OQ-675)', async (_what, query, path) => {
  const answer = await readRows(query)
  expect([answer.status, answer.body.errors?.[0].path]).toEqual([400, path])
})

it('lists exactly the reports of a number, the latest first (OQ-675)', async () => {
  const post = await makeMemberPost(db(), { message: 'Buy gold.' })
  const { user_id } = await db()
    .selectFrom('post')
    .select('user_id')
    .where('id', '=', post)
    .executeTakeFirstOrThrow()
  // The last millisecond before the days in India, the first of them, the last, and the first after them.
  await makeReport(db(), 'post', post, { created_at: '2026-11-15T18:29:59.999Z' })
  const first = await makeReport(db(), 'post', post, { created_at: '2026-11-15T18:30:00.000Z' })
  const last = await makeReport(db(), 'user', user_id, {
    created_at: '2026-11-29T18:29:59.999Z',
    reason: 'never heard of',
  })
  await makeReport(db(), 'post', post, { created_at: '2026-11-29T18:30:00.000Z' })
  const ignored = await makeReport(db(), 'post', post, {
    created_at: '2026-11-01T10:00:00Z',
    dismissed_at: '2026-11-20T10:00:00Z',
    dismissed_by: 'a@b.example',
  })
  const { total } = await report()
  const received = await rows({ of: 'received' })
  const handled = await rows({ of: 'handled' })
  expect([received.count, handled.count]).toEqual([total.received, total.handled])
  expect(received.reports.map(({ _id }) => _id)).toEqual([last, first])
  const user = { _id: user_id, first_name: expect.any(String), last_name: expect.any(String) }
  expect(received.reports[0]).toEqual({
    _id: last,
    reason: 'other',
    received_at: '2026-11-29T18:29:59.999Z',
    handled_at: null,
    entity_type: 'user',
    entity_id: user_id,
    post_id: null,
    text: null,
    user,
  })
  expect(handled.reports).toEqual([
    {
      _id: ignored,
      reason: 'spam',
      received_at: '2026-11-01T10:00:00.000Z',
      handled_at: '2026-11-20T10:00:00.000Z',
      entity_type: 'post',
      entity_id: post,
      post_id: post,
      text: 'Buy gold.',
      user,
    },
  ])
})

it('counts the reports that it leaves out, and those that were deleted with their item (OQ-675)', async () => {
  const kept = await makeMemberPost(db())
  for (let n = 0; n < mostCountedReports + 2; n += 1) await makeReport(db(), 'post', kept)
  const gone = await makeMemberPost(db())
  await makeReport(db(), 'post', gone)
  await db().deleteFrom('report').where('entity_id', '=', gone).execute()
  const list = await rows({ of: 'received' })
  expect([list.reports.length, list.count, list.deleted]).toEqual([
    mostCountedReports,
    mostCountedReports + 2,
    1,
  ])
  expect(list.count + list.deleted).toBe((await report()).total.received)
})
