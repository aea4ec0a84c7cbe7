import { productEvents } from '@greenroom/contract/staff/webhook/webhook.schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Call, startCall } from '../../../platform/call.ts'
import { newId } from '../../../platform/database/record-id.ts'
import type { TestGateway } from '../../../platform/payments/test-gateway.ts'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { startWithGateway } from '../../../test-payments.ts'
import {
  makeAdvisor,
  makeAdvisoryService,
  makeEvent,
  makeLead,
  makeMasterclass,
  makeMemberPost,
  makePost,
  makeReport,
  makeUser,
  makeWebinar,
} from '../../../test-records.ts'
import { removalsOf } from '../../../test-removals.ts'
import { webhookSecret } from '../../../test-webhooks.ts'
import { eraseTask } from '../../people/person/erasure-run.service.ts'
import { sessionEvent } from './session-announcement.service.ts'

let app: TestApp
let gateway: TestGateway
const { makePaidOrder, settle, refundsOf } = startWithGateway(
  (started) => {
    ;({ app, gateway } = started)
  },
  // Nothing listens there: these tests only look at what is announced.
  { PRODUCT_WEBHOOK_URL: 'http://127.0.0.1:9/hooks', PRODUCT_WEBHOOK_SECRET: webhookSecret },
)

beforeEach(() => app.database.pool.query('delete from webhook_delivery'))

const db = () => app.database.kysely

/** Returns what was announced, and checks that each payload is of the declared form. */
async function announced(on = app) {
  const rows = await on.database.kysely
    .selectFrom('webhook_delivery')
    .selectAll()
    .orderBy('position')
    .execute()
  for (const { event, payload } of rows) {
    const declared = productEvents[event as keyof typeof productEvents].parse(payload)
    expect(declared).toEqual(payload)
  }
  return rows.map(({ event, record_type, record_id, payload }) => ({
    event,
    record_type,
    record_id,
    payload,
  }))
}
const events = async () => (await announced()).map(({ event }) => event)

async function ok(method: string, path: string, options: Parameters<TestApp['call']>[2] = {}) {
  const answer = await app.call(method, path, options)
  expect([answer.status, answer.body.message]).toEqual([
    expect.toSatisfy((n) => n < 300),
    answer.body.message,
  ])
  return answer.body.data
}

describe('a session', () => {
  it.each([
    [false, false, undefined],
    [false, true, 'session.published'],
    [true, true, 'session.changed'],
    [true, false, 'session.hidden'],
  ] as const)('visible before: %s, after: %s, is announced as %s (OQ-410)', (before, after, event) => {
    expect(sessionEvent(before, after)).toBe(event)
  })

  it('is announced when a masterclass is published, changed, hidden and activated (OQ-410)', async () => {
    const draft = await makeMasterclass(app)
    await ok('POST', `/admin/masterclass/${draft._id}`, { form: { title: 'Save tax, part 1' } })
    expect(await announced()).toEqual([])
    await ok('POST', '/admin/masterclass/zoom/publish', { json: { masterclass_id: draft._id } })
    const changed = await ok('POST', `/admin/masterclass/${draft._id}`, { form: { title: 'Save tax' } })
    const status = (is_active: boolean) =>
      ok('POST', '/admin/masterclass/status', { json: { masterclass_id: draft._id, is_active } })
    await status(false)
    await status(true)
    const all = await announced()
    expect(all.map(({ event }) => event)).toEqual([
      'session.published',
      'session.changed',
      'session.hidden',
      'session.published',
    ])
    expect(all[1]).toEqual({
      event: 'session.changed',
      record_type: 'masterclass',
      record_id: draft._id,
      payload: {
        kind: 'masterclass',
        session_id: draft._id,
        title: 'Save tax',
        start_time: changed.start_time,
        end_time: changed.end_time,
        version: changed.version,
      },
    })
  })

  it('is not announced by an edit that changes nothing, or that is refused (OQ-410)', async () => {
    const event = await makeEvent(app)
    const before = await announced()
    await ok('PATCH', `/admin/event/${event._id}`, { form: { title: event.title } })
    const stale = await app.call('PATCH', `/admin/event/${event._id}`, {
      form: { title: 'Another title' },
      headers: { 'if-match': '7' },
    })
    expect(stale.status).toBe(409)
    const invalid = await app.call('PATCH', `/admin/event/${event._id}`, { form: { title: '' } })
    expect(invalid.status).toBe(400)
    expect(await announced()).toEqual(before)
  })

  it('is announced when an event is created, hidden and copied only as members see it (OQ-410)', async () => {
    const event = await makeEvent(app)
    await ok('PATCH', `/admin/event/${event._id}`, { form: { is_active: 'false' } })
    await ok('PATCH', `/admin/event/${event._id}`, { form: { title: 'Hidden meanwhile' } })
    await ok('POST', `/admin/event/${event._id}/duplicate`)
    await ok('PATCH', `/admin/event/${event._id}`, { form: { is_active: 'true' } })
    expect(await events()).toEqual(['session.published', 'session.hidden', 'session.published'])
    expect((await announced())[0]).toMatchObject({ record_type: 'event', payload: { kind: 'event' } })
  })

  it('is announced when a webinar is published (OQ-410)', async () => {
    const webinar = await makeWebinar(app)
    expect(await announced()).toEqual([])
    await ok('POST', '/admin/event/publish', { json: { event_id: webinar._id } })
    expect(await announced()).toMatchObject([
      {
        event: 'session.published',
        record_type: 'event',
        payload: { kind: 'webinar', session_id: webinar._id },
      },
    ])
  })
})

describe('a refund', () => {
  it('is announced with its amount and the sum when it is processed, each part of an order (OQ-410)', async () => {
    const order = await makePaidOrder()
    const json = { amount: 100_000, reason_code: 'goodwill', note: 'Half', request_id: newId() }
    await ok('POST', `/admin/orders/${order.id}/refunds`, { json })
    await ok('POST', '/admin/payment/refund', { json: { order_id: order.id } })
    const [first, second] = await refundsOf(order)
    const shared = { order_id: order.id, reference_order_id: order.reference, currency_code: 'INR' }
    expect(await announced()).toEqual([
      {
        event: 'order.refunded',
        record_type: 'transaction',
        record_id: order.id,
        payload: {
          ...shared,
          refund_id: first?.id,
          amount: 100_000,
          refunded_amount: 100_000,
          status: 'completed',
        },
      },
      {
        event: 'order.refunded',
        record_type: 'transaction',
        record_id: order.id,
        payload: {
          ...shared,
          refund_id: second?.id,
          amount: 149_900,
          refunded_amount: 249_900,
          status: 'refunded',
        },
      },
    ])
  })

  it('is not announced while it is in progress, nor if it fails (OQ-410)', async () => {
    const order = await makePaidOrder()
    gateway.behave('made-pending')
    await ok('POST', '/admin/payment/refund', { json: { order_id: order.id } })
    expect(await announced()).toEqual([])
    const refused = await makePaidOrder()
    gateway.behave('refused')
    await app.call('POST', '/admin/payment/refund', { json: { order_id: refused.id } })
    expect(await announced()).toEqual([])
    const [refund] = gateway.refunds
    if (refund) refund.status = 'processed'
    app.clock.set(new Date(app.clock.now().getTime() + 120_000))
    await settle(order)
    expect(await events()).toEqual(['order.refunded'])
  })
})

describe('what is removed', () => {
  it('is announced: a reported post and a post of the provider (OQ-410)', async () => {
    const reported = await makeMemberPost(db())
    await makeReport(db(), 'post', reported)
    const sent = await makeMemberPost(db())
    await db().updateTable('post').set({ external_id: 'p-7' }).where('id', '=', sent).execute()
    await makeReport(db(), 'post', sent)
    await ok('POST', '/admin/report/remove', { json: { entity_id: sent, entity_type: 'activity' } })
    expect((await announced())[0]?.payload).toEqual({ post_id: sent, external_id: 'p-7' })
    await db().deleteFrom('webhook_delivery').execute()
    await ok('POST', '/admin/report/remove', { json: { entity_id: reported, entity_type: 'activity' } })
    const { id } = await makePost(app)
    await ok('POST', `/admin/activity/${id}/remove`)
    expect(await announced()).toEqual(
      [reported, id].map((post) => ({
        event: 'post.removed',
        record_type: 'post',
        record_id: post,
        payload: { post_id: post, external_id: null },
      })),
    )
  })

  it('is announced once for a person, by moderation and by an erasure, with nothing but the id (OQ-410)', async () => {
    const reported = await makeUser(db())
    await makeMemberPost(db(), { user_id: reported })
    await makeReport(db(), 'user', reported)
    await ok('POST', `/admin/user/${reported}/remove`)
    const erased = await makeUser(db(), { email: 'erase.me@mail.example' })
    await makeMemberPost(db(), { user_id: erased })
    const erasure = await ok('POST', '/admin/personal-data/erasures', {
      json: { person: `user.${erased}`, confirmation: 'erase.me@mail.example' },
    })
    await app.app.tasks[eraseTask]?.(
      { id: erasure._id },
      { attempt: 1, isLastAttempt: false, signal: new AbortController().signal },
    )
    expect(await announced()).toEqual(
      [reported, erased].map((user) => ({
        event: 'person.removed',
        record_type: 'user',
        record_id: user,
        payload: { user_id: user, external_id: null },
      })),
    )
  })

  it('is not announced if the transaction rolls back (OQ-411)', async () => {
    const user = await makeUser(db())
    await makeReport(db(), 'user', user)
    const { moderation } = removalsOf(app, newId())
    const remove = (work: (call: Call) => Promise<unknown>) =>
      db()
        .transaction()
        .execute((tx) => work(startCall({ db: tx, clock: app.clock, destinations: ['product'] })))
    await expect(
      remove(async (call) => {
        await moderation.removeUser(call, user)
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await announced()).toEqual([])
    await remove((call) => moderation.removeUser(call, user))
    expect(await events()).toEqual(['person.removed'])
  })
})

describe('a lead', () => {
  it('is announced when its status or its advisor changes, and not by the same values (OQ-410)', async () => {
    const service_id = await makeAdvisoryService(app)
    const advisor_id = (await makeAdvisor(app))._id
    const id = await makeLead(app, { service_id, status: 'DEFERRED' })
    const update = (json: object) => ok('PATCH', `/admin/advisory/bookings/${id}`, { json })
    const { reference_record_id } = await update({ status: 'CLOSED_WON' })
    await update({ advisor_id })
    await update({ advisor_id, status: 'CLOSED_WON' })
    const shared = { lead_id: id, reference_record_id, status: 'CLOSED_WON' }
    expect(await announced()).toEqual([
      {
        event: 'lead.moved',
        record_type: 'lead',
        record_id: id,
        payload: { ...shared, previous_status: 'DEFERRED', advisor_id: null, previous_advisor_id: null },
      },
      {
        event: 'lead.moved',
        record_type: 'lead',
        record_id: id,
        payload: { ...shared, previous_status: 'CLOSED_WON', advisor_id, previous_advisor_id: null },
      },
    ])
  })
})

describe('without a destination', () => {
  let quiet: TestApp
  beforeAll(async () => {
    quiet = await createTestApp()
  })
  afterAll(() => quiet.close())

  it('nothing is stored and no job is made (OQ-410)', async () => {
    await makeEvent(quiet)
    const { id } = await makePost(quiet)
    expect((await quiet.call('POST', `/admin/activity/${id}/remove`)).status).toBe(200)
    expect(await announced(quiet)).toEqual([])
    const { rows } = await quiet.database.pool.query(
      "select from graphile_worker.jobs where task_identifier = 'send-webhooks'",
    )
    expect(rows).toEqual([])
  })
})

describe('a consent that staff record (OQ-738)', () => {
  it('is announced for the account, once, and not for somebody without one', async () => {
    const user = await makeUser(db())
    const lead = await makeLead(app, { service_id: await makeAdvisoryService(app) })
    const json = {
      channel: 'whatsapp',
      is_given: false,
      at: '2026-11-02T15:30:00+05:30',
      reason: 'Asked on the phone',
    }
    for (const person of [user, user, `lead.${lead}`]) {
      await ok('POST', `/admin/people/${person}/consents`, { json })
    }
    expect(await announced()).toEqual([
      {
        event: 'person.consent',
        record_type: 'user',
        record_id: user,
        payload: {
          user_id: user,
          purpose: 'marketing',
          channel: 'whatsapp',
          given: false,
          at: '2026-11-02T10:00:00.000Z',
        },
      },
    ])
  })
})
