import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { emptyingOf } from '../../../platform/database/test-emptying.ts'
import type { TestGateway } from '../../../platform/payments/test-gateway.ts'
import type { TestApp } from '../../../test-app.ts'
import { startWithGateway } from '../../../test-payments.ts'
import { makeOrder } from '../../../test-records.ts'

const day = '2026-11-20'
const at = '2026-11-20T10:02:00.000Z'
const amount = 249_900

let gateway: TestGateway
let app: TestApp
let count = 0
const { run, send, storedOrder, refundsOf, makePaidOrder, isJobWaiting } = startWithGateway((started) => {
  ;({ app, gateway } = started)
})
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

/** Stores a pending order, with the gateway's order for it. */
async function makePending() {
  const n = `${process.pid}x${++count}`
  const order = {
    id: randomUUID(),
    reference: `ORD-S-${n}`,
    gatewayOrderId: `order_S${n}`,
    paymentId: `pay_S${n}`,
  }
  await makeOrder(app.database.kysely, {
    id: order.id,
    reference_order_id: order.reference,
    gateway_order_id: order.gatewayOrderId,
    status: 'pending',
    amount,
    entity_id: randomUUID(),
    completed_at: null,
  })
  gateway.books.receipts.set(order.gatewayOrderId, order.reference)
  return order
}

const statusOf = async (order: { id: string }) => (await storedOrder(order)).status
const kinds = async () => {
  const { body } = await app.call('GET', '/admin/differences')
  return body.data.differences.map((one: { kind: string; action: string | null }) => [one.kind, one.action])
}

const auto = { status: 'refunded', captured: false, amount_refunded: amount, refund_status: 'full' } as const
const complete = [['paid-not-completed', 'complete-order']]

/** A payment of a pending order at Razorpay, what a check makes of the order, and what the comparison finds. */
const paymentStates = [
  { name: 'created', payment: { status: 'created' }, check: 'pending', found: [] },
  { name: 'authorized', payment: { status: 'authorized' }, check: 'pending', found: [] },
  { name: 'captured', payment: { status: 'captured' }, check: 'completed', found: complete },
  {
    name: 'captured by its status alone',
    payment: { status: 'captured', captured: false },
    check: 'pending',
    found: [],
  },
  {
    name: 'captured and refunded in part',
    payment: { status: 'captured', amount_refunded: 500, refund_status: 'partial' },
    check: 'completed',
    found: complete,
  },
  {
    name: 'captured and refunded later',
    payment: { status: 'refunded', captured: true },
    check: 'completed',
    found: complete,
  },
  { name: 'refunded by itself, never captured', payment: auto, check: 'pending', found: [] },
  { name: 'failed', payment: { status: 'failed' }, check: 'failed', found: [] },
  { name: 'a state to come', payment: { status: 'on_hold' }, check: 'pending', found: [] },
] as const

describe('a payment that is', () => {
  it.each(paymentStates)('$name makes an order $check (OQ-750)', async ({ payment, check, found }) => {
    const order = await makePending()
    gateway.books.payments.push({
      id: order.paymentId,
      order_id: order.gatewayOrderId,
      amount,
      at,
      notes: [],
      ...payment,
    })
    await run('compare-day', { day })
    expect(await kinds()).toEqual(found)
    expect(await statusOf(order)).toBe('pending')
    const { status, body } = await app.call('POST', `/admin/orders/${order.id}/check`)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(await statusOf(order)).toBe(check)
    expect(await isJobWaiting('issue-documents')).toBe(check === 'completed')
    expect(await kinds()).toEqual([])
  })

  it('refunded by itself is named by the check, and its refund is none of ours (OQ-750)', async () => {
    const order = await makePending()
    const payment = { id: order.paymentId, order_id: order.gatewayOrderId, amount, at, ...auto }
    const refund = { id: 'rfnd_auto', payment_id: order.paymentId, amount, at }
    gateway.books.payments.push(payment)
    gateway.books.refunds.push(refund)
    gateway.books.settled.push({
      entity_id: 'rfnd_auto',
      type: 'refund',
      payment_id: order.paymentId,
      amount,
      day,
    })
    for (const event of ['refund.created', 'refund.processed', 'refund.speed_changed']) {
      expect((await send(gateway.webhook(event, { ...refund, payment }))).status).toBe(200)
    }
    await run('compare-day', { day })
    const { body } = await app.call('POST', `/admin/orders/${order.id}/check`)
    expect(body.data).toMatchObject({
      outcome: 'nothing',
      message:
        'Razorpay gave a payment of ₹2,499 back by itself, because it was not captured in time. The order is not paid.',
    })
    expect([await statusOf(order), await kinds(), await refundsOf(order)]).toEqual(['pending', [], []])
    // A later payment of the same order completes it, and the refund of the first one stays apart.
    const paid = { id: `${order.paymentId}b`, order_id: order.gatewayOrderId, amount }
    await send(gateway.paymentWebhook('payment.captured', paid))
    await run('apply-early-events')
    expect([await statusOf(order), await refundsOf(order)]).toEqual(['completed', []])
  })

  it('refunded by itself, of an order that another system completed, is not paid (OQ-750)', async () => {
    const order = await makePaidOrder({ completed_at: at })
    const payment = gateway.books.payments.find(({ id }) => id === order.paymentId)
    Object.assign(payment ?? {}, { at, ...auto })
    gateway.books.refunds.push({ id: 'rfnd_auto2', payment_id: order.paymentId, amount, at })
    await run('compare-day', { day })
    expect(await kinds()).toEqual([['not-paid', null]])
    expect([await statusOf(order), await refundsOf(order)]).toEqual(['completed', []])
  })
})

/** An event about the payment of a pending order, and the order's status after it. */
const events = [
  ['payment.authorized', 'pending'],
  ['payment.pending', 'pending'],
  ['payment.captured', 'completed'],
  ['payment.failed', 'failed'],
  ['order.paid', 'completed'],
  ['order.notification.delivered', 'pending'],
  ['order.notification.failed', 'pending'],
  ['payment.dispute.created', 'pending'],
  ['payment.dispute.under_review', 'pending'],
  ['payment.dispute.action_required', 'pending'],
  ['payment.dispute.won', 'pending'],
  ['payment.dispute.lost', 'pending'],
  ['payment.dispute.closed', 'pending'],
  ['payment.downtime.started', 'pending'],
  ['payment.downtime.resolved', 'pending'],
  ['payment_link.paid', 'pending'],
  ['payment_link.partially_paid', 'pending'],
  ['payment_link.expired', 'pending'],
  ['payment_link.cancelled', 'pending'],
  ['invoice.paid', 'pending'],
  ['invoice.partially_paid', 'pending'],
  ['invoice.expired', 'pending'],
  ['subscription.charged', 'pending'],
  ['settlement.processed', 'pending'],
  ['transfer.processed', 'pending'],
  ['virtual_account.credited', 'pending'],
  ['qr_code.credited', 'pending'],
  ['fund_account.validation.completed', 'pending'],
  ['account.updated', 'pending'],
  ['a.kind.to.come', 'pending'],
] as const

describe('an event', () => {
  it.each(events)('%s leaves a pending order %s (OQ-750)', async (event, status) => {
    const order = await makePending()
    const payment = {
      id: order.paymentId,
      order_id: order.gatewayOrderId,
      amount,
      receipt: order.reference,
      at,
    }
    expect((await send(gateway.paymentWebhook(event, payment))).status).toBe(200)
    expect(await statusOf(order)).toBe(status)
  })

  it.each(['payment.captured', 'order.paid'])(
    '%s of a payment that was not captured decides nothing (OQ-750)',
    async (event) => {
      const order = await makePending()
      const payment = {
        id: order.paymentId,
        order_id: order.gatewayOrderId,
        amount,
        receipt: order.reference,
        ...auto,
      }
      await send(gateway.paymentWebhook(event, payment))
      expect(await statusOf(order)).toBe('pending')
    },
  )

  it('captured after failed completes, and failed after captured changes nothing (OQ-263)', async () => {
    for (const names of [
      ['payment.failed', 'payment.captured'],
      ['payment.captured', 'payment.failed'],
    ]) {
      const order = await makePending()
      for (const name of names) {
        await send(
          gateway.paymentWebhook(name, { id: order.paymentId, order_id: order.gatewayOrderId, amount }),
        )
      }
      expect(await statusOf(order)).toBe('completed')
    }
  })
})

/** A refund that Razorpay's dashboard made, as an event and a list report it, and what is stored. */
const refundStates = [
  { event: 'refund.created', status: 'pending', stored: 'requested', order: 'completed' },
  { event: 'refund.created', status: 'processed', stored: 'processed', order: 'refunded' },
  { event: 'refund.processed', status: 'processed', stored: 'processed', order: 'refunded' },
  { event: 'refund.failed', status: 'failed', stored: 'failed', order: 'completed' },
  { event: 'refund.speed_changed', status: 'pending', stored: 'requested', order: 'completed' },
  { event: 'refund.speed_changed', status: 'processed', stored: 'processed', order: 'refunded' },
  { event: 'refund.arn_updated', status: 'processed', stored: 'processed', order: 'refunded' },
  { event: 'refund.created', status: 'queued', stored: 'requested', order: 'completed' },
] as const

describe('a refund', () => {
  it.each(refundStates)('$event with the state $status is stored as $stored (OQ-750)', async (row) => {
    const order = await makePaidOrder({ completed_at: at })
    const id = `rfnd_S${++count}`
    const payment = { id: order.paymentId, amount }
    const refund = { id, payment_id: order.paymentId, amount, status: row.status, at }
    expect((await send(gateway.webhook(row.event, { ...refund, payment }))).status).toBe(200)
    expect((await refundsOf(order)).map(({ state }) => state)).toEqual([row.stored])
    expect(await statusOf(order)).toBe(row.order)
  })

  it.each(['pending', 'processed', 'failed', 'queued'])(
    '%s in the list of a day is no obstacle (OQ-750)',
    async (status) => {
      const order = await makePaidOrder({ completed_at: at })
      Object.assign(gateway.books.payments[0] ?? {}, { at })
      gateway.books.refunds.push({ id: `rfnd_L${++count}`, payment_id: order.paymentId, amount, status, at })
      await run('compare-day', { day })
      const { body } = await app.call('GET', '/admin/comparisons')
      expect(body.data.comparisons[0]).toMatchObject({ day, state: 'done', refunds: 1 })
      expect(await statusOf(order)).toBe(status === 'processed' ? 'refunded' : 'completed')
    },
  )
})

it('reads a settlement with lines of every kind, and such as are not settled yet (OQ-750)', async () => {
  gateway.books.settled.push(
    { entity_id: 'pay_x', type: 'payment', amount: 100, settled_at: 0, day },
    { entity_id: 'adj_x', type: 'adjustment', amount: -500, settled_at: null, day },
    { entity_id: 'rvrsl_x', type: 'reversal', amount: 500, fee: null, day },
  )
  await run('compare-day', { day })
  const { body } = await app.call('GET', '/admin/comparisons')
  expect(body.data.comparisons[0]).toMatchObject({ day, state: 'done', settlements: 3 })
})

describe('the documentation', () => {
  const page = readFileSync(new URL('../../../../../../docs/providers.md', import.meta.url), 'utf8')
  const [, section = ''] = page.split('### What Razorpay says, and what Greenroom does')
  /** The rows of a table, by what is said in its first column. */
  const rowsOf = (heading: string) => {
    const [, table = ''] = section.split(`| ${heading} | Greenroom |\n|---|---|\n`)
    return (table.split('\n\n')[0] ?? '').split('\n').map((row) => {
      const [names = '', does = ''] = row.split(' | ')
      return { names, does }
    })
  }
  /** What the row does that names a state or an event. */
  const doing = (heading: string, name: string) =>
    rowsOf(heading).find(({ names }) => names.includes(`\`${name}\``))?.does

  it.each(events.filter(([name]) => name !== 'a.kind.to.come'))(
    'says of %s that it leaves a pending order %s (OQ-750)',
    (name, status) => {
      const verbs = {
        completed: 'completes the order',
        failed: 'fails the order',
        pending: 'acknowledges it',
      }
      expect(doing('Events', name)).toContain(verbs[status])
    },
  )

  it.each([...new Set(refundStates.map(({ event }) => event))])('names %s (OQ-750)', (name) => {
    expect(doing('Events', name)).toContain('records the refund')
  })

  it.each(['created', 'authorized', 'captured', 'refunded', 'failed'])(
    'says what a payment that is %s does (OQ-750)',
    (state) => {
      expect(paymentStates.some(({ payment }) => payment.status === state)).toBe(true)
      expect(doing('A payment is', state)).toBeTruthy()
    },
  )

  it.each(['pending', 'processed', 'failed'])('says what a refund that is %s does (OQ-750)', (state) => {
    expect(refundStates.some(({ status }) => status === state)).toBe(true)
    expect(doing('A refund is', state)).toBeTruthy()
  })

  it('names no event that is not tried (OQ-750)', () => {
    const named = rowsOf('Events').flatMap(({ names }) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, one]) => one),
    )
    const tried = [...events.map(([name]) => name), ...refundStates.map(({ event }) => event)]
    expect(named.filter((name) => !tried.some((one) => one === name))).toEqual([])
    expect(named.length).toBeGreaterThan(30)
  })
})
