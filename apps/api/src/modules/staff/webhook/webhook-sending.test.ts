import { createHmac } from 'node:crypto'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { startCall } from '../../../platform/call.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { sendWebhooksTask } from '../../../platform/webhooks/announce.ts'
import { productDestination } from '../../../platform/webhooks/product-destination.ts'
import type { TestReceiver } from '../../../platform/webhooks/test-receiver.ts'
import type { TestApp } from '../../../test-app.ts'
import { startWithReceiver, webhookSecret } from '../../../test-webhooks.ts'
import { createWebhookSender } from './webhook-sender.service.ts'

let app: TestApp
let receiver: TestReceiver
const { startSending, sendDue, later, deliveries, announcePost } = startWithReceiver((started) => {
  ;({ app, receiver } = started)
})

const call = () => startCall({ db: app.database.kysely, clock: app.clock })
const log = pino({ level: 'silent' })
const postsReceived = () => receiver.received.map(({ body }) => JSON.parse(body).data.post_id)
const states = async () => (await deliveries()).map(({ state }) => state)

/** Returns another program's sender of the same database. */
const otherSender = (values: Partial<Parameters<typeof productDestination>[0]> = {}) => {
  const timeoutSeconds = values.timeoutSeconds ?? 60
  const product = productDestination({
    url: `${receiver.url}/product`,
    secret: webhookSecret,
    allowPrivate: true,
    ...values,
    timeoutSeconds,
  })
  return createWebhookSender({ destinations: { product }, timeoutSeconds, log })
}

describe('a webhook', () => {
  it('is signed by the Standard Webhooks scheme (OQ-412)', async () => {
    const post = await announcePost()
    later(3)
    await sendDue()
    const [{ id } = { id: '' }] = await deliveries()
    expect(receiver.received).toHaveLength(1)
    const { path, headers, body } = receiver.received[0] ?? { path: '', headers: {}, body: '' }
    expect(path).toBe('/product')
    expect(headers['content-type']).toBe('application/json')
    expect(JSON.parse(body)).toEqual({
      type: 'post.removed',
      timestamp: '2026-11-21T06:30:00.000Z',
      data: { post_id: post, external_id: null },
    })
    const timestamp = String(Date.parse('2026-11-21T06:30:03Z') / 1000)
    const signature = createHmac('sha256', 'a secret of thirty-two bytes....')
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
    expect(headers).toMatchObject({
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    })
  })

  it('is sent once and recorded with its answer (OQ-411)', async () => {
    await announcePost()
    await sendDue()
    await sendDue()
    expect(receiver.received).toHaveLength(1)
    expect(await deliveries()).toMatchObject([
      {
        state: 'sent',
        attempts: 1,
        last_status: 200,
        last_answer: '{"Status":"Success"}',
        next_attempt_at: null,
        calling_until: null,
        sent_at: app.clock.now(),
      },
    ])
  })

  it('is sent by the job that its transaction enqueued (OQ-411)', async () => {
    await announcePost()
    const { rows } = await app.database.pool.query(
      'select from graphile_worker.jobs where task_identifier = $1 and run_at <= now()',
      [sendWebhooksTask],
    )
    expect(rows).toHaveLength(1)
  })

  it('is repeated with growing pauses and the same id, and has failed after three days (OQ-411)', async () => {
    await announcePost()
    receiver.behave('fail')
    const hour = 3_600_000
    const pauses = [10_000, 60_000, 300_000, hour / 2, 2 * hour, 6 * hour, 12 * hour, 24 * hour, 24 * hour]
    for (const [index, pause] of pauses.entries()) {
      await sendDue()
      const [row] = await deliveries()
      expect(row).toMatchObject({
        state: 'waiting',
        attempts: index + 1,
        last_status: 500,
        last_answer: 'The database is away.',
        next_attempt_at: new Date(app.clock.now().getTime() + pause),
      })
      later(pause / 1000 - 1)
      await sendDue()
      expect(receiver.received).toHaveLength(index + 1)
      later(1)
    }
    await sendDue()
    expect(await deliveries()).toMatchObject([
      { state: 'failed', attempts: pauses.length + 1, next_attempt_at: null, sent_at: null },
    ])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const days = pauses.reduce((sum, pause) => sum + pause, 0) / 86_400_000
    expect(days).toBeGreaterThan(2.8)
    expect(days).toBeLessThan(3)
  })

  it('enqueues its next attempt for when it is due (OQ-411)', async () => {
    await announcePost()
    await app.database.pool.query('delete from graphile_worker._private_jobs')
    receiver.behave('fail')
    await sendDue()
    const { rows } = await app.database.pool.query(
      'select run_at from graphile_worker.jobs where task_identifier = $1',
      [sendWebhooksTask],
    )
    expect(rows).toEqual([{ run_at: new Date(app.clock.now().getTime() + 10_000) }])
  })
})

describe('the order of a record', () => {
  it('is kept when the first one fails, and holds up no other record (OQ-411)', async () => {
    const post = await announcePost()
    await announcePost(post)
    const other = await announcePost()
    const [first] = await deliveries()
    receiver.behave(({ headers }) => (headers['webhook-id'] === first?.id ? 'fail' : 'accept'))
    await sendDue()
    expect(await states()).toEqual(['waiting', 'waiting', 'sent'])
    expect(postsReceived().sort()).toEqual([post, other].sort())
    receiver.behave('accept')
    later(10)
    await sendDue()
    const ids = (await deliveries()).map(({ id }) => id)
    const order = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(order.slice(-2)).toEqual(ids.slice(0, 2))
    expect(await states()).toEqual(['sent', 'sent', 'sent'])
  })

  it('waits behind one that has failed for good, until staff skip it or send it again (OQ-411)', async () => {
    const post = await announcePost()
    await announcePost(post)
    const [first] = await deliveries()
    await app.database.pool.query(
      "update webhook_delivery set state = 'failed', next_attempt_at = null where id = $1",
      [first?.id],
    )
    await sendDue()
    expect(await states()).toEqual(['failed', 'waiting'])
    const skipped = await app.call('POST', `/admin/webhook-deliveries/${first?.id}/skip`)
    expect(skipped.status).toBe(200)
    await sendDue()
    expect(await states()).toEqual(['skipped', 'sent'])
    expect(receiver.received).toHaveLength(1)
  })

  it('holds up no other record behind thousands of waiting ones, and goes on at once (OQ-411)', async () => {
    const post = await announcePost()
    const [first] = await deliveries()
    receiver.behave('fail')
    await sendDue()
    await app.database.pool.query(
      `insert into webhook_delivery (id, destination, event, record_type, record_id, payload, created_at, updated_at, next_attempt_at)
       select gen_random_uuid(), destination, event, record_type, record_id, payload, created_at, updated_at, created_at
       from webhook_delivery, generate_series(1, 2500)`,
    )
    const other = await announcePost()
    receiver.reset()
    await sendDue()
    expect(postsReceived()).toEqual([other])
    const plan = await app.database.pool.query(
      `select count(*)::int as n from webhook_delivery where state = 'waiting' and next_attempt_at <= $1`,
      [app.clock.now()],
    )
    // Those that no claim has to look at again.
    expect(plan.rows[0].n).toBeLessThan(1_000)
    await app.database.pool.query(`delete from webhook_delivery where record_id = $1 and position > $2`, [
      post,
      Number(first?.position) + 2,
    ])
    await app.call('POST', `/admin/webhook-deliveries/${first?.id}/skip`)
    await sendDue()
    expect(await states()).toEqual(['skipped', 'sent', 'sent', 'sent'])
  })

  it('lets one delivery of a record be on its way at a time, by a rule of the database (OQ-411)', async () => {
    const post = await announcePost()
    await announcePost(post)
    await expect(
      app.database.pool.query("update webhook_delivery set calling_until = now() + interval '1 minute'"),
    ).rejects.toMatchObject({ constraint: 'webhook_delivery_in_flight' })
  })
})

describe('a receiver', () => {
  it('that never answers holds up neither other records nor jobs, and is retried after the time-out (OQ-411)', async () => {
    const slow = await announcePost()
    const quick = await announcePost()
    receiver.behave(({ body }) => (body.includes(slow) ? 'hang' : 'accept'))
    const sender = otherSender({ timeoutSeconds: 1 })
    // Returns although an answer is missing.
    await sender.sendDue(call())
    expect(await states()).toContain('waiting')
    await expect.poll(async () => (await states()).filter((state) => state === 'sent')).toHaveLength(1)
    expect(postsReceived()).toContain(quick)
    await sender.settled()
    expect((await deliveries())[0]).toMatchObject({
      state: 'waiting',
      attempts: 1,
      last_status: null,
      last_answer: 'No response within 1 s.',
    })
  })

  it('gets no more than eight messages at a time from one process (OQ-411)', async () => {
    for (let n = 0; n < 12; n++) await announcePost()
    const release = receiver.hold()
    await startSending()
    await expect.poll(() => receiver.received.length).toBe(8)
    const { rows } = await app.database.pool.query(
      'select count(*)::int as n from webhook_delivery where calling_until is not null',
    )
    expect(rows).toEqual([{ n: 8 }])
    release()
    await app.app.webhooks.settled()
    expect(receiver.received).toHaveLength(12)
    expect(new Set(await states())).toEqual(new Set(['sent']))
  })

  it('that redirects is not followed, and the target is named (OQ-413)', async () => {
    await announcePost()
    receiver.behave('redirect')
    await sendDue()
    expect(await deliveries()).toMatchObject([
      {
        state: 'waiting',
        last_status: 302,
        last_answer: 'Redirects are not followed: http://169.254.169.254/latest/meta-data',
      },
    ])
    expect(receiver.received).toHaveLength(1)
  })

  it.each([
    ['closes the connection', 'cut'],
    ['changes the protocol', 'upgrade'],
  ] as const)('that %s is retried (OQ-411)', async (_title, behaviour) => {
    await announcePost()
    receiver.behave(behaviour)
    await sendDue()
    expect(await deliveries()).toMatchObject([
      { state: 'waiting', last_status: null, last_answer: 'The connection was closed without an answer.' },
    ])
    receiver.behave('accept')
    later(10)
    await sendDue()
    expect(await states()).toEqual(['sent'])
  })

  it('at a private address gets nothing if the setting is off (OQ-413)', async () => {
    await announcePost()
    const sender = otherSender({ allowPrivate: false })
    await sender.sendDue(call())
    await sender.settled()
    expect(receiver.received).toEqual([])
    expect(await deliveries()).toMatchObject([
      {
        state: 'waiting',
        last_status: null,
        last_answer: '127.0.0.1 is not a public address. WEBHOOKS_TO_PRIVATE_ADDRESSES=on allows it.',
      },
    ])
  })
})

describe('programs', () => {
  it('that run at the same time send each delivery once (OQ-411)', async () => {
    const posts = []
    for (let n = 0; n < 30; n++) posts.push(await announcePost())
    const senders = [otherSender(), otherSender()]
    await Promise.all(senders.map((sender) => sender.sendDue(call())))
    await Promise.all(senders.map((sender) => sender.settled()))
    expect(postsReceived().sort()).toEqual(posts.sort())
    expect(new Set(await states())).toEqual(new Set(['sent']))
  })

  it('send what a killed one had claimed, once its claim has ended (OQ-411)', async () => {
    await announcePost()
    const until = new Date(app.clock.now().getTime() + 40_000)
    await app.database.kysely
      .updateTable('webhook_delivery')
      .set({ calling_until: until, attempts: 1 })
      .execute()
    await sendDue()
    expect(receiver.received).toEqual([])
    later(41)
    await sendDue()
    expect(receiver.received).toHaveLength(1)
    expect(await deliveries()).toMatchObject([{ state: 'sent', attempts: 2 }])
  })

  it('send an earlier delivery again while a killed one had claimed a later one (OQ-411)', async () => {
    const post = await announcePost()
    await sendDue()
    await announcePost(post)
    const until = new Date(app.clock.now().getTime() + 40_000)
    const [first, second] = await deliveries()
    await app.database.kysely
      .updateTable('webhook_delivery')
      .set({ calling_until: until, attempts: 1 })
      .where('id', '=', second?.id ?? '')
      .execute()
    expect((await app.call('POST', `/admin/webhook-deliveries/${first?.id}/resend`)).status).toBe(200)
    await sendDue()
    expect(receiver.received).toHaveLength(1)
    later(41)
    await sendDue()
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      first?.id,
      first?.id,
      second?.id,
    ])
  })

  it('that finish late change nothing that was decided meanwhile (OQ-411)', async () => {
    await announcePost()
    const release = receiver.hold()
    await startSending()
    await expect.poll(() => receiver.received.length).toBe(1)
    const [row] = await deliveries()
    expect((await app.call('POST', `/admin/webhook-deliveries/${row?.id}/skip`)).status).toBe(200)
    release()
    await app.app.webhooks.settled()
    expect(await deliveries()).toMatchObject([{ state: 'skipped', last_answer: null, sent_at: null }])
  })

  it('that stop claim nothing more, and record what was on its way (OQ-411)', async () => {
    await announcePost()
    const release = receiver.hold()
    const sender = otherSender()
    await sender.sendDue(call())
    await expect.poll(() => receiver.received.length).toBe(1)
    const stopped = sender.stop()
    await announcePost()
    await sender.sendDue(call())
    release()
    await stopped
    expect(await states()).toEqual(['sent', 'waiting'])
  })
})

it('keeps the beginning of an answer only, without control characters and our secret (OQ-413)', async () => {
  const { outcomeOf } = await import('../../../platform/webhooks/destination.ts')
  const text = `a\0b\n${'x'.repeat(3_000)}`
  const outcome = outcomeOf({ status: 400, text: `${webhookSecret} ${text}`, location: null }, [
    webhookSecret,
  ])
  expect(outcome.text).toMatch(/^… a b\nx+$/)
  expect(outcome.text).toHaveLength(2_000)
})

it('deletes sent and skipped deliveries after 30 days, and no others (OQ-416)', async () => {
  for (const state of ['sent', 'skipped', 'failed', 'waiting']) {
    const id = newId()
    await announcePost(id)
    await app.database.kysely
      .updateTable('webhook_delivery')
      .set({
        state,
        next_attempt_at: state === 'waiting' ? app.clock.now() : null,
        sent_at: state === 'sent' ? app.clock.now() : null,
      })
      .where('record_id', '=', id)
      .execute()
  }
  const sweep = () => app.app.tasks['sweep-webhooks']?.({}, {} as never)
  later(30 * 86_400)
  await sweep()
  expect(await states()).toEqual(['sent', 'skipped', 'failed', 'waiting'])
  later(1)
  await sweep()
  expect(await states()).toEqual(['failed', 'waiting'])
})
