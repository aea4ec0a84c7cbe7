import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { startCall } from '../../../platform/call.ts'
import { newId } from '../../../platform/database/record-id.ts'
import type { TestReceiver } from '../../../platform/webhooks/test-receiver.ts'
import type { TestApp } from '../../../test-app.ts'
import { makeKey, sendRecords } from '../../../test-intake.ts'
import { makeOrder, picture } from '../../../test-records.ts'
import { leadKeys, startWithReceiver } from '../../../test-webhooks.ts'
import { createPaymentService } from '../../money/transaction/payment.service.ts'
import { announceOrder } from './order-announcement.service.ts'

let app: TestApp
let receiver: TestReceiver
let logged = ''
const log = pino(
  { level: 'trace' },
  new Writable({
    write(chunk, _encoding, done) {
      logged += chunk
      done()
    },
  }),
)
const { sendDue, later, deliveries } = startWithReceiver(
  (started) => {
    ;({ app, receiver } = started)
  },
  {},
  log,
)

const call = () =>
  startCall({ db: app.database.kysely, clock: app.clock, destinations: ['product', 'lead-squared'] })

async function makePage(lsq: object = { add_to_cart: '212', purchase: '213' }): Promise<string> {
  const { url } = (await app.call('POST', '/admin/upload', { form: { file: await picture() } })).body.data
  const prices = ['USD', 'INR'].map((currency_code) => ({
    currency_code,
    original_price: 9_900,
    current_price: 4_900,
  }))
  const json = { title: 'Tax review', description: '', is_active: true, banner: url, prices, lsq }
  const answer = await app.call('POST', '/admin/payment-entity', { json })
  expect([answer.status, answer.body.message]).toEqual([201, answer.body.message])
  return answer.body.data._id
}

let count = 0
async function order(entity_id: string, values: Partial<Parameters<typeof makeOrder>[1]> = {}) {
  const made = { id: newId(), reference_order_id: `ORD-L-${++count}` }
  await makeOrder(app.database.kysely, {
    ...made,
    entity_id,
    entity_type: 'custom',
    status: 'pending',
    amount: 578_200,
    ...values,
  })
  return made
}

describe('an order of a payment page', () => {
  it('is announced as "add to cart" and as "purchase" with the codes of its page, in this order (OQ-414)', async () => {
    const made = await order(await makePage())
    await announceOrder(call(), made, 'created')
    await announceOrder(call(), made, 'completed')
    await sendDue()
    expect(receiver.received).toHaveLength(2)
    const [cart, purchase] = receiver.received
    expect(cart?.path).toBe('/v2/ProspectActivity.svc/CreateCustom')
    expect(cart?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-lsq-accesskey': leadKeys.access,
      'x-lsq-secretkey': leadKeys.secret,
    })
    expect(JSON.parse(cart?.body ?? '')).toEqual({
      LeadDetails: [
        { Attribute: 'EmailAddress', Value: 'priya@mail.example' },
        { Attribute: 'Phone', Value: '+919876543210' },
        { Attribute: 'FirstName', Value: 'Priya' },
        { Attribute: 'LastName', Value: 'Sharma' },
        { Attribute: 'SearchBy', Value: 'EmailAddress' },
      ],
      Activity: {
        ActivityEvent: 212,
        ActivityNote: `Add to cart: Tax review, order ${made.reference_order_id}, INR 5782.00. No consent to marketing`,
        ActivityDateTime: '2026-11-20 10:00:00',
      },
    })
    expect(JSON.parse(purchase?.body ?? '').Activity.ActivityEvent).toBe(213)
  })

  it('says by what the buyer agreed to be reached when it is sent (OQ-738)', async () => {
    const made = await order(await makePage())
    const say = (channel: string, isGiven: boolean, day: string) =>
      sql`insert into person_consent (person_id, channel, is_given, at, source, record_id)
        select person_id, ${channel}, ${isGiven}::boolean, ${day}::timestamptz, 'order', id
        from transaction where id = ${made.id}::uuid`.execute(app.database.kysely)
    await say('whatsapp', true, '2026-11-01')
    await say('phone', true, '2026-11-01')
    await say('email', true, '2026-11-01')
    await announceOrder(call(), made, 'created')
    // What changed before it is sent counts.
    await say('email', false, '2026-11-02')
    await sendDue()
    expect(JSON.parse(receiver.received[0]?.body ?? '').Activity.ActivityNote).toBe(
      `Add to cart: Tax review, order ${made.reference_order_id}, INR 5782.00. Consent to marketing by WhatsApp, phone and SMS`,
    )
  })

  it('names no channel that another record of the buyer has withdrawn, once both are merged (OQ-738)', async () => {
    const made = await order(await makePage())
    const { rows } = await sql<{ id: string }>`with other as (
        insert into person (merged_into) select person_id from transaction where id = ${made.id}::uuid returning id
      )
      insert into person_consent (person_id, channel, is_given, at, source, record_id)
      select person_id, 'whatsapp', true, '2026-11-05'::timestamptz, 'order', id from transaction where id = ${made.id}::uuid
      union all select id, 'whatsapp', false, '2026-11-06'::timestamptz, 'order', ${made.id}::uuid from other
      returning id`.execute(app.database.kysely)
    expect(rows).toHaveLength(2)
    await announceOrder(call(), made, 'created')
    await sendDue()
    expect(JSON.parse(receiver.received[0]?.body ?? '').Activity.ActivityNote).not.toContain('WhatsApp')
  })

  it('is announced when the gateway completes it, once (OQ-414)', async () => {
    const made = await order(await makePage())
    const payments = createPaymentService({ log })
    const payment = {
      paymentId: `pay_L${made.id}`,
      gatewayOrderId: null,
      reference: made.reference_order_id,
      state: 'captured' as const,
      amount: 578_200,
      fee: null,
      refunded: 0,
      order: null,
      currency: 'INR',
      method: 'upi',
      at: new Date('2026-11-21T05:00:00Z'),
    }
    for (const outcome of ['completed', 'unchanged']) {
      expect(await payments.applyPayment(call(), { transactionId: made.id, payment })).toBe(outcome)
    }
    expect(await deliveries()).toMatchObject([
      {
        destination: 'lead-squared',
        event: 'page.purchase',
        record_type: 'transaction',
        record_id: made.id,
        // No details of the buyer.
        payload: { order_id: made.id, reference_order_id: made.reference_order_id },
      },
    ])
    await sendDue()
    expect(JSON.parse(receiver.received[0]?.body ?? '').Activity).toMatchObject({
      ActivityEvent: 213,
      ActivityDateTime: '2026-11-21 05:00:00',
    })
  })

  it('is not announced if it was made weeks before it arrived (OQ-414)', async () => {
    const [page, key] = [await makePage(), await makeKey(app, ['intake.write'])]
    const paid = (external_id: string, day: string) => ({
      external_id,
      user: { first_name: 'Devika', last_name: 'Rao', email: 'devika@mail.example', phone: '+919845012763' },
      entity_type: 'custom',
      entity_id: page,
      amount: 578_200,
      currency_code: 'INR',
      status: 'completed',
      payment_id: `pay_${external_id}`,
      ...{ created_at: `${day}T05:00:00Z`, completed_at: `${day}T05:01:00Z`, changed_at: `${day}T05:01:00Z` },
    })
    await sendRecords(app, '/intake/orders', key, [
      paid('ORD-L-old', '2026-10-31'),
      paid('ORD-L-new', '2026-11-21'),
    ])
    expect(
      (await deliveries()).map(({ event, payload }) => [
        event,
        (payload as Record<string, string>).reference_order_id,
      ]),
    ).toEqual([
      ['page.add-to-cart', 'ORD-L-new'],
      ['page.purchase', 'ORD-L-new'],
    ])
  })

  it('is not announced without an activity, for something else, and without LeadSquared (OQ-414)', async () => {
    const page = await makePage({ add_to_cart: '', purchase: '213' })
    await announceOrder(call(), await order(page), 'created')
    await announceOrder(call(), await order(page, { entity_type: 'masterclass' }), 'completed')
    await announceOrder({ ...call(), destinations: ['product'] }, await order(page), 'completed')
    expect(await deliveries()).toEqual([])
  })

  it('is not sent once its buyer is erased (OQ-414)', async () => {
    const made = await order(await makePage())
    await announceOrder(call(), made, 'completed')
    await app.database.kysely
      .updateTable('transaction')
      .set({ user_email: '', user_phone: '' })
      .where('id', '=', made.id)
      .execute()
    await sendDue()
    expect(receiver.received).toEqual([])
    expect(await deliveries()).toMatchObject([{ state: 'skipped', last_status: null }])
  })
})

describe('LeadSquared', () => {
  it('gets no more than four calls in five seconds (OQ-414)', async () => {
    const page = await makePage()
    for (let n = 0; n < 10; n++) await announceOrder(call(), await order(page), 'completed')
    const sent: number[] = []
    for (const seconds of [0, 4, 1, 0.001, 5, 0.001, 6]) {
      later(seconds)
      await sendDue()
      sent.push(receiver.received.length)
    }
    expect(sent).toEqual([4, 4, 4, 8, 8, 10, 10])
  })

  it('is asked again by a job when its limit allows it (OQ-414)', async () => {
    const page = await makePage()
    for (let n = 0; n < 5; n++) await announceOrder(call(), await order(page), 'completed')
    await sendDue()
    const { rows } = await app.database.pool.query(
      "select run_at from graphile_worker.jobs where key = 'paced-webhooks:lead-squared'",
    )
    expect(rows).toEqual([{ run_at: new Date(app.clock.now().getTime() + 5_001) }])
  })

  it.each(['refuse', 'refuse at length'] as const)(
    'is retried after status 200 with an error: %s (OQ-414)',
    async (behaviour) => {
      await announceOrder(call(), await order(await makePage()), 'completed')
      receiver.behave(behaviour)
      await sendDue()
      expect(await deliveries()).toMatchObject([
        {
          state: 'waiting',
          last_status: 200,
          last_answer: expect.stringContaining('Activity type does not exist'),
        },
      ])
    },
  )

  it('never has its keys in an answer that is kept, or in the log (OQ-414)', async () => {
    await announceOrder(call(), await order(await makePage()), 'completed')
    receiver.behave('echo')
    await sendDue()
    receiver.behave('cut')
    later(10)
    await sendDue()
    const [row] = await deliveries()
    const { rows } = await app.database.pool.query('select d::text as text from webhook_delivery d')
    expect(row?.attempts).toBe(2)
    expect(logged).not.toBe('')
    for (const key of [leadKeys.access, leadKeys.secret]) {
      expect(rows[0].text).not.toContain(key)
      expect(logged).not.toContain(key)
    }
  })

  it('that is not reachable holds up no webhook of the public product (OQ-411)', async () => {
    const page = await makePage()
    for (let n = 0; n < 6; n++) await announceOrder(call(), await order(page), 'completed')
    receiver.behave(({ path }) => (path === '/product' ? 'accept' : 'cut'))
    const id = newId()
    const { announce } = await import('../../../platform/webhooks/announce.ts')
    const data = { post_id: id, external_id: null }
    await announce(call(), { event: 'post.removed', record: { type: 'post', id }, data })
    await sendDue()
    expect((await deliveries()).filter(({ state }) => state === 'sent')).toMatchObject([{ record_id: id }])
  })
})
