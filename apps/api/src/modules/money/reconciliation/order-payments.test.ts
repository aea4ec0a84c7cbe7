import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { emptyingOf } from '../../../platform/database/test-emptying.ts'
import type {
  TestGateway,
  TestGatewayPayment,
  TestGatewayRefund,
} from '../../../platform/payments/test-gateway.ts'
import { type TestApp, testNow } from '../../../test-app.ts'
import { startWithGateway } from '../../../test-payments.ts'
import { makeOrder } from '../../../test-records.ts'

const day = '2026-11-20'
const at = '2026-11-20T10:02:00.000Z'

let gateway: TestGateway
let app: TestApp
let count = 0
const { run, send, storedOrder, refundsOf, settle, auditOf, isJobWaiting } = startWithGateway(
  (started) => {
    ;({ app, gateway } = started)
  },
  { REFUND_APPROVAL_ABOVE_INR: '5000', BOOKS_BEGIN: '2026-11-20' },
)
afterEach(async () => {
  await app.database.pool.query('delete from graphile_worker._private_jobs')
  await app.database.pool.query(
    emptyingOf(
      'gateway_difference',
      'gateway_comparison',
      'refund',
      'transaction',
      'early_event',
      'webhook_event',
    ),
  )
})

/** Stores a pending order of ₹1,000. */
async function makePending(values: Partial<Parameters<typeof makeOrder>[1]> = {}) {
  const n = `${process.pid}x${++count}`
  const order = {
    id: randomUUID(),
    reference: `ORD-P-${n}`,
    gatewayOrderId: `order_P${n}`,
    paymentId: `pay_P${n}`,
  }
  await makeOrder(app.database.kysely, {
    id: order.id,
    reference_order_id: order.reference,
    gateway_order_id: order.gatewayOrderId,
    status: 'pending',
    amount: 100_000,
    entity_id: randomUUID(),
    completed_at: null,
    ...values,
  })
  gateway.books.receipts.set(order.gatewayOrderId, order.reference)
  return order
}
type Order = Awaited<ReturnType<typeof makePending>>

/** Razorpay has a payment of an order. */
function pay(order: Order, values: Partial<TestGatewayPayment> = {}) {
  const payment = {
    id: order.paymentId,
    order_id: order.gatewayOrderId as string,
    amount: 100_000,
    receipt: order.reference,
    at,
    ...values,
  }
  const { receipt: _, order: __, ...entity } = payment
  gateway.books.payments.push(entity)
  return payment
}

const tell = (event: string, payment: TestGatewayPayment) => send(gateway.paymentWebhook(event, payment))
const check = async ({ id }: Order) => (await app.call('POST', `/admin/orders/${id}/check`)).body.data
const compare = () => run('compare-day', { day })
const open = async () => (await app.call('GET', '/admin/differences')).body.data.differences
const partsOf = (order: Order) =>
  app.database.kysely
    .selectFrom('order_payment')
    .select(['payment_id', 'amount', 'fee'])
    .where('transaction_id', '=', order.id)
    .orderBy('payment_id')
    .execute()
const decide = (verb: 'accept' | 'refund', id: string, amount: number, options = {}) =>
  app.call('POST', `/admin/differences/${id}/${verb}`, { json: { amount }, ...options })

const withFee = { amount: 102_360, fee: 2_360, tax: 360 }

it.each(['completed before', 'pending'])(
  'keeps what a payment in dollars is in rupees: %s (OQ-822)',
  async (state) => {
    const paid = { status: 'completed', completed_at: at }
    const order = await makePending({ currency_code: 'USD', amount: 4_900, ...(state !== 'pending' && paid) })
    const payment = { currency: 'USD', amount: 4_900 }
    await tell('payment.captured', pay(order, { ...payment, base_amount: 411_882 }))
    expect(await storedOrder(order)).toMatchObject({ status: 'completed', base_amount: 411_882 })
    const rupees = await makePending()
    await tell('payment.captured', pay(rupees))
    expect(await storedOrder(rupees)).toMatchObject({ status: 'completed', base_amount: null })
  },
)

it('notes no payment without an order from before the books begin (OQ-823)', async () => {
  const unknown = { amount: 100_000, notes: [] as never[] }
  gateway.books.payments.push({ ...unknown, id: 'pay_old', at: '2026-11-19T18:29:00.000Z' })
  gateway.books.payments.push({ ...unknown, id: 'pay_new', at: '2026-11-19T18:31:00.000Z' })
  await run('compare-day', { day: '2026-11-19' })
  await compare()
  const found: { kind: string; payment_id: string }[] = await open()
  expect(found.map(({ kind, payment_id }) => [kind, payment_id])).toEqual([
    ['payment-without-order', 'pay_new'],
  ])
})

describe("an account whose customers pay the gateway's fee", () => {
  it.each(['order.paid', 'payment.captured'])('completes an order by %s (OQ-751)', async (event) => {
    const order = await makePending()
    await tell(event, { ...pay(order, withFee), order: { amount: 100_000, amount_paid: 100_000 } })
    expect(await storedOrder(order)).toMatchObject({ status: 'completed', amount: 100_000 })
    expect(await partsOf(order)).toEqual([{ payment_id: order.paymentId, amount: 102_360, fee: 2_360 }])
    const { body } = await app.call('GET', `/admin/orders/${order.id}`)
    expect(body.data).toMatchObject({ amount: 100_000, buyer_fee: 2_360 })
    expect(await isJobWaiting('issue-documents')).toBe(true)
    gateway.books.settled.push({
      entity_id: order.paymentId,
      type: 'payment',
      amount: 102_360,
      fee: 2_360,
      day,
    })
    await compare()
    expect(await open()).toEqual([])
  })

  it('completes an order by what Razorpay says was paid of it, without the fee (OQ-751)', async () => {
    const order = await makePending()
    await tell('order.paid', {
      ...pay(order, { ...withFee, fee: null }),
      order: { amount: 100_000, amount_paid: 100_000 },
    })
    expect(await storedOrder(order)).toMatchObject({ status: 'completed', amount: 100_000 })
  })

  it('completes an order by a check, and refunds the amount of the order (OQ-751)', async () => {
    const order = await makePending()
    pay(order, withFee)
    expect(await check(order)).toMatchObject({ outcome: 'completed' })
    const { status } = await app.call('POST', '/admin/payment/refund', {
      json: { order_id: order.id, amount: 100_000 },
    })
    expect(status).toBe(200)
    expect(JSON.parse(gateway.calls[0]?.body ?? '')).toMatchObject({ amount: 100_000 })
    expect(await storedOrder(order)).toMatchObject({ status: 'refunded', refunded_amount: 100_000 })
  })

  it('is found by the comparison, which offers to complete the order (OQ-751)', async () => {
    const order = await makePending()
    pay(order, withFee)
    await compare()
    expect(await open()).toMatchObject([{ kind: 'paid-not-completed', actions: ['complete-order'] }])
    const [{ _id }] = await open()
    expect((await app.call('POST', `/admin/differences/${_id}/heal`)).status).toBe(200)
    expect(await storedOrder(order)).toMatchObject({ status: 'completed', amount: 100_000 })
    await compare()
    expect(await open()).toEqual([])
  })

  it('agrees with an order that the public product completed (OQ-751)', async () => {
    const order = await makePending({ status: 'completed', completed_at: at })
    await app.database.kysely
      .updateTable('transaction')
      .set({ payment_id: order.paymentId })
      .where('id', '=', order.id)
      .execute()
    await tell('payment.captured', pay(order, withFee))
    await compare()
    expect(await open()).toEqual([])
    expect(await partsOf(order)).toHaveLength(1)
  })

  it('keeps an ordinary fee out of the amount (OQ-751)', async () => {
    const order = await makePending()
    await tell('payment.captured', pay(order, { fee: 2_360 }))
    expect(await storedOrder(order)).toMatchObject({ status: 'completed', amount: 100_000 })
    expect(await partsOf(order)).toEqual([])
  })
})

describe('several payments of one order', () => {
  it.each([
    ['parts', [40_000, 60_000], [null, null]],
    ["parts with the buyer's fee", [40_944, 61_416], [944, 1_416]],
  ])('complete it as %s (OQ-751)', async (_, amounts, fees) => {
    const order = await makePending()
    const [first, second] = amounts.map((amount, n) =>
      pay(order, { id: `${order.paymentId}${n}`, amount, fee: fees[n] ?? null }),
    ) as [TestGatewayPayment, TestGatewayPayment]
    await tell('payment.captured', first)
    expect(await open()).toMatchObject([
      { kind: 'amount-differs', actions: ['accept-amount', 'refund-payment'] },
    ])
    for (let again = 0; again < 2; again++) await tell('payment.captured', second)
    await send(gateway.paymentWebhook('payment.captured', first, 'evt_again'))
    expect(await storedOrder(order)).toMatchObject({ status: 'completed', amount: 100_000 })
    expect(await open()).toEqual([])
    await compare()
    expect([await open(), (await partsOf(order)).length]).toEqual([[], 2])
  })

  it('complete it by a check (OQ-751)', async () => {
    const order = await makePending()
    for (const [n, amount] of [40_000, 60_000].entries()) pay(order, { id: `${order.paymentId}${n}`, amount })
    expect(await check(order)).toMatchObject({ outcome: 'completed' })
    expect(await open()).toEqual([])
  })

  it('are all counted when order.paid overtakes the last one (OQ-751)', async () => {
    const order = await makePending()
    await tell('payment.captured', pay(order, { amount: 40_000 }))
    const last = pay(order, { id: `${order.paymentId}b`, amount: 60_000 })
    await tell('order.paid', { ...last, order: { amount: 100_000, amount_paid: 100_000 } })
    await tell('payment.captured', last)
    expect(await storedOrder(order)).toMatchObject({ status: 'completed', amount: 100_000 })
    expect((await partsOf(order)).map(({ amount }) => amount)).toEqual([40_000, 60_000])
    expect(await open()).toEqual([])
  })

  it('that were given back pay for nothing, however often they are checked (OQ-751)', async () => {
    const order = await makePending()
    pay(order, { amount: 40_000, status: 'refunded', captured: true, amount_refunded: 40_000 })
    await check(order)
    expect(await partsOf(order)).toEqual([])
    await tell('payment.captured', pay(order, { id: `${order.paymentId}b`, amount: 60_000 }))
    expect(await storedOrder(order)).toMatchObject({ status: 'pending' })
  })

  it('do not join an amount that staff accept (OQ-752)', async () => {
    const order = await makePending()
    await tell('payment.captured', pay(order, { amount: 20_000 }))
    await tell('payment.captured', pay(order, { id: `${order.paymentId}b`, amount: 30_000 }))
    const found = (await open()).find(
      ({ gateway: side }: { gateway: { amount: number } }) => side.amount === 30_000,
    )
    const { status } = await decide('accept', found._id, 30_000, {
      headers: { 'if-match': `"${found.version}"` },
    })
    expect(status).toBe(200)
    expect(await storedOrder(order)).toMatchObject({ status: 'completed', amount: 30_000 })
    expect(await open()).toHaveLength(1)
  })

  it('stay differences when another payment is the whole amount (OQ-751)', async () => {
    const order = await makePending()
    await tell('payment.captured', pay(order, { amount: 40_000 }))
    await app.database.pool.query(
      "update transaction set status = 'completed', completed_at = now(), payment_id = $1 where id = $2",
      [`${order.paymentId}b`, order.id],
    )
    await tell('payment.captured', pay(order, { id: `${order.paymentId}b` }))
    expect(await partsOf(order)).toEqual([])
    expect(await open()).toHaveLength(1)
  })

  it('complete it by order.paid before an earlier part is known (OQ-751)', async () => {
    const order = await makePending()
    const first = pay(order, { id: `${order.paymentId}a`, amount: 40_000 })
    const second = pay(order, { id: `${order.paymentId}b`, amount: 60_000 })
    await tell('order.paid', { ...second, order: { amount: 100_000, amount_paid: 100_000 } })
    expect(await storedOrder(order)).toMatchObject({ status: 'completed', amount: 100_000 })
    await tell('payment.captured', first)
    expect(await open()).toEqual([])
    expect(await partsOf(order)).toHaveLength(2)
  })

  it('are refunded one at a time, each at most as it was paid (OQ-751)', async () => {
    const order = await makePending()
    for (const [n, amount] of [40_000, 60_000].entries()) {
      await tell('payment.captured', pay(order, { id: `${order.paymentId}${n}`, amount }))
    }
    const whole = await app.call('POST', '/admin/payment/refund', { json: { order_id: order.id } })
    expect(whole.body).toMatchObject({
      status: 409,
      message: 'This order was paid in 2 payments. Refund at most ₹600.00 at a time.',
    })
    for (const amount of [60_000, 40_000]) {
      const { status, body } = await app.call('POST', `/admin/orders/${order.id}/refunds`, {
        json: { amount, reason_code: 'goodwill', request_id: randomUUID() },
      })
      expect(status, JSON.stringify(body)).toBe(200)
    }
    expect(gateway.calls.map(({ paymentId }) => paymentId)).toEqual([
      `${order.paymentId}1`,
      `${order.paymentId}0`,
    ])
    expect(await storedOrder(order)).toMatchObject({ status: 'refunded', refunded_amount: 100_000 })
    await compare()
    expect(await open()).toEqual([])
  })

  it('have refunds of the dashboard, before and after the order is completed (OQ-751)', async () => {
    const order = await makePending()
    const first = pay(order, { id: `${order.paymentId}0`, amount: 40_000 })
    const early = { id: 'rfnd_part', payment_id: first.id, amount: 40_000 }
    await send(gateway.webhook('refund.processed', { ...early, payment: first }))
    await tell('payment.captured', first)
    await tell('payment.captured', pay(order, { id: `${order.paymentId}1`, amount: 60_000 }))
    await run('apply-early-events')
    expect((await refundsOf(order)).map(({ payment_id, amount }) => [payment_id, amount])).toEqual([
      [first.id, 40_000],
    ])
    expect(await storedOrder(order)).toMatchObject({ status: 'completed', refunded_amount: 40_000 })
  })
})

describe('a payment of an earlier attempt', () => {
  it.each(['payment.captured', 'order.paid'])('completes the order by %s (OQ-317)', async (event) => {
    const order = await makePending()
    const earlier = pay(order, {
      order_id: `${order.gatewayOrderId}_1`,
      notes: { reference_order_id: order.reference },
    })
    await tell(event, earlier)
    expect(await storedOrder(order)).toMatchObject({
      status: 'completed',
      payment_id: order.paymentId,
      gateway_order_id: order.gatewayOrderId,
    })
    gateway.books.receipts.set(`${order.gatewayOrderId}_1`, order.reference)
    await compare()
    expect(await open()).toEqual([])
    // The later attempt is paid as well.
    await tell('payment.captured', pay(order, { id: `${order.paymentId}b` }))
    expect(await open()).toMatchObject([{ kind: 'paid-twice', actions: ['refund-payment'] }])
  })

  it('is found by a check, and by the comparison (OQ-317)', async () => {
    const order = await makePending()
    const orderId = `${order.gatewayOrderId}_1`
    gateway.books.receipts.set(orderId, order.reference)
    pay(order, { order_id: orderId })
    await compare()
    expect(await open()).toMatchObject([{ kind: 'paid-not-completed', action: 'complete-order' }])
    expect(await check(order)).toMatchObject({ outcome: 'completed' })
    expect(await open()).toEqual([])
  })

  it('changes nothing with another amount, if it failed, or with the reference of another order (OQ-317)', async () => {
    const order = await makePending()
    const notes = { reference_order_id: order.reference }
    const earlier = { order_id: `${order.gatewayOrderId}_1`, notes }
    await tell('payment.failed', pay(order, { ...earlier, id: 'pay_a' }))
    await tell('payment.captured', pay(order, { ...earlier, id: 'pay_b', amount: 90_000 }))
    expect((await storedOrder(order)).status).toBe('pending')
    expect(await open()).toMatchObject([{ kind: 'amount-differs' }])
  })
})

/** An order of ₹1,000 with a payment of another amount, and its difference. */
async function makeDiffering(amount = 90_000, values: Partial<TestGatewayPayment> = {}) {
  const order = await makePending()
  await tell('payment.captured', pay(order, { amount, fee: 0, ...values }))
  const [difference] = await open()
  return { order, difference }
}

describe('a payment of another amount', () => {
  it.each([90_000, 110_000])(
    'of %i is accepted, and is the amount of the order then (OQ-752)',
    async (amount) => {
      const { order, difference } = await makeDiffering(amount)
      const { status, body } = await decide('accept', difference._id, amount)
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.data.resolved).toMatchObject({ resolution: 'healed' })
      expect(await storedOrder(order)).toMatchObject({
        status: 'completed',
        amount,
        payment_id: order.paymentId,
      })
      expect((await auditOf(order)).map(({ before, after }) => [before, after])).toContainEqual([
        expect.objectContaining({ amount: 100_000 }),
        expect.objectContaining({ amount }),
      ])
      expect(await isJobWaiting('issue-documents')).toBe(true)
      // A repeated call changes nothing.
      expect((await decide('accept', difference._id, amount)).status).toBe(200)
      await compare()
      expect(await open()).toEqual([])
    },
  )

  it.each([90_000, 110_000])(
    'of %i is refunded once, however often it is asked for (OQ-752)',
    async (amount) => {
      const { order, difference } = await makeDiffering(amount)
      const answers = await Promise.all([1, 2].map(() => decide('refund', difference._id, amount)))
      expect(answers.map(({ status }) => status)).toContain(200)
      expect((await decide('refund', difference._id, amount)).body.data.resolved).toMatchObject({
        resolution: 'refunded',
      })
      expect(gateway.refunds).toHaveLength(1)
      expect(gateway.refunds[0]).toMatchObject({ payment_id: order.paymentId, amount })
      expect((await storedOrder(order)).status).toBe('pending')
      expect([await partsOf(order), await refundsOf(order)]).toEqual([[], []])
      for (let n = 0; n < 2; n++) await compare()
      expect(await open()).toEqual([])
      // The buyer pays again, the right amount.
      await tell('payment.captured', pay(order, { id: `${order.paymentId}b` }))
      expect((await storedOrder(order)).status).toBe('completed')
      await compare()
      expect(await open()).toEqual([])
    },
  )

  it('needs the permission, the version, the amount and an open difference (OQ-752)', async () => {
    const { difference } = await makeDiffering()
    for (const verb of ['accept', 'refund'] as const) {
      expect((await decide(verb, difference._id, 90_000, { token: null })).status).toBe(401)
      expect((await decide(verb, difference._id, 1)).status).toBe(409)
      expect((await decide(verb, randomUUID(), 90_000)).status).toBe(404)
      expect(
        (await app.call('POST', `/admin/differences/${difference._id}/${verb}`, { json: {} })).status,
      ).toBe(400)
      const { body } = await decide(verb, difference._id, 90_000, {
        headers: { 'if-match': `"${difference.version + 1}"` },
      })
      expect(body).toMatchObject({ status: 409 })
    }
    await app.call('POST', `/admin/differences/${difference._id}/resolve`, { json: { note: 'Mine' } })
    for (const verb of ['accept', 'refund'] as const) {
      expect((await decide(verb, difference._id, 90_000)).status).toBe(409)
    }
    expect(gateway.refunds).toEqual([])
  })

  it('can be refunded again after Razorpay refused it, and accepted then (OQ-752)', async () => {
    const { order, difference } = await makeDiffering()
    gateway.behave('refused', 'made')
    expect((await decide('refund', difference._id, 90_000)).status).toBe(502)
    expect(await open()).toMatchObject([{ actions: ['accept-amount', 'refund-payment'] }])
    expect((await decide('accept', difference._id, 90_000)).status).toBe(200)
    expect((await storedOrder(order)).status).toBe('completed')
  })

  it('is not accepted while nobody knows whether it was refunded (OQ-752)', async () => {
    const { difference } = await makeDiffering()
    gateway.behave('made-500', 'made')
    expect((await decide('refund', difference._id, 90_000)).status).toBe(502)
    expect(await open()).toMatchObject([{ actions: ['refund-payment'] }])
    expect((await decide('accept', difference._id, 90_000)).status).toBe(409)
    expect((await decide('refund', difference._id, 90_000)).body.data.resolved).toMatchObject({
      resolution: 'refunded',
    })
    expect(gateway.refunds).toHaveLength(1)
  })

  it('stays while its refund waits for the bank (OQ-752)', async () => {
    const { difference } = await makeDiffering()
    gateway.behave('made-pending')
    const { body } = await decide('refund', difference._id, 90_000)
    expect(body).toMatchObject({
      message: 'Refund requested',
      data: { resolved: null, actions: [], gateway_refund_id: gateway.refunds[0]?.id },
    })
    await compare()
    expect(await open()).toMatchObject([{ actions: [], gateway_refund_id: gateway.refunds[0]?.id }])
  })

  it('that would need a second person is not refunded here (OQ-752)', async () => {
    const { difference } = await makeDiffering(600_000)
    const { body } = await decide('refund', difference._id, 600_000)
    expect(body).toMatchObject({ status: 409, message: expect.stringContaining('second person') })
    expect(gateway.refunds).toEqual([])
  })

  it('of another currency can only be refunded (OQ-752)', async () => {
    const { difference } = await makeDiffering(100_000, { currency: 'USD' })
    expect(difference.actions).toEqual(['refund-payment'])
    expect((await decide('accept', difference._id, 100_000)).status).toBe(409)
  })
})

/** A difference whose refund Razorpay has not made yet, and that refund. */
async function makeWaiting(behaviour: 'made-pending' | 'made-500' | '500' = 'made-pending') {
  const { order, difference } = await makeDiffering()
  gateway.behave(behaviour, 'made')
  await decide('refund', difference._id, 90_000)
  const refund = gateway.refunds[0] as TestGatewayRefund
  const hear = (state: 'processed' | 'failed', values: Partial<TestGatewayRefund> = {}) => {
    // The idempotency key of the request is no part of the refund.
    const { request: _, ...entity } = refund
    return send(gateway.webhook(`refund.${state}`, { ...entity, status: state, ...values }))
  }
  return { order, difference, refund, hear }
}
const noBalance = { error_description: 'Your account has not enough balance.' }
const later = (minutes: number) => app.clock.set(new Date(new Date(testNow).getTime() + minutes * 60_000))
const resolvedAs = async (id: string) =>
  (await app.call('GET', `/admin/differences?state=resolved&id=${id}`)).body.data.differences

describe('a refund that Razorpay makes later', () => {
  it.each(['webhook', 'question', 'comparison'])('ends the difference by %s (OQ-776)', async (way) => {
    const { order, difference, refund, hear } = await makeWaiting()
    expect(await open()).toMatchObject([{ actions: [], refunding_at: new Date(testNow).toISOString() }])
    // Nothing is known yet.
    later(6)
    await run('continue-refunds')
    expect(await open()).toMatchObject([{ actions: [], gateway_refund_id: refund.id }])
    if (way === 'webhook') await hear('processed')
    refund.status = 'processed'
    later(14)
    if (way === 'question') await run('continue-refunds')
    if (way === 'comparison') await compare()
    expect(await open()).toEqual([])
    expect(await resolvedAs(difference._id)).toMatchObject([
      { gateway_refund_id: refund.id, resolved: { resolution: 'refunded' } },
    ])
    // It is nothing else anywhere, however often it is heard.
    await send(gateway.webhook('refund.processed', { ...refund, status: 'processed' }, 'evt_again'))
    await compare()
    await run('continue-refunds')
    expect([await open(), await refundsOf(order)]).toEqual([[], []])
    expect(await app.database.kysely.selectFrom('early_event').selectAll().execute()).toEqual([])
    expect((await storedOrder(order)).status).toBe('pending')
    expect(gateway.refunds).toHaveLength(1)
  })

  it.each(['webhook', 'question', 'comparison'])(
    'may be tried again after it failed, heard by %s (OQ-776)',
    async (way) => {
      const { difference, refund, hear } = await makeWaiting()
      if (way === 'webhook') await hear('failed', noBalance)
      Object.assign(refund, { status: 'failed', ...noBalance })
      later(6)
      if (way === 'question') await run('continue-refunds')
      if (way === 'comparison') await compare()
      expect(await open()).toMatchObject([
        {
          actions: ['accept-amount', 'refund-payment'],
          gateway_refund_id: null,
          refunding_at: null,
          refund_failure: noBalance.error_description,
        },
      ])
      expect((await decide('refund', difference._id, 90_000)).body.data.resolved).toMatchObject({
        resolution: 'refunded',
      })
      expect(gateway.refunds.map(({ status }) => status)).toEqual(['failed', 'processed'])
      // A late message about the first changes nothing.
      await send(gateway.webhook('refund.failed', { ...refund, ...noBalance }, 'evt_late'))
      expect(await open()).toEqual([])
    },
  )

  it('is not ended by a late message about an earlier one (OQ-776)', async () => {
    const { difference, refund, hear } = await makeWaiting()
    await hear('failed', noBalance)
    refund.status = 'failed'
    later(1)
    gateway.behave('made-pending')
    await decide('refund', difference._id, 90_000)
    await send(gateway.webhook('refund.failed', { ...refund, ...noBalance }, 'evt_late'))
    expect(await open()).toMatchObject([
      { actions: [], gateway_refund_id: gateway.refunds[1]?.id, refund_failure: null },
    ])
  })

  it('is heard of before the response of the request (OQ-776)', async () => {
    const { difference, refund, hear } = await makeWaiting()
    await hear('failed')
    refund.status = 'failed'
    later(1)
    gateway.behave('made-pending')
    const answer = gateway.holdAnswers()
    const asked = decide('refund', difference._id, 90_000)
    await expect.poll(() => gateway.calls.length).toBe(2)
    const id = refund.id.replace(/\d+$/, (n) => String(Number(n) + 1).padStart(8, '0'))
    const early = { id, payment_id: difference.payment_id, amount: 90_000 }
    await send(
      gateway.webhook('refund.failed', { ...early, ...noBalance, receipt: difference._id, status: 'failed' }),
    )
    answer()
    await asked
    expect(gateway.refunds[1]).toMatchObject({ id, status: 'pending' })
    expect(await open()).toMatchObject([{ refund_failure: noBalance.error_description }])
  })

  it('ends if nobody knows whether it was requested (OQ-776)', async () => {
    const made = await makeWaiting('made-500')
    later(6)
    await run('continue-refunds')
    expect(await resolvedAs(made.difference._id)).toMatchObject([{ gateway_refund_id: made.refund.id }])
  })

  it('may be tried again if Razorpay does not know it (OQ-776)', async () => {
    const { difference } = await makeWaiting('500')
    await run('continue-refunds')
    expect(await open()).toMatchObject([{ actions: ['refund-payment'] }])
    later(6)
    gateway.behaveAtLists('500')
    await run('continue-refunds')
    expect(await open()).toMatchObject([{ actions: ['refund-payment'] }])
    gateway.behaveAtLists('list')
    later(16)
    await run('continue-refunds')
    expect(await open()).toMatchObject([
      {
        _id: difference._id,
        actions: ['accept-amount', 'refund-payment'],
        refund_failure: 'Razorpay did not make this refund.',
      },
    ])
  })

  it('keeps the difference from being resolved with a note (OQ-776)', async () => {
    const { difference, hear } = await makeWaiting()
    const resolve = () =>
      app.call('POST', `/admin/differences/${difference._id}/resolve`, { json: { note: 'Done' } })
    expect((await resolve()).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('refunded'),
    })
    await hear('failed')
    expect((await resolve()).status).toBe(200)
  })
})

describe('a second payment', () => {
  it('is refunded, and the order keeps its own (OQ-752)', async () => {
    const order = await makePending()
    await tell('payment.captured', pay(order))
    await tell('payment.captured', pay(order, { id: `${order.paymentId}b` }))
    const [difference] = await open()
    expect(difference).toMatchObject({
      payment_id: `${order.paymentId}b`,
      order: { payment_id: order.paymentId },
    })
    expect((await decide('refund', difference._id, 100_000)).status).toBe(200)
    expect(gateway.refunds.map(({ payment_id }) => payment_id)).toEqual([`${order.paymentId}b`])
    expect(await storedOrder(order)).toMatchObject({ status: 'completed', refunded_amount: 0 })
    await compare()
    expect(await open()).toEqual([])
    // The order's own payment can still be refunded in full.
    await app.call('POST', '/admin/payment/refund', { json: { order_id: order.id } })
    await settle(order)
    expect((await storedOrder(order)).status).toBe('refunded')
  })

  it('is no difference any more once it was refunded in the dashboard (OQ-752)', async () => {
    const order = await makePending()
    await tell('payment.captured', pay(order))
    const second = pay(order, { id: `${order.paymentId}b` })
    await tell('payment.captured', second)
    gateway.books.refunds.push({ id: 'rfnd_second', payment_id: second.id, amount: 100_000, at })
    await compare()
    expect(await open()).toEqual([])
  })
})
