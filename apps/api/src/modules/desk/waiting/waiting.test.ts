import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxAccounts } from '../../../platform/identity/sandbox-accounts.ts'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import {
  makeAdvisor,
  makeAdvisoryService,
  makeComment,
  makeEvent,
  makeLead,
  makeMasterclass,
  makeMemberPost,
  makeReport,
  makeUser,
  makeWebinar,
} from '../../../test-records.ts'

const path = '/admin/waiting'
const nothing = {
  reported_users: 0,
  reported_posts: 0,
  reported_comments: 0,
  leads_without_advisor: 0,
  documents_without_state: 0,
  open_differences: 0,
  open_disputes: 0,
  refund_requests: 0,
  failed_webhooks: 0,
  drafts_beginning: { masterclass: 0, webinar: 0, event: 0 },
}

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function waiting() {
  const answer = await app.call('GET', path)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}

describe('what waits', () => {
  it('requires a credential (AUTH-09)', async () => {
    expect((await app.call('GET', path, { token: null })).status).toBe(401)
  })

  it('is nothing at first (OQ-196)', async () => {
    expect(await waiting()).toEqual(nothing)
  })

  it('counts each reported item once, until its reports are dismissed (OQ-196)', async () => {
    const db = app.database.kysely
    const user = await makeUser(db)
    const [post, other] = [await makeMemberPost(db), await makeMemberPost(db)]
    const comment = await makeComment(db)
    await makeReport(db, 'user', user)
    await makeReport(db, 'post', post)
    await makeReport(db, 'post', post, { reason: 'hate' })
    await makeReport(db, 'post', other)
    await makeReport(db, 'comment', comment)
    const reported = { reported_users: 1, reported_posts: 2, reported_comments: 1 }
    expect(await waiting()).toEqual({ ...nothing, ...reported })
    await app.call('POST', `/admin/user/${user}/ignore`)
    for (const [entity_id, entity_type] of [
      [post, 'activity'],
      [other, 'activity'],
      [comment, 'reaction'],
    ]) {
      await app.call('POST', '/admin/report/ignore', { json: { entity_id, entity_type } })
    }
    expect(await waiting()).toEqual(nothing)
  })

  it('counts open leads without an advisor (OQ-196)', async () => {
    const service_id = await makeAdvisoryService(app)
    const advisor_id = (await makeAdvisor(app))._id
    await makeLead(app, { service_id, status: 'INSURANCE_CALL_SCHEDULED', advisor_id })
    await makeLead(app, { service_id, status: 'CLOSED_WON' })
    await makeLead(app, { service_id, status: 'DEFERRED' })
    const id = await makeLead(app, { service_id, status: 'INSURANCE_CALL_SCHEDULED' })
    expect(await waiting()).toEqual({ ...nothing, leads_without_advisor: 2 })
    await app.call('PATCH', `/admin/advisory/bookings/${id}`, { json: { advisor_id } })
    expect(await waiting()).toEqual({ ...nothing, leads_without_advisor: 1 })
    await sql`truncate lead`.execute(app.database.kysely)
  })

  it('counts drafts that begin within 24 hours, also at the boundaries (OQ-196)', async () => {
    const now = app.clock.now().getTime()
    const at = (milliseconds: number) => ({
      start_time: new Date(now + milliseconds).toISOString(),
      end_time: new Date(now + milliseconds + 3_600_000).toISOString(),
    })
    const day = 24 * 3_600_000
    await makeMasterclass(app, at(0))
    const published = await makeMasterclass(app, at(day - 1))
    await makeMasterclass(app, at(day))
    await makeWebinar(app, at(day - 1))
    await makeWebinar(app, at(day))
    await makeEvent(app, at(day - 1))
    const event = await makeEvent(app, at(3_600_000))
    await app.call('PATCH', `/admin/event/${event._id}`, { form: { is_published: 'false' } })
    const drafts_beginning = { masterclass: 2, webinar: 1, event: 1 }
    expect(await waiting()).toEqual({ ...nothing, drafts_beginning })
    await app.call('POST', '/admin/masterclass/zoom/publish', { json: { masterclass_id: published._id } })
    expect(await waiting()).toEqual({ ...nothing, drafts_beginning: { ...drafts_beginning, masterclass: 1 } })
    app.clock.set(new Date(now + 1))
    expect(await waiting()).toEqual({
      ...nothing,
      drafts_beginning: { masterclass: 1, webinar: 2, event: 1 },
    })
  })

  it.each([
    [
      'finance',
      ['documents_without_state', 'drafts_beginning', 'open_differences', 'open_disputes', 'refund_requests'],
    ],
    ['content', ['drafts_beginning']],
    ['moderation', ['drafts_beginning', 'reported_comments', 'reported_posts', 'reported_users']],
    ['advisory', ['leads_without_advisor']],
    [
      'viewer',
      Object.keys(nothing)
        .filter((name) => name !== 'failed_webhooks')
        .sort(),
    ],
  ])('counts for the role %s only what its screens show (OQ-368)', async (role, names) => {
    const email = sandboxAccounts.find((account) => account.role === role)?.email ?? ''
    const { status, body } = await app.call('GET', path, { token: await app.tokenFor(email) })
    expect([status, Object.keys(body.data).sort()]).toEqual([200, names])
  })

  it('stops counting at 1,000 (OQ-196)', async () => {
    const service = await makeAdvisoryService(app)
    await sql`insert into lead (id, reference_record_id, status, start_time, created_at, service_id, user_first_name,
        user_last_name, user_email, user_phone)
      select gen_random_uuid(), gen_random_uuid(), 'DEFERRED', now(), now(), ${service}, '', '', '', ''
      from generate_series(1, 1001)`.execute(app.database.kysely)
    expect((await waiting()).leads_without_advisor).toBe(1000)
  })
})
