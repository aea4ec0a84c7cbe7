import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { emptyingOf } from '../../../platform/database/test-emptying.ts'
import type { TestGateway } from '../../../platform/payments/test-gateway.ts'
import { type TestApp, testNow } from '../../../test-app.ts'
import { startWithGateway } from '../../../test-payments.ts'
import { makeOrder as insertOrder } from '../../../test-records.ts'

const day = '2026-11-20'
const paidAt = '2026-11-20T10:02:00.000Z'

let gateway: TestGateway
let app: TestApp
let count = 0
const {
  run,
  later: laterBySeconds,
  storedOrder,
  isJobWaiting,
} = startWithGateway((started) => {
  ;({ app, gateway } = started)
})
afterEach(async () => {
  await app.database.pool.query(
    emptyingOf('gateway_difference', 'gateway_comparison', 'refund', 'transaction'),
  )
})

type Values = Parameters<typeof insertOrder>[1]

/** Stores an order of ₹2,499 of the day before the test's start. */
async function makeOrder(values: Partial<Values> = {}) {
  count++
  const order = {
    id: randomUUID(),
    reference_order_id: `ORD-C-${count}`,
    payment_id: `pay_C${count}` as string | null,
    gateway_order_id: `order_C${count}` as string | null,
    status: 'completed',
    amount: 249_900,
    completed_at: paidAt as string | null,
    entity_id: randomUUID(),
    ...values,
  }
  await insertOrder(app.database.kysely, order as Values)
  return order
}

const makePending = (values: Partial<Values> = {}) =>
  makeOrder({ status: 'pending', payment_id: null, completed_at: null, ...values })

/** The gateway has the payment of an order. */
function pay(
  order: { gateway_order_id: string | null; reference_order_id: string; payment_id: string | null },
  values: Partial<(typeof gateway.books.payments)[number]> = {},
) {
  count++
  const payment = {
    id: order.payment_id ?? `pay_G${count}`,
    order_id: order.gateway_order_id,
    amount: 249_900,
    at: paidAt,
    ...values,
  }
  gateway.books.payments.push(payment)
  if (payment.order_id) gateway.books.receipts.set(payment.order_id, order.reference_order_id)
  return payment
}

const orderRow = (id: string) => storedOrder({ id })
const check = (id: string, options = {}) => app.call('POST', `/admin/orders/${id}/check`, options)
const compare = (on = day) => run('compare-day', { day: on })
const later = (minutes: number) => laterBySeconds(minutes * 60)

async function differences(query = '') {
  const answer = await app.call('GET', `/admin/differences${query}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}
// biome-ignore lint/suspicious/noExplicitAny: a response
const kinds = async () => (await differences()).differences.map((one: any) => one.kind).sort()

async function comparison(on = day) {
  const { body } = await app.call('GET', '/admin/comparisons')
  // biome-ignore lint/suspicious/noExplicitAny: a response
  return body.data.comparisons.find((one: any) => one.day === on)
}

/** Stores an open difference of a payment without an order. */
async function insertDifference(values: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID()
  await app.database.kysely
    .insertInto('gateway_difference')
    .values({
      id,
      kind: 'payment-without-order',
      subject: `pay_${id}`,
      payment_id: `pay_${id}`,
      gateway_state: 'captured',
      gateway_amount: 249_900,
      gateway_currency: 'INR',
      occurred_at: paidAt,
      found_at: testNow,
      last_seen_at: testNow,
      ...values,
    })
    .execute()
  return id
}

describe('checking an order', () => {
  it('requires a credential, and refuses unknown orders (OQ-270)', async () => {
    const order = await makePending()
    expect((await check(order.id, { token: null })).status).toBe(401)
    expect((await check(randomUUID())).status).toBe(404)
    expect((await check('nonsense')).status).toBe(404)
    expect(gateway.books.reads).toEqual([])
  })

  it('completes a pending order that was paid, and returns what it found (OQ-270)', async () => {
    const order = await makePending()
    pay(order, { id: 'pay_first', status: 'failed', at: '2026-11-20T10:01:00Z' })
    const { id } = pay(order)
    const answer = await check(order.id)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body.data).toMatchObject({
      outcome: 'completed',
      message: 'Paid ₹2,499 by UPI at 20 Nov 2026, 03:32 PM: the order is completed now.',
      order: { _id: order.id, status: 'completed' },
    })
    expect(await orderRow(order.id)).toMatchObject({
      status: 'completed',
      payment_id: id,
      payment_method: 'upi',
      completed_at: new Date(paidAt),
      gateway_checked_at: new Date(testNow),
    })
    expect(await isJobWaiting('issue-documents')).toBe(true)
    const audit = await app.database.kysely
      .selectFrom('audit_entry')
      .select(['action', 'actor_email'])
      .where('entity_id', '=', order.id)
      .orderBy('id')
      .execute()
    expect(audit.map(({ action }) => action)).toEqual(['transaction.payment', 'transaction.check'])
    expect((await check(order.id)).body.data).toMatchObject({
      outcome: 'unchanged',
      message: expect.stringContaining('Nothing has changed'),
    })
  })

  it('finds the payment by the receipt, or by the payment (OQ-270)', async () => {
    const byReceipt = await makePending({ gateway_order_id: null })
    pay({ ...byReceipt, gateway_order_id: 'order_other' })
    expect((await check(byReceipt.id)).body.data.outcome).toBe('completed')
    const byPayment = await makePending({ gateway_order_id: null, payment_id: 'pay_known' })
    gateway.books.payments.push({ id: 'pay_known', amount: 249_900 })
    expect((await check(byPayment.id)).body.data.outcome).toBe('completed')
  })

  it('returns that nothing was paid, that the payment is not captured, or that it failed (OQ-270)', async () => {
    const none = await makePending()
    expect((await check(none.id)).body.data).toMatchObject({
      outcome: 'nothing',
      message: 'Razorpay has no payment for this order.',
    })
    const open = await makePending()
    pay(open, { status: 'authorized' })
    expect((await check(open.id)).body.data).toMatchObject({
      outcome: 'nothing',
      message: 'Razorpay has a payment of ₹2,499 that is not captured yet.',
    })
    const failed = await makePending()
    pay(failed, { status: 'failed' })
    expect((await check(failed.id)).body.data.outcome).toBe('failed')
    expect((await orderRow(failed.id)).status).toBe('failed')
    expect((await orderRow(open.id)).status).toBe('pending')
  })

  it('leaves an order alone that was paid with another amount, and records the difference (OQ-270)', async () => {
    const order = await makePending()
    const payment = pay(order, { amount: 240_000 })
    expect((await check(order.id)).body.data).toMatchObject({
      outcome: 'differs',
      message: 'A payment of ₹2,400 was captured, the order is of ₹2,499: see Differences.',
      order: { status: 'pending' },
    })
    expect((await differences()).differences).toMatchObject([
      {
        kind: 'amount-differs',
        payment_id: payment.id,
        order: { _id: order.id },
        ours: { amount: 249_900, state: 'pending' },
        gateway: { amount: 240_000, state: 'captured' },
        action: 'accept-amount',
        actions: ['accept-amount', 'refund-payment'],
      },
    ])
  })

  it('records a second payment of an order as a difference (OQ-272)', async () => {
    const order = await makeOrder()
    pay(order)
    const second = pay(order, { id: 'pay_second' })
    expect((await check(order.id)).body.data.outcome).toBe('differs')
    expect((await differences()).differences).toMatchObject([{ kind: 'paid-twice', payment_id: second.id }])
  })

  it.each(['500', 'html', 'garbage', 'keys-refused'] as const)(
    'changes nothing without a clear response of the gateway: %s (OQ-270)',
    async (behaviour) => {
      const order = await makePending()
      pay(order)
      gateway.books.behave(behaviour)
      const answer = await check(order.id)
      expect(answer.status).toBe(502)
      expect(answer.body.code).toBe('PAYMENT_PROVIDER')
      expect(await orderRow(order.id)).toMatchObject({ status: 'pending', gateway_checked_at: null })
    },
  )

  it('waits while the gateway is busy (OQ-270)', async () => {
    const order = await makePending()
    pay(order)
    gateway.books.behave('429', '429', 'read')
    expect((await check(order.id)).body.data.outcome).toBe('completed')
  })
})

describe('the job that checks pending orders', () => {
  const created = (minutes: number) =>
    new Date(Date.parse(testNow) - minutes * 60_000).toISOString() as Values['created_at']

  it('checks orders older than 15 minutes, less often as they age (OQ-270)', async () => {
    const young = await makePending({ created_at: created(14) })
    const fresh = await makePending({ created_at: created(16) })
    const hours = await makePending({ created_at: created(120) })
    const days = await makePending({ created_at: created(3 * 1440) })
    const weeks = await makePending({ created_at: created(10 * 1440) })
    const old = await makePending({ created_at: created(31 * 1440) })
    await run('check-pending-orders')
    const asked = () => gateway.books.reads.filter((path) => path.includes('receipt=')).length
    expect(asked()).toBe(4)
    expect((await orderRow(young.id)).gateway_checked_at).toBeNull()
    const nextIn = async ({ id }: { id: string }) =>
      ((await orderRow(id)).gateway_check_at as Date).getTime() / 60_000 - Date.parse(testNow) / 60_000
    expect(await Promise.all([fresh, hours, days, weeks].map(nextIn))).toEqual([5, 60, 360, 1440])
    await run('check-pending-orders')
    expect(asked()).toBe(4)
    // Never again after a month.
    expect((await orderRow(old.id)).gateway_check_at).toBe(Number.POSITIVE_INFINITY)
    later(5)
    pay(fresh)
    await run('check-pending-orders')
    expect(await orderRow(fresh.id)).toMatchObject({ status: 'completed' })
    // The young one had its turn too.
    expect((await orderRow(young.id)).gateway_checked_at).not.toBeNull()
  })

  it('asks once about each order when two processes run it at once (OQ-270)', async () => {
    for (let n = 0; n < 6; n++) await makePending({ gateway_order_id: `order_twice${n}` })
    await Promise.all([run('check-pending-orders'), run('check-pending-orders')])
    expect(gateway.books.reads.filter((path) => path.includes('/orders/order_twice'))).toHaveLength(6)
  })

  it('ends after three failures in a row and checks the others next time (OQ-270)', async () => {
    for (let n = 0; n < 5; n++) await makePending({ created_at: created(60 * 24 * 2 + n) })
    gateway.books.behave('500')
    await run('check-pending-orders')
    expect(gateway.books.reads).toHaveLength(3)
    gateway.books.reset()
    await run('check-pending-orders')
    expect(gateway.books.reads.filter((path) => path.includes('receipt='))).toHaveLength(2)
  })
})

describe('the job that continues refunds', () => {
  it('adds a job for an open refund that lost its own (OQ-273)', async () => {
    const order = await makeOrder()
    pay(order)
    gateway.behave('made-cut', 'made')
    await app.call('POST', '/admin/payment/refund', { json: { order_id: order.id } })
    const { id } = await app.database.kysely.selectFrom('refund').select('id').executeTakeFirstOrThrow()
    const key = `settle-refund:${id}`
    later(10)
    await run('continue-refunds')
    await app.database.pool.query('delete from graphile_worker._private_jobs')
    await run('continue-refunds')
    expect(await isJobWaiting(key)).toBe(true)
    // One that has given up counts as lost, one that waits does not.
    await app.database.pool.query(
      'update graphile_worker._private_jobs set attempts = max_attempts, run_at = $1 where key = $2',
      ['2030-01-01', key],
    )
    await run('continue-refunds')
    const { rows } = await app.database.pool.query(
      "select attempts, run_at < now() + interval '1 minute' as due from graphile_worker.jobs where key = $1",
      [key],
    )
    expect(rows).toEqual([{ attempts: 0, due: true }])
    await run('settle-refund', { refundId: id })
    expect((await orderRow(order.id)).status).toBe('refunded')
    await app.database.pool.query('delete from graphile_worker._private_jobs where key = $1', [key])
    await run('continue-refunds')
    expect(await isJobWaiting(key)).toBe(false)
  })
})

describe('comparing a day', () => {
  it('finds nothing where both sides agree, and returns when it compared (OQ-271)', async () => {
    const order = await makeOrder()
    pay(order)
    const free = await makeOrder({ amount: 0, payment_id: null, gateway_order_id: null })
    expect(free.amount).toBe(0)
    gateway.books.settled.push(
      { entity_id: order.payment_id ?? '', type: 'payment', amount: 249_900, day },
      { entity_id: 'adj_1', type: 'adjustment', amount: 5, day },
    )
    await compare()
    expect(await kinds()).toEqual([])
    expect(await comparison()).toMatchObject({
      state: 'done',
      payments: 1,
      settlements: 2,
      differences: 0,
      failure: null,
      finished_at: testNow,
    })
  })

  it('finds each kind of difference once, however often it compares (OQ-272)', async () => {
    const pending = await makePending()
    pay(pending)
    const other = await makeOrder()
    pay(other, { amount: 100 })
    const twice = await makeOrder()
    pay(twice)
    pay(twice, { id: 'pay_again' })
    pay({ gateway_order_id: null, reference_order_id: '', payment_id: 'pay_alone' })
    const unpaid = await makeOrder()
    const settled = await makeOrder()
    pay(settled)
    gateway.books.settled.push({
      entity_id: settled.payment_id ?? '',
      type: 'payment',
      amount: 249_000,
      day,
    })
    const refunded = await makeOrder()
    pay(refunded)
    await insertRefund(refunded.id, { gateway_refund_id: 'rfnd_gone' })
    gateway.books.refunds.push({ id: 'rfnd_alone', payment_id: 'pay_alone', amount: 500 })
    for (let n = 0; n < 2; n++) await compare()
    expect(await kinds()).toEqual([
      'amount-differs',
      'not-paid',
      'paid-not-completed',
      'paid-twice',
      'payment-without-order',
      'refund-not-made',
      'refund-unknown',
      'settled-differs',
    ])
    const { differences: rows, counts } = await differences('?kind=not-paid')
    expect(counts).toEqual({ open: 8, resolved: 0 })
    expect(await differences(`?id=${rows[0]._id}`)).toEqual({ count: 1, counts, differences: rows })
    expect(await differences(`?id=${rows[0]._id}&state=resolved`)).toMatchObject({
      count: 0,
      differences: [],
    })
    expect(rows).toMatchObject([
      { payment_id: unpaid.payment_id, ours: { state: 'completed' }, gateway: { state: null }, action: null },
    ])
    expect((await app.call('GET', '/admin/waiting')).body.data.open_differences).toBe(8)
    // A comparison changes no order.
    expect((await orderRow(pending.id)).status).toBe('pending')
  })

  it('finds an order that was set to refunded here while the gateway gave nothing back, until it does (OQ-390)', async () => {
    const order = await makeOrder()
    const payment = pay(order)
    const { pool } = app.database
    await pool.query("update transaction set status = 'refunded' where id = $1", [order.id])
    const at = `${day}T12:00:00+05:30`
    await pool.query('update transaction set refunded_outside_at = $2 where id = $1', [order.id, at])
    for (let n = 0; n < 2; n++) await compare()
    expect(await kinds()).toEqual(['refund-not-made'])
    expect((await differences()).differences).toMatchObject([
      {
        payment_id: order.payment_id,
        ours: { state: 'processed', amount: order.amount },
        gateway: { state: null },
      },
    ])
    const late = { id: 'rfnd_late', payment_id: payment.id, amount: order.amount, currency: 'INR' }
    gateway.books.refunds.push(late)
    await compare()
    expect(await kinds()).toEqual([])
  })

  it('finds a payment of another order of the gateway, and changes ours in no way (OQ-317)', async () => {
    const paid = await makeOrder()
    pay(paid, { order_id: 'order_other1' })
    // Razorpay's own order names no order of ours.
    gateway.books.receipts.delete('order_other1')
    await compare()
    await compare()
    expect(await kinds()).toEqual(['payment-of-another-order'])
    expect(await orderRow(paid.id)).toMatchObject({
      status: paid.status,
      payment_id: paid.payment_id,
      gateway_order_id: paid.gateway_order_id,
    })
    expect((await differences()).differences[0]).toMatchObject({ action: null, actions: [] })
    // The public product stores the gateway's order that was paid.
    await app.database.kysely
      .updateTable('transaction')
      .set({ gateway_order_id: 'order_other1' })
      .where('id', '=', paid.id)
      .execute()
    await compare()
    expect(await kinds()).toEqual([])
  })

  it('shows a refund of no amount to staff and finishes the day (OQ-318)', async () => {
    const order = await makeOrder()
    pay(order)
    gateway.books.refunds.push({ id: 'rfnd_zero', payment_id: order.payment_id ?? '', amount: 0, at: paidAt })
    await compare()
    expect(await kinds()).toEqual(['refund-unknown'])
    expect(await comparison()).toMatchObject({ state: 'done', differences: 1 })
    const refunds = app.database.kysely
      .selectFrom('refund')
      .select('id')
      .where('transaction_id', '=', order.id)
    expect(await refunds.execute()).toEqual([])
  })

  it('closes a difference by itself once both sides agree (OQ-272)', async () => {
    const order = await makePending()
    const payment = pay(order)
    const unpaid = await makeOrder()
    await compare()
    expect(await kinds()).toEqual(['not-paid', 'paid-not-completed'])
    await check(order.id)
    expect(await kinds()).toEqual(['not-paid'])
    pay(unpaid)
    later(60)
    await compare()
    expect(await kinds()).toEqual([])
    const { differences: closed } = await differences('?state=resolved')
    // biome-ignore lint/suspicious/noExplicitAny: a response
    expect(closed.map((one: any) => [one.payment_id, one.resolved.resolution])).toEqual([
      [unpaid.payment_id, 'agreed'],
      [payment.id, 'healed'],
    ])
  })

  it('records a refund that was made in the gateway’s dashboard (OQ-272)', async () => {
    const order = await makeOrder()
    pay(order)
    const made = {
      id: 'rfnd_dash',
      payment_id: order.payment_id ?? '',
      amount: 100_000,
      at: `${day}T09:00:00Z`,
    }
    gateway.books.refunds.push(made)
    await compare()
    expect(await kinds()).toEqual([])
    expect(await orderRow(order.id)).toMatchObject({ status: 'completed', refunded_amount: 100_000 })
    // Found a day later, and made when the gateway says (OQ-803).
    const { body } = await app.call('GET', `/admin/orders/${order.id}`)
    expect(body.data.refunds).toMatchObject([
      { settled_at: testNow, refunded_at: '2026-11-20T09:00:00.000Z', gateway_refund_id: 'rfnd_dash' },
    ])
  })

  it.each(['500', 'html', 'garbage', 'keys-refused'] as const)(
    'stores and closes nothing when a page fails: %s (OQ-271)',
    async (behaviour) => {
      const unpaid = await makeOrder()
      await compare()
      pay(unpaid)
      await makeOrder()
      later(60)
      // The list of payments is read, the list of refunds fails.
      gateway.books.behave('read', behaviour)
      await expect(compare()).rejects.toThrow()
      expect(await kinds()).toEqual(['not-paid'])
      expect(await comparison()).toMatchObject({
        state: 'failed',
        failure: expect.stringContaining('Razorpay'),
        finished_at: testNow,
      })
      gateway.books.behave('read')
      await compare()
      expect(await comparison()).toMatchObject({ state: 'done', failure: null })
      expect((await differences('?state=resolved')).count).toBe(1)
    },
  )

  it('reads every page, also when payments move to the next page meanwhile (OQ-271)', async () => {
    const orders = []
    for (let n = 0; n < 230; n++) {
      const at = new Date(Date.parse(paidAt) + n * 1000).toISOString()
      orders.push(await makeOrder({ completed_at: at }))
      pay(orders[n] as (typeof orders)[number], { at })
    }
    let pages = 0
    gateway.books.onRead = (path) => {
      // A payment that the gateway books late shifts the others by one.
      if (!path.startsWith('/payments?') || ++pages !== 2) return
      pay(
        { gateway_order_id: null, reference_order_id: '', payment_id: 'pay_between' },
        { at: '2026-11-20T12:00:00Z' },
      )
    }
    await compare()
    expect(pages).toBe(3)
    expect(await comparison()).toMatchObject({ state: 'done', payments: 230, differences: 0 })
    // The next comparison has the late one.
    await compare()
    expect(await kinds()).toEqual(['payment-without-order'])
  })

  it('raises nothing for what webhooks change meanwhile (OQ-271)', async () => {
    const order = await makePending()
    const payment = pay(order)
    gateway.books.onRead = async (path) => {
      if (!path.startsWith('/settlements')) return
      const { body, headers } = gateway.paymentWebhook('payment.captured', {
        id: payment.id,
        amount: payment.amount,
        order_id: order.gateway_order_id,
      })
      await app.call('POST', '/webhooks/razorpay', { raw: body, headers, token: null })
    }
    // Captured after the list was read.
    const late = await makeOrder()
    const booked = pay(late, { status: 'authorized' })
    const before = gateway.books.onRead
    gateway.books.onRead = async (path) => {
      if (path.startsWith('/refunds')) booked.status = 'captured'
      await before(path)
    }
    await compare()
    expect((await orderRow(order.id)).status).toBe('completed')
    expect(await kinds()).toEqual([])
  })

  it('compares a day once when two processes do it at once, and takes over a dead one (OQ-271)', async () => {
    pay(await makeOrder())
    const both = [compare(), compare()]
    // The one that reads goes on after the other has ended: one after the other, both would compare.
    gateway.books.onRead = async () => {
      gateway.books.onRead = null
      await Promise.race(both)
    }
    await Promise.all(both)
    expect(gateway.books.reads.filter((path) => path.startsWith('/payments?'))).toHaveLength(1)
    await app.database.pool.query("update gateway_comparison set state = 'running', running_until = $1", [
      new Date(Date.parse(testNow) + 60_000),
    ])
    await compare()
    expect(gateway.books.reads.filter((path) => path.startsWith('/payments?'))).toHaveLength(1)
    expect(await isJobWaiting(`compare-day:${day}`)).toBe(true)
    later(2)
    await compare()
    expect(gateway.books.reads.filter((path) => path.startsWith('/payments?'))).toHaveLength(2)
    expect((await comparison()).state).toBe('done')
    // A clock that was set back waits for the claim of the later time at most.
    app.clock.set('2026-11-21T06:00:00.000Z')
    await compare()
    expect((await comparison()).state).toBe('done')
  })

  it('requests the last days each night, and days that were missed (OQ-271)', async () => {
    await run('compare-last-days')
    const days = async () => {
      const { body } = await app.call('GET', '/admin/comparisons')
      // biome-ignore lint/suspicious/noExplicitAny: a response
      return body.data.comparisons.map((one: any) => one.day)
    }
    expect(await days()).toEqual(['2026-11-20', '2026-11-19', '2026-11-18', '2026-11-14'])
    expect(await isJobWaiting('compare-day:2026-11-14')).toBe(true)
    await compare('2026-11-14')
    await run('compare-last-days')
    expect(await days()).toEqual([20, 19, 18, 17, 16, 15, 14].map((n) => `2026-11-${n}`))
  })

  it('requests missed days also after somebody compared a later one, or one that had not ended (OQ-271)', async () => {
    await compare('2026-11-14')
    await sql`update gateway_comparison set finished_at = '2026-11-15T00:00:00Z'`.execute(app.database.kysely)
    await compare('2026-11-16')
    await sql`update gateway_comparison set finished_at = '2026-11-16T09:00:00Z' where day = '2026-11-16'`.execute(
      app.database.kysely,
    )
    await compare('2026-11-21')
    await run('compare-last-days')
    for (const missed of ['2026-11-15', '2026-11-16', '2026-11-17']) {
      expect(await isJobWaiting(`compare-day:${missed}`), missed).toBe(true)
    }
    expect(await isJobWaiting('compare-day:2026-11-13')).toBe(false)
  })

  it('compares a day on request, but none in the future (OQ-271)', async () => {
    const request = (value: unknown, options = {}) =>
      app.call('POST', '/admin/comparisons', { json: { day: value }, ...options })
    expect((await request(day, { token: null })).status).toBe(401)
    for (const bad of [undefined, 7, '', '2026-13-40', '2026-02-30', '2026-11-22']) {
      const answer = await request(bad)
      expect(answer.status, String(bad)).toBe(400)
      expect(answer.body.errors[0].path).toBe('day')
    }
    const answer = await request('2026-11-21')
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({ day: '2026-11-21', state: 'waiting', finished_at: null })
    expect(await isJobWaiting('compare-day:2026-11-21')).toBe(true)
    await compare('2026-11-21')
    expect((await comparison('2026-11-21')).state).toBe('done')
  })
})

it('compares each begun day of a month on request, but none of a later month (OQ-678)', async () => {
  const request = (month: unknown, options = {}) =>
    app.call('POST', '/admin/comparisons/months', { json: { month }, ...options })
  expect((await request('2026-11', { token: null })).status).toBe(401)
  const viewer = await app.tokenFor('tara.bose@greenroom.example')
  expect((await request('2026-11', { token: viewer })).status).toBe(403)
  for (const bad of [undefined, 7, '', '2026-13', '2026-12']) {
    const answer = await request(bad)
    expect(answer.status, String(bad)).toBe(400)
    expect(answer.body.errors[0].path).toBe('month')
  }
  // The clock says 21 November.
  const now = await request('2026-11')
  expect([now.status, now.body.data]).toEqual([200, { days: 21 }])
  expect((await request('2026-02')).body.data).toEqual({ days: 28 })
  expect(await comparison('2026-11-01')).toMatchObject({ state: 'waiting', finished_at: null })
  expect(await isJobWaiting('compare-day:2026-11-21')).toBe(true)
  expect(await isJobWaiting('compare-day:2026-11-22')).toBe(false)
  const { rows } = await app.database.pool.query(
    "select after from audit_entry where action = 'comparison.request' order by id desc limit 2",
  )
  expect(rows).toEqual([{ after: { month: '2026-02' } }, { after: { month: '2026-11' } }])
})

it('reads a page of settlements with long notes (OQ-271)', async () => {
  for (let n = 0; n < 500; n++) {
    const notes = 'note '.repeat(800)
    gateway.books.settled.push({ entity_id: `trf_${n}`, type: 'transfer', amount: 100, notes, day })
  }
  await compare()
  expect(await comparison()).toMatchObject({ state: 'done', failure: null })
})

describe('comparing many rows of one instant', () => {
  it('looks at each order once (OQ-271)', async () => {
    const orders = []
    const at = '2026-11-20T10:02:00.000600Z'
    for (let n = 0; n < 205; n++) orders.push(await makeOrder({ payment_id: null, completed_at: at }))
    await compare()
    expect(await comparison()).toMatchObject({ state: 'done', differences: orders.length })
    expect((await differences()).counts.open).toBe(orders.length)
  })

  it('looks at each refund once, also in the last microseconds of the day (OQ-271)', async () => {
    const orders = []
    for (let n = 0; n < 205; n++) {
      const order = await makeOrder({ completed_at: '2026-11-01T10:00:00Z' })
      orders.push(order)
      await insertRefund(order.id, { gateway_refund_id: `rfnd_same${n}` })
    }
    await sql`update refund set settled_at = '2026-11-20T18:29:59.999600Z'`.execute(app.database.kysely)
    await compare()
    expect(await comparison()).toMatchObject({ state: 'done', differences: orders.length })
    const asked = gateway.books.reads.filter((path) => path.startsWith('/refunds/'))
    expect(asked).toHaveLength(orders.length)
  })
})

describe('working off differences', () => {
  it('requires a credential, and refuses bad filters (OQ-272)', async () => {
    expect((await app.call('GET', '/admin/differences', { token: null })).status).toBe(401)
    for (const bad of ['state=odd', 'kind=odd', 'limit=0', 'offset=-1']) {
      expect((await app.call('GET', `/admin/differences?${bad}`)).status, bad).toBe(400)
    }
  })

  it('closes one with a note, and keeps it closed while nothing changes (OQ-272)', async () => {
    pay({ gateway_order_id: null, reference_order_id: '', payment_id: 'pay_noted' })
    await compare()
    const [row] = (await differences()).differences
    const resolve = (note: unknown, options = {}) =>
      app.call('POST', `/admin/differences/${row._id}/resolve`, { json: { note }, ...options })
    expect((await resolve('Test', { token: null })).status).toBe(401)
    for (const bad of [undefined, ' ', 'x'.repeat(501)]) {
      const answer = await resolve(bad)
      expect(answer.status).toBe(400)
      expect(answer.body.errors[0].path).toBe('note')
    }
    const unknown = await app.call('POST', `/admin/differences/${randomUUID()}/resolve`, {
      json: { note: 'x' },
    })
    expect(unknown.status).toBe(404)
    const answer = await resolve('A test payment of ours')
    expect(answer.status).toBe(200)
    expect(answer.body.data.resolved).toMatchObject({
      at: testNow,
      resolution: 'staff',
      by: 'meera.nair@greenroom.example',
      note: 'A test payment of ours',
    })
    expect((await resolve('Again')).body.code).toBe('WRONG_STATE')
    expect((await app.call('POST', `/admin/differences/${row._id}/heal`)).body.code).toBe('WRONG_STATE')
    const audit = await app.database.kysely
      .selectFrom('audit_entry')
      .select('after')
      .where('entity_id', '=', row._id)
      .where('action', '=', 'difference.resolve')
      .execute()
    expect(audit).toMatchObject([{ after: { resolution: 'staff', note: 'A test payment of ours' } }])
    await compare()
    expect(await kinds()).toEqual([])
    // It opens again when the gateway's record changes.
    for (const payment of gateway.books.payments) payment.amount = 1
    await compare()
    expect(await kinds()).toEqual(['payment-without-order'])
  })

  it('lists the differences of a month, by when the money moved in the business time zone (OQ-678)', async () => {
    const made = async (occurred_at: string | null, found_at = '2026-11-20T10:00:00Z') =>
      insertDifference({ occurred_at, found_at })
    // 1 November, 00:10 in India.
    const first = await made('2026-10-31T18:40:00Z')
    const before = await made('2026-10-31T18:20:00Z')
    const undated = await made(null, '2026-11-30T18:20:00Z')
    const after = await made('2026-11-30T18:40:00Z')
    const listed = async (query: string) => {
      const { count, counts, differences: rows } = await differences(query)
      // biome-ignore lint/suspicious/noExplicitAny: a response
      return { count, open: counts.open, ids: rows.map((one: any) => one._id).sort() }
    }
    expect(await listed('?month=2026-11')).toEqual({ count: 2, open: 2, ids: [first, undated].sort() })
    expect(await listed('?month=2026-10')).toEqual({ count: 1, open: 1, ids: [before] })
    expect(await listed('?month=2026-12')).toEqual({ count: 1, open: 1, ids: [after] })
    expect((await listed('')).count).toBe(4)
    for (const bad of ['2026-13', '2026', 'x']) {
      expect((await app.call('GET', `/admin/differences?month=${bad}`)).status, bad).toBe(400)
    }
  })

  describe('closing several with one note', () => {
    const resolveAll = (listed: unknown, note: unknown = 'Test payments of ours', options = {}) =>
      app.call('POST', '/admin/differences/resolve', { json: { differences: listed, note }, ...options })
    const open = async () => (await differences()).count
    const auditCount = async () =>
      Number(
        (
          await app.database.pool.query(
            "select count(*) from audit_entry where action = 'difference.resolve'",
          )
        ).rows[0].count,
      )

    it('closes all of them, with an audit entry for each (OQ-679)', async () => {
      const ids = [
        await insertDifference(),
        await insertDifference({ kind: 'settled-differs' }),
        await insertDifference({ kind: 'not-paid' }),
      ]
      const before = await auditCount()
      const answer = await resolveAll(ids.map((id) => ({ id, version: 1 })))
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      expect(answer.body.message).toBe('3 differences resolved')
      expect(answer.body.data.resolved).toEqual(ids.map((id) => ({ id })))
      expect(await open()).toBe(0)
      const { rows } = await app.database.pool.query(
        "select entity_id, after->>'note' as note from audit_entry where action = 'difference.resolve' order by id desc limit 3",
      )
      expect(new Set(rows.map(({ entity_id }) => entity_id))).toEqual(new Set(ids))
      for (const { note } of rows) expect(note).toBe('Test payments of ours')
      expect(await auditCount()).toBe(before + 3)
      // biome-ignore lint/suspicious/noExplicitAny: a response
      for (const one of (await differences('?state=resolved')).differences as any[]) {
        expect(one.resolved).toMatchObject({ resolution: 'staff', note: 'Test payments of ours' })
      }
    })

    it('closes none if one needs money to move, is closed or has changed, and names each of them (OQ-679)', async () => {
      const fine = await insertDifference()
      const money = await insertDifference({ kind: 'paid-twice' })
      const closed = await insertDifference()
      const changed = await insertDifference({ version: 2 })
      await resolveAll([{ id: closed }])
      const before = await auditCount()
      const answer = await resolveAll([
        { id: fine },
        { id: money },
        { id: closed },
        { id: changed, version: 1 },
        { id: randomUUID() },
      ])
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({
        code: 'WRONG_STATE',
        message:
          "4 of 5 differences can't be resolved together, so nothing was saved. Leave out the marked ones.",
        errors: [
          {
            path: 'differences.1.id',
            message: 'Money has to move first, so this difference is resolved by itself',
          },
          { path: 'differences.2.id', message: 'This difference has already been resolved.' },
          { path: 'differences.3.id', message: expect.stringContaining('has changed since you opened it') },
          { path: 'differences.4.id', message: expect.any(String) },
        ],
      })
      expect(await auditCount()).toBe(before)
      expect(await open()).toBe(3)
    })

    it('refuses without a credential or permission, without a note, twice the same, and more than 200 (OQ-679)', async () => {
      const id = await insertDifference()
      expect((await resolveAll([{ id }], 'Test', { token: null })).status).toBe(401)
      const viewer = await app.tokenFor('tara.bose@greenroom.example')
      expect((await resolveAll([{ id }], 'Test', { token: viewer })).status).toBe(403)
      const many = Array.from({ length: 201 }, () => ({ id: randomUUID() }))
      const cases: [listed: unknown, note: unknown, path: string, message: string][] = [
        [[{ id }], ' ', 'note', 'Say in a note why this is resolved'],
        [[{ id }], 'x'.repeat(501), 'note', 'Should not exceed 500 characters'],
        [[], 'Test', 'differences', 'Choose at least one difference'],
        [many, 'Test', 'differences', 'Resolve at most 200 differences at once'],
        [
          [{ id }, { id: id.toUpperCase() }],
          'Test',
          'differences.1.id',
          'This difference is in the request twice',
        ],
      ]
      for (const [listed, note, path, message] of cases) {
        const answer = await resolveAll(listed, note)
        expect(answer.status, message).toBe(400)
        expect(answer.body.errors).toEqual([{ path, message }])
      }
      expect(await open()).toBe(1)
      expect((await resolveAll(many.slice(1))).body.errors).toHaveLength(200)
    })

    it('returns the first response to a repeated request, and closes each once when two people do it at once (OQ-679)', async () => {
      const ids = [await insertDifference(), await insertDifference()]
      const headers = { 'idempotency-key': randomUUID() }
      const first = await resolveAll([{ id: ids[0] }], 'Test', { headers })
      const repeated = await resolveAll([{ id: ids[0] }], 'Test', { headers })
      expect([first.status, repeated.status]).toEqual([200, 200])
      expect(repeated.body.data).toEqual(first.body.data)
      const more = [ids[1] as string, await insertDifference(), await insertDifference()]
      const before = await auditCount()
      const answers = await Promise.all([
        resolveAll(more.map((id) => ({ id }))),
        resolveAll(more.toReversed().map((id) => ({ id }))),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(await auditCount()).toBe(before + 3)
    })
  })

  it('completes the order of a payment, once (OQ-272)', async () => {
    const order = await makePending()
    pay(order)
    await compare()
    const [row] = (await differences()).differences
    expect(row.action).toBe('complete-order')
    const heal = (options = {}) => app.call('POST', `/admin/differences/${row._id}/heal`, options)
    expect((await heal({ token: null })).status).toBe(401)
    gateway.books.behave('500')
    expect((await heal()).body.code).toBe('PAYMENT_PROVIDER')
    gateway.books.behave('read')
    const answers = await Promise.all([heal(), heal()])
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    const [closed] = (await differences('?state=resolved')).differences
    expect(closed).toMatchObject({
      action: null,
      resolved: { resolution: 'healed', by: 'meera.nair@greenroom.example' },
    })
    expect(await orderRow(order.id)).toMatchObject({ status: 'completed' })
    // As after a lost response.
    expect((await heal()).body.data).toEqual(closed)
  })

  describe('records nothing after a colleague resolved it', () => {
    const act = (id: string, name: 'heal' | 'resolve') =>
      app.call(
        'POST',
        `/admin/differences/${id}/${name}`,
        name === 'resolve' ? { json: { note: 'Mine' } } : {},
      )
    /** Resolves a difference as soon as the gateway is asked about it. */
    const resolveMeanwhile = (id: string) => {
      gateway.books.onRead = async () => {
        gateway.books.onRead = null
        expect((await act(id, 'resolve')).status).toBe(200)
      }
    }
    const auditOf = async (entityId: string) => {
      const entries = app.database.kysely.selectFrom('audit_entry').select('action')
      return (await entries.where('entity_id', '=', entityId).execute()).map(({ action }) => action)
    }

    it('while the gateway was asked about its payment (OQ-272)', async () => {
      const order = await makePending()
      pay(order)
      await compare()
      const [{ _id }] = (await differences()).differences
      resolveMeanwhile(_id)
      const { status, body } = await act(_id, 'heal')
      expect([status, body.code, body.message]).toEqual([
        409,
        'WRONG_STATE',
        'This difference has already been resolved.',
      ])
      expect(await orderRow(order.id)).toMatchObject({ status: 'pending', payment_id: null })
      expect(await auditOf(order.id)).toEqual([])
      const [closed] = (await differences('?state=resolved')).differences
      expect(closed.resolved).toMatchObject({ resolution: 'staff', note: 'Mine' })
    })

    it('while the gateway was asked about its refund (OQ-272)', async () => {
      const order = await makePending({ payment_id: 'pay_late' })
      gateway.books.refunds.push({ id: 'rfnd_late', payment_id: 'pay_late', amount: 500, at: paidAt })
      await compare()
      const [first] = (await differences('?kind=refund-unknown')).differences
      expect(first.action).toBe('record-refund')
      await app.database.pool.query(
        "update transaction set status = 'completed', completed_at = $2 where id = $1",
        [order.id, paidAt],
      )
      resolveMeanwhile(first._id)
      expect((await act(first._id, 'heal')).status).toBe(409)
      expect(await orderRow(order.id)).toMatchObject({ refunded_amount: 0 })
      expect((await differences('?state=resolved')).differences[0].resolved.resolution).toBe('staff')
    })

    it('when four people act at once (OQ-272)', async () => {
      for (let turn = 0; turn < 5; turn++) {
        const order = await makePending()
        pay(order)
        await compare()
        const [{ _id }] = (await differences()).differences
        const acts = (['heal', 'resolve', 'heal', 'heal'] as const).map((name) => act(_id, name))
        const [heal, note, ...heals] = (await Promise.all(acts)).map(({ status }) => status)
        const closed = (await differences('?state=resolved')).differences.find(
          (one: { _id: string }) => one._id === _id,
        )
        const isHealed = closed.resolved.resolution === 'healed'
        expect(note).toBe(isHealed ? 409 : 200)
        // Who completes what is complete by now has what they wanted.
        expect([heal, ...heals].includes(200)).toBe(isHealed)
        expect((await orderRow(order.id)).status).toBe(isHealed ? 'completed' : 'pending')
        expect(await auditOf(order.id)).toEqual(isHealed ? ['transaction.payment'] : [])
      }
    })
  })

  it('refuses to record or close a difference that changed after it was shown (OQ-521)', async () => {
    const order = await makePending()
    pay(order)
    await compare()
    const [seen] = (await differences()).differences
    await compare()
    expect((await differences()).differences[0].version).toBe(seen.version)
    await app.database.pool.query(
      'update gateway_difference set gateway_amount = 1, version = version + 1 where id = $1',
      [seen._id],
    )
    const headers = { 'if-match': `"${seen.version}"` }
    for (const [name, json] of [
      ['heal', undefined],
      ['resolve', { note: 'Ours' }],
    ] as const) {
      const { status, body } = await app.call('POST', `/admin/differences/${seen._id}/${name}`, {
        headers,
        json,
      })
      expect([status, body.code]).toEqual([409, 'STALE'])
      expect(body.data).toMatchObject({ version: seen.version + 1, gateway: { amount: 1 }, resolved: null })
    }
    expect(await orderRow(order.id)).toMatchObject({ status: 'pending' })
    // The next comparison finds the former amount again, which is another version.
    await compare()
    expect((await differences()).differences[0]).toMatchObject({ version: seen.version + 2 })
  })

  it('records the refund of an order that was not paid here when it was found (OQ-272)', async () => {
    const order = await makePending({ payment_id: 'pay_unpaid' })
    gateway.books.refunds.push({ id: 'rfnd_unpaid', payment_id: 'pay_unpaid', amount: 500, at: paidAt })
    await compare()
    const [row] = (await differences('?kind=refund-unknown')).differences
    await app.database.pool.query(
      "update transaction set status = 'completed', completed_at = $2 where id = $1",
      [order.id, paidAt],
    )
    const { status, body } = await app.call('POST', `/admin/differences/${row._id}/heal`)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data.resolved).toMatchObject({ resolution: 'agreed', by: 'meera.nair@greenroom.example' })
    expect(await orderRow(order.id)).toMatchObject({ refunded_amount: 500 })
  })

  it('leaves a difference open that only staff can resolve (OQ-272)', async () => {
    await makeOrder()
    await compare()
    const [row] = (await differences()).differences
    const answer = await app.call('POST', `/admin/differences/${row._id}/heal`)
    expect(answer.status).toBe(409)
    expect(answer.body.code).toBe('WRONG_STATE')
  })
})

async function insertRefund(transactionId: string, values: { gateway_refund_id: string | null }) {
  const id = randomUUID()
  await app.database.kysely
    .insertInto('refund')
    .values({
      id,
      transaction_id: transactionId,
      idempotency_key: `greenroom-refund-${id}`,
      state: 'processed',
      amount: 249_900,
      currency_code: 'INR',
      attempts: 1,
      requested_by: 'meera.nair@greenroom.example',
      requested_at: paidAt,
      settled_at: paidAt,
      ...values,
    })
    .execute()
}
