import { webhookMessages } from '@greenroom/contract/staff/webhook/webhook.schema'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../platform/database/record-id.ts'
import { sandboxAccounts } from '../../../platform/identity/sandbox-accounts.ts'
import type { TestReceiver } from '../../../platform/webhooks/test-receiver.ts'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import { makeAdvisoryService, makeEvent, makeLead } from '../../../test-records.ts'
import { startWithReceiver } from '../../../test-webhooks.ts'

const path = '/admin/webhook-deliveries'
let app: TestApp
let receiver: TestReceiver
const { sendDue, later, deliveries, announcePost } = startWithReceiver((started) => {
  ;({ app, receiver } = started)
})

const list = async (query = '') => {
  const { status, body } = await app.call('GET', `${path}${query}`)
  expect([status, body.message]).toEqual([200, body.message])
  return body.data
}
const act = (id: string, action: 'resend' | 'skip') => app.call('POST', `${path}/${id}/${action}`)
const auditOf = (id: string | null) =>
  app.database.kysely
    .selectFrom('audit_entry')
    .select(['action', 'entity_label', 'before', 'after'])
    .where('entity_type', '=', 'webhook')
    .where('entity_id', id === null ? 'is' : '=', id)
    .orderBy('at')
    .execute()
const setState = (id: string, state: 'failed' | 'skipped') =>
  app.database.kysely
    .updateTable('webhook_delivery')
    .set({ state, next_attempt_at: null })
    .where('id', '=', id)
    .execute()

/** Whether the session tells the sidebar to show the screen. */
const isShown = async (on: TestApp) => (await on.call('GET', '/admin/session')).body.data.settings.webhooks

async function makeDelivery(record?: string): Promise<string> {
  await announcePost(record)
  return (await deliveries()).at(-1)?.id ?? ''
}

describe('the list of deliveries', () => {
  it('requires a credential, and the permission of owners and administrators (OQ-417)', async () => {
    expect((await app.call('GET', path, { token: null })).status).toBe(401)
    for (const { email, role } of sandboxAccounts) {
      if (!role) continue
      const token = await app.tokenFor(email)
      const isAllowed = role === 'owner' || role === 'administrator'
      expect([role, (await app.call('GET', path, { token })).status]).toEqual([role, isAllowed ? 200 : 403])
    }
  })

  it.each([
    ['?state=lost', 'state', webhookMessages.state],
    ['?event=order.paid', 'event', webhookMessages.event],
    ['?limit=0', 'limit', 'limit must be a whole number of 1 or more'],
  ])('refuses %s', async (query, field, message) => {
    const { status, body } = await app.call('GET', `${path}${query}`)
    expect([status, body.errors]).toEqual([400, [{ path: field, message }]])
  })

  it('shows what was sent, with its record, its answer and its payload (OQ-415)', async () => {
    const event = await makeEvent(app)
    await sendDue()
    const { destinations, count, counts, deliveries: listed } = await list()
    expect({ destinations, count, counts }).toEqual({
      destinations: ['product', 'lead-squared'],
      count: 1,
      counts: { waiting: 0, sent: 1, failed: 0, skipped: 0 },
    })
    expect(listed).toEqual([
      {
        _id: expect.any(String),
        destination: 'product',
        event: 'session.published',
        record_type: 'event',
        record_id: event._id,
        record_label: event.title,
        payload: JSON.parse(receiver.received[0]?.body ?? ''),
        state: 'sent',
        created_at: testNow,
        attempts: 1,
        last_attempt_at: testNow,
        last_status: 200,
        last_answer: '{"Status":"Success"}',
        next_attempt_at: null,
        sent_at: testNow,
        is_held: false,
      },
    ])
  })

  it('filters by state, event and record, newest first and in pages (OQ-415)', async () => {
    const posts = [await announcePost(), await announcePost(), await announcePost()]
    await announcePost(posts[0])
    const service_id = await makeAdvisoryService(app)
    const lead = await makeLead(app, { service_id, status: 'DEFERRED' })
    await app.call('PATCH', `/admin/advisory/bookings/${lead}`, { json: { status: 'CLOSED_WON' } })
    const rows = await deliveries()
    await setState(rows[1]?.id ?? '', 'failed')
    const ids = (found: { deliveries: { _id: string }[] }) => found.deliveries.map(({ _id }) => _id)
    const newest = rows.map(({ id }) => id).reverse()
    expect(ids(await list())).toEqual(newest)
    expect(ids(await list('?limit=2&offset=1'))).toEqual(newest.slice(1, 3))
    expect(ids(await list('?state=failed'))).toEqual([rows[1]?.id])
    expect(ids(await list('?event=lead.moved'))).toEqual([rows[4]?.id])
    const ofRecord = await list(`?record_id=${posts[0]}`)
    expect([ids(ofRecord), ofRecord.count]).toEqual([[rows[3]?.id, rows[0]?.id], 2])
    expect(ofRecord.deliveries.map(({ is_held }: { is_held: boolean }) => is_held)).toEqual([true, false])
    expect((await list('?state=failed')).counts).toEqual({ waiting: 4, sent: 0, failed: 1, skipped: 0 })
  })

  it('masks people in answers for a key that may not see them (OQ-417)', async () => {
    const id = await makeDelivery()
    await app.database.kysely
      .updateTable('webhook_delivery')
      .set({ last_answer: 'No lead priya@mail.example' })
      .where('id', '=', id)
      .execute()
    const made = await app.call('POST', '/admin/api-keys', {
      json: { name: 'Monitor', permissions: ['webhook.read'] },
    })
    const { body } = await app.call('GET', path, { token: made.body.data.secret })
    expect(body.data.deliveries[0].last_answer).toBe('No lead p•••@mail.example')
  })

  it('reads its pages from indexes (OQ-415)', async () => {
    await sql`insert into webhook_delivery (id, destination, event, record_type, record_id, payload, state, created_at,
        updated_at, sent_at)
      select gen_random_uuid(), 'product', 'post.removed', 'post', gen_random_uuid(), '{}', 'sent', now(), now(), now()
      from generate_series(1, 5000)`.execute(app.database.kysely)
    await sql`analyze webhook_delivery`.execute(app.database.kysely)
    for (const condition of ['true', "state = 'failed'", "event = 'lead.moved'", "record_id = 'x'"]) {
      const { rows } = await app.database.pool.query(
        `explain select * from webhook_delivery where ${condition} order by position desc limit 20`,
      )
      expect(JSON.stringify(rows)).toContain('Index Scan')
    }
  })
})

describe('sending again', () => {
  it.each([
    ['an unknown id', () => newId(), 404],
    ['a malformed id', () => 'nonsense', 404],
  ])('refuses %s', async (_name, id, status) => {
    expect((await act(id(), 'resend')).status).toBe(status)
    expect((await act(id(), 'skip')).status).toBe(status)
  })

  it('sends one that was sent with the same id, and records who did it (OQ-415)', async () => {
    const id = await makeDelivery()
    await sendDue()
    later(60)
    const { status, body } = await act(id, 'resend')
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({ _id: id, state: 'waiting', attempts: 0, sent_at: null }),
    ])
    await sendDue()
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id])
    expect(await auditOf(id)).toEqual([
      {
        action: 'webhook.resend',
        entity_label: 'post.removed',
        before: { state: 'sent' },
        after: { state: 'waiting' },
      },
    ])
  })

  it('gives one that has failed all its attempts again (OQ-415)', async () => {
    const id = await makeDelivery()
    await setState(id, 'failed')
    expect((await act(id, 'resend')).status).toBe(200)
    receiver.behave('fail')
    await sendDue()
    expect(await deliveries()).toMatchObject([{ state: 'waiting', attempts: 1 }])
  })

  it('refuses one that waits or was skipped, and changes nothing (OQ-415)', async () => {
    const id = await makeDelivery()
    for (const state of ['waiting', 'skipped'] as const) {
      if (state === 'skipped') await setState(id, state)
      const before = await deliveries()
      const { status, body } = await act(id, 'resend')
      expect([status, body.code, body.message]).toEqual([409, 'WRONG_STATE', webhookMessages.notSent])
      expect(await deliveries()).toEqual(before)
    }
    expect(await auditOf(id)).toEqual([])
  })

  it('sends all failed ones of a destination, at most 1,000, the oldest first (OQ-415)', async () => {
    const db = app.database.kysely
    await sql`insert into webhook_delivery (id, destination, event, record_type, record_id, payload, state, created_at, updated_at)
      select gen_random_uuid(), case when n = 1 then 'lead-squared' else 'product' end, 'post.removed', 'post', n::text, '{}',
        'failed', now(), now() from generate_series(1, 1003) as n`.execute(db)
    const resend = async (json: object) => app.call('POST', `${path}/resend-failed`, { json })
    expect((await resend({ destination: 'elsewhere' })).body.errors).toEqual([
      { path: 'destination', message: webhookMessages.destination },
    ])
    expect((await resend({ destination: 'product' })).body.data).toEqual({ count: 1000 })
    const failed = (await deliveries()).filter(({ state }) => state === 'failed')
    expect(failed.map(({ record_id }) => record_id)).toEqual(['1', '1002', '1003'])
    expect((await resend({ destination: 'product' })).body.data).toEqual({ count: 2 })
    expect((await resend({ destination: 'product' })).body.data).toEqual({ count: 0 })
    expect((await auditOf(null)).map(({ after }) => after)).toEqual([
      { destination: 'product', count: 1000 },
      { destination: 'product', count: 2 },
    ])
  })

  it('refuses a destination that is not set up any more, whose deliveries the sidebar still leads to (OQ-415, OQ-418)', async () => {
    const quiet = await createTestApp()
    expect(await isShown(quiet)).toBe(false)
    expect(await isShown(app)).toBe(true)
    const id = newId()
    await sql`insert into webhook_delivery (id, destination, event, record_type, record_id, payload, state, created_at, updated_at)
      values (${id}, 'product', 'post.removed', 'post', 'x', '{}', 'failed', now(), now())`.execute(
      quiet.database.kysely,
    )
    for (const [place, json] of [
      [`${path}/${id}/resend`, undefined],
      [`${path}/resend-failed`, { destination: 'product' }],
    ] as const) {
      const { status, body } = await quiet.call('POST', place, json ? { json } : {})
      expect([status, body.message]).toEqual([409, webhookMessages.notConfigured])
    }
    expect((await quiet.call('GET', path)).body.data).toMatchObject({ destinations: [], count: 1 })
    expect(await isShown(quiet)).toBe(true)
    await quiet.close()
  })
})

describe('skipping', () => {
  it('gives up one that waits or has failed, and records who did it (OQ-415)', async () => {
    for (const state of ['waiting', 'failed'] as const) {
      const id = await makeDelivery()
      if (state === 'failed') await setState(id, state)
      const { status, body } = await act(id, 'skip')
      expect([status, body.data.state]).toEqual([200, 'skipped'])
      expect(await auditOf(id)).toEqual([
        {
          action: 'webhook.skip',
          entity_label: 'post.removed',
          before: { state },
          after: { state: 'skipped' },
        },
      ])
    }
    await sendDue()
    expect(receiver.received).toEqual([])
  })

  it('refuses one that was sent or skipped (OQ-415)', async () => {
    const id = await makeDelivery()
    await sendDue()
    const other = await makeDelivery()
    await setState(other, 'skipped')
    for (const one of [id, other]) {
      const { status, body } = await act(one, 'skip')
      expect([status, body.message]).toEqual([409, webhookMessages.notOpen])
    }
  })
})

it('counts failed deliveries for the sidebar (OQ-418)', async () => {
  const waiting = async () => (await app.call('GET', '/admin/waiting')).body.data.failed_webhooks
  const id = await makeDelivery()
  expect(await waiting()).toBe(0)
  await setState(id, 'failed')
  expect(await waiting()).toBe(1)
})
