import { roles } from '@greenroom/contract/access/permission'
import type { Overview } from '@greenroom/contract/desk/overview/overview.schema'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyingOf } from '../../../platform/database/test-emptying.ts'
import { sandboxAccounts } from '../../../platform/identity/sandbox-accounts.ts'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import {
  makeAdvisor,
  makeAdvisoryService,
  makeCreator,
  makeEvent,
  makeLead,
  makeMasterclass,
  makeMemberPost,
  makeOrder,
  makeReport,
  makeWebinar,
} from '../../../test-records.ts'

const path = '/admin/overview'
const hour = 3_600_000
const day = 24 * hour

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function overview(token?: string): Promise<Overview> {
  const answer = await app.call('GET', path, token === undefined ? {} : { token })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}
const tokenOf = (role: string) =>
  app.tokenFor(sandboxAccounts.find((account) => account.role === role)?.email ?? '')
const at = (milliseconds: number, length = hour) => {
  const start = app.clock.now().getTime() + milliseconds
  return { start_time: new Date(start).toISOString(), end_time: new Date(start + length).toISOString() }
}
const empty = () =>
  app.database.pool.query(
    emptyingOf('masterclass', 'event', 'meeting', 'transaction', 'lead', 'coupon', 'banner', 'post'),
  )

describe('the overview', () => {
  it('requires a credential (AUTH-09)', async () => {
    expect((await app.call('GET', path, { token: null })).status).toBe(401)
  })

  it('says that an installation is new until there is a record (OQ-445)', async () => {
    const { is_new, sessions, money, today } = await overview()
    expect({ is_new, next: sessions?.next, money, today }).toEqual({
      is_new: true,
      next: [],
      money: [],
      today: '2026-11-21',
    })
    await makeCreator(app)
    expect((await overview()).is_new).toBe(false)
    // Creators are not the section of an advisor.
    expect((await overview(await tokenOf('advisory'))).is_new).toBe(true)
  })

  it.each([
    ['owner', ['sessions', 'money']],
    ['administrator', ['sessions', 'money']],
    ['finance', ['sessions', 'money']],
    ['content', ['sessions']],
    ['moderation', ['sessions']],
    ['advisory', []],
    ['viewer', ['sessions', 'money']],
  ])('has only the parts that the role %s includes (OQ-445)', async (role, parts) => {
    const body = await overview(await tokenOf(role))
    expect(['sessions', 'money'].filter((part) => part in body)).toEqual(parts)
    const waiting = (await app.call('GET', '/admin/waiting', { token: await tokenOf(role) })).body.data
    const { leads_past_call, coupons_ending, banners_ending, ...counts } = body.waiting
    // The sidebar and the overview never disagree.
    expect(counts).toEqual(waiting)
    expect(leads_past_call === undefined).toBe(!('leads_without_advisor' in waiting))
    expect([coupons_ending, banners_ending].includes(undefined)).toBe(!('drafts_beginning' in waiting))
    expect(Object.keys(body.oldest).every((name) => name in body.waiting)).toBe(true)
    // Every role has something to see.
    expect(Object.keys(waiting).length).toBeGreaterThan(0)
  })

  it('covers all roles (OQ-445)', () => {
    const signedIn = sandboxAccounts.flatMap(({ role }) => role ?? [])
    expect(new Set(signedIn)).toEqual(new Set(roles))
  })
})

describe('the next sessions', () => {
  beforeEach(empty)

  it('begin with the first, of all kinds, with host, account and registrations (OQ-445)', async () => {
    const creator = await makeCreator(app, { first_name: 'Ananya', last_name: 'Deshpande' })
    const draft = await makeMasterclass(app, { ...at(3 * day), creator_id: creator._id, title: 'Draft' })
    const running = await makeMasterclass(app, { ...at(-hour, 2 * hour), title: 'On now' })
    await makeMasterclass(app, { ...at(-2 * hour), title: 'Over' })
    const event = await makeEvent(app, {
      ...at(day),
      title: 'At a place',
      is_active: 'false',
      is_unlimited_tickets: 'false',
      total_tickets: '180',
    })
    const webinar = await makeWebinar(app, { ...at(2 * day), title: 'Online', zoom_hub_name: 'zoom_4' })
    await makeOrder(app.database.kysely, { entity_id: draft._id })
    await makeOrder(app.database.kysely, { entity_id: draft._id, status: 'refunded' })
    const { sessions } = await overview()
    expect(sessions?.has_more).toBe(false)
    expect(sessions?.next.map(({ _id, kind }) => [_id, kind])).toEqual([
      [running._id, 'masterclass'],
      [event._id, 'event'],
      [webinar._id, 'webinar'],
      [draft._id, 'masterclass'],
    ])
    expect(sessions?.next[3]).toEqual({
      _id: draft._id,
      kind: 'masterclass',
      title: 'Draft',
      ...at(3 * day),
      is_published: false,
      is_hidden: false,
      banner: null,
      creator_name: 'Ananya Deshpande',
      zoom_hub_name: 'zoom_1',
      registrations_count: 1,
      total_tickets: null,
    })
    expect(sessions?.next[1]).toMatchObject({
      is_published: true,
      total_tickets: 180,
      zoom_hub_name: null,
      creator_name: null,
    })
  })

  it('count seats up to a thousand (OQ-445, OQ-195)', async () => {
    const large = await makeMasterclass(app, at(day))
    await sql`insert into registration (id, session_type, session_id, external_id, user_name, user_email, user_phone, created_at)
      select gen_random_uuid(), 'masterclass', ${large._id}::uuid, gen_random_uuid()::text, 'Yamini', '', '', now()
      from generate_series(1, 1001)`.execute(app.database.kysely)
    const { sessions } = await overview()
    expect(sessions?.next.find(({ _id }) => _id === large._id)?.registrations_count).toBe(1000)
  })

  it('are six, and say that there are more (OQ-445)', async () => {
    for (let n = 0; n < 11; n++) await makeMasterclass(app, at(day + n * hour))
    const { sessions } = await overview()
    expect([sessions?.next.length, sessions?.has_more]).toEqual([6, true])
  })

  it('are on the lines of their accounts, booked or as drafts, for three business days (OQ-447)', async () => {
    const booked = await makeMasterclass(app, at(hour))
    await app.call('POST', '/admin/masterclass/zoom/publish', { json: { masterclass_id: booked._id } })
    const draft = await makeWebinar(app, { ...at(hour), zoom_hub_name: 'zoom_1' })
    await makeWebinar(app, { ...at(4 * day), zoom_hub_name: 'zoom_1' })
    await makeMasterclass(app, { ...at(2 * hour), zoom_hub_name: 'zoom_4' })
    const { sessions } = await overview()
    expect(sessions?.days.map((one) => one.day)).toEqual(['2026-11-21', '2026-11-22', '2026-11-23'])
    expect(sessions?.days[0]?.start_time).toBe('2026-11-20T18:30:00.000Z')
    expect(sessions?.days[2]?.end_time).toBe('2026-11-23T18:30:00.000Z')
    expect(sessions?.buffer_minutes).toBe(15)
    expect(
      sessions?.accounts.map(({ zoom_hub_name, times }) => [
        zoom_hub_name,
        times.map(({ _id, is_booked }) => [_id, is_booked]),
      ]),
    ).toEqual([
      [
        'zoom_1',
        [
          [booked._id, true],
          [draft._id, false],
        ],
      ],
      ['zoom_2', []],
      ['zoom_3', []],
      ['zoom_4', [[expect.any(String), false]]],
    ])
  })
})

describe('what waits', () => {
  beforeEach(empty)

  it('has leads past their call and without advisor, and the list has exactly these (OQ-448)', async () => {
    const service_id = await makeAdvisoryService(app)
    const advisor_id = (await makeAdvisor(app))._id
    const now = app.clock.now().getTime()
    const lead = (start: number, values: object = {}) =>
      makeLead(app, { service_id, advisor_id, start_time: new Date(now + start), ...values })
    const missed = await lead(-3 * day)
    const justNow = await lead(-1)
    await lead(0)
    await lead(-day, { status: 'DISCUSSION_COMPLETED' })
    const without = await lead(-2 * day, { advisor_id: null, status: 'DEFERRED' })
    const both = await lead(-day, { advisor_id: null })
    await lead(-day, { advisor_id: null, status: 'CLOSED_LOST' })
    const { waiting, oldest } = await overview()
    expect(waiting).toMatchObject({ leads_past_call: 3, leads_without_advisor: 2 })
    expect(oldest.leads_past_call).toBe(new Date(now - 3 * day).toISOString())
    const list = async (waits: string, more = '') => {
      const { body } = await app.call('GET', `/admin/advisory/bookings?waits=${waits}${more}`)
      expect(body.data.count).toBe(body.data.bookings.length)
      return new Set(body.data.bookings.map((one: { _id: string }) => one._id))
    }
    expect(await list('past-call')).toEqual(new Set([missed, justNow, both]))
    expect(await list('no-advisor')).toEqual(new Set([without, both]))
    expect(await list('past-call', `&advisor_id=${advisor_id}`)).toEqual(new Set([missed, justNow]))
    expect(await list('past-call', '&search=Priya')).toEqual(new Set([missed, justNow, both]))
    expect(await list('past-call', '&search=Nobody')).toEqual(new Set())
    const refused = await app.call('GET', '/admin/advisory/bookings?waits=all')
    expect([refused.status, refused.body.message]).toEqual([400, 'waits must be no-advisor or past-call'])
  })

  it('has coupons and banners that end within seven days, and the lists have exactly these (OQ-448)', async () => {
    const now = app.clock.now().getTime()
    const db = app.database.kysely
    const ends = [-1, 0, 7 * day - 1, 7 * day].map((after) => new Date(now + after))
    for (const [n, end] of ends.entries()) {
      await sql`insert into coupon (id, code, valid_till, discount_percentage)
        values (gen_random_uuid(), ${`ENDS${n}`}, ${end}, 10)`.execute(db)
      for (const isActive of [true, false]) {
        await sql`insert into banner (id, redirect_type, redirect_link, start_time, end_time, position, is_active)
          values (gen_random_uuid(), 'external', 'https://greenroom.example', ${new Date(now - 30 * day)}, ${end}, ${n + 1},
            ${isActive})`.execute(db)
      }
    }
    const { waiting } = await overview()
    expect(waiting).toMatchObject({ coupons_ending: 2, banners_ending: 2 })
    const coupons = await app.call('GET', '/admin/coupons?ends=week')
    expect(coupons.body.data.map((one: { code: string }) => one.code).sort()).toEqual(['ENDS1', 'ENDS2'])
    expect((await app.call('GET', '/admin/coupons?ends=week&search=ends2')).body.data.length).toBe(1)
    const banners = await app.call('GET', '/admin/banner?ends=week')
    expect(
      banners.body.data.map((one: { order: number; is_active: boolean }) => [one.order, one.is_active]),
    ).toEqual([
      [2, true],
      [3, true],
    ])
  })

  it('has drafts that begin within a day, and the lists have exactly these (OQ-448)', async () => {
    const masterclass = await makeMasterclass(app, at(day - 1))
    await makeMasterclass(app, at(day))
    const webinar = await makeWebinar(app, at(hour))
    await makeWebinar(app, at(2 * day))
    const event = await makeEvent(app, at(hour))
    await makeEvent(app, at(hour))
    await app.call('PATCH', `/admin/event/${event._id}`, { form: { is_published: 'false' } })
    expect((await overview()).waiting.drafts_beginning).toEqual({ masterclass: 1, webinar: 1, event: 1 })
    const ids = async (address: string) =>
      (await app.call('GET', address)).body.data.map((one: { _id: string }) => one._id)
    expect(await ids('/admin/masterclasses?status=draft&begins=day')).toEqual([masterclass._id])
    expect(await ids('/admin/events?event_type=ONLINE&begins=day')).toEqual([webinar._id])
    expect(await ids('/admin/events?event_type=OFFLINE&begins=day')).toEqual([event._id])
    for (const address of [
      '/admin/masterclasses?begins=week',
      '/admin/events?begins=week',
      '/admin/coupons?ends=day',
      '/admin/banner?ends=day',
    ]) {
      expect((await app.call('GET', address)).status, address).toBe(400)
    }
  })

  it('says since when the oldest open report waits, whatever was dismissed (OQ-448)', async () => {
    const db = app.database.kysely
    const [post, other] = [await makeMemberPost(db), await makeMemberPost(db)]
    await makeReport(db, 'post', post, { created_at: '2026-11-10T10:00:00Z' })
    await makeReport(db, 'post', other, { created_at: '2026-11-15T10:00:00Z' })
    await makeReport(db, 'post', other, { created_at: '2026-11-18T10:00:00Z' })
    expect((await overview()).oldest).toMatchObject({
      reported_posts: '2026-11-10T10:00:00.000Z',
      reported_users: null,
    })
    await app.call('POST', '/admin/report/ignore', { json: { entity_id: post, entity_type: 'activity' } })
    expect((await overview()).oldest.reported_posts).toBe('2026-11-15T10:00:00.000Z')
  })
})
