import { describe, expect, it } from 'vitest'
import { newId } from '../../../platform/database/record-id.ts'
import type {
  TestGateway,
  TestGatewayPayment,
  TestGatewayRefund,
} from '../../../platform/payments/test-gateway.ts'
import { type TestApp, testNow } from '../../../test-app.ts'
import { startWithGateway } from '../../../test-payments.ts'
import { makeOrder } from '../../../test-records.ts'

let gateway: TestGateway
let app: TestApp
let count = 0
const { run, send, storedOrder, auditOf } = startWithGateway((started) => {
  ;({ app, gateway } = started)
})

interface Order {
  id: string
  reference: string
  gatewayOrderId: string
  paymentId: string
}

function newOrder(): Order {
  const n = `${process.pid}x${++count}`
  return { id: newId(), reference: `ORD-E-${n}`, gatewayOrderId: `order_E${n}`, paymentId: `pay_E${n}` }
}

/** Stores an order as the public product does before it is paid. */
async function store(order: Order, values: Record<string, unknown> = {}): Promise<Order> {
  await makeOrder(app.database.kysely, {
    id: order.id,
    reference_order_id: order.reference,
    gateway_order_id: order.gatewayOrderId,
    status: 'pending',
    amount: 249900,
    entity_id: newId(),
    ...values,
  })
  return order
}

const paymentOf = (order: Order, values: Partial<TestGatewayPayment> = {}): TestGatewayPayment => ({
  id: order.paymentId,
  amount: 249900,
  order_id: order.gatewayOrderId,
  at: '2026-11-20T11:00:00Z',
  ...values,
})
const refundOf = (order: Order, amount: number): TestGatewayRefund => ({
  id: `rfnd_E${process.pid}x${++count}`,
  payment_id: order.paymentId,
  amount,
  currency: 'INR',
  status: 'processed',
  receipt: null,
  notes: [],
})
const waiting = async (order: Order) =>
  (
    await app.database.kysely
      .selectFrom('early_event')
      .select('kind')
      .where('payment_id', '=', order.paymentId)
      .orderBy('received_at')
      .execute()
  ).map(({ kind }) => kind)
describe('the event of a payment', () => {
  it.each(['payment.captured', 'order.paid'] as const)(
    'completes a pending order on %s, dated when the money arrived (OQ-263)',
    async (name) => {
      const order = await store(newOrder())
      await app.database.pool.query("delete from graphile_worker._private_jobs where key = 'issue-documents'")
      expect((await send(gateway.paymentWebhook(name, paymentOf(order)))).status).toBe(200)
      expect(await storedOrder(order)).toMatchObject({
        status: 'completed',
        payment_id: order.paymentId,
        payment_method: 'upi',
        completed_at: new Date('2026-11-20T11:00:00Z'),
        document_state: 'due',
        version: 2,
      })
      expect(await auditOf(order)).toMatchObject([
        {
          action: 'transaction.payment',
          actor_email: 'system',
          before: { status: 'pending', payment_id: null },
          after: { status: 'completed', payment_id: order.paymentId, payment_method: 'upi' },
        },
      ])
      const jobs = "select count(*)::int as n from graphile_worker.jobs where key = 'issue-documents'"
      expect((await app.database.pool.query(jobs)).rows).toEqual([{ n: 1 }])
    },
  )

  it('finds its order by the reference in its notes or in the receipt (OQ-263)', async () => {
    const noted = await store(newOrder(), { gateway_order_id: null })
    const notes = { reference_order_id: noted.reference }
    await send(gateway.paymentWebhook('payment.captured', paymentOf(noted, { notes })))
    expect(await storedOrder(noted)).toMatchObject({
      status: 'completed',
      gateway_order_id: noted.gatewayOrderId,
    })
    const receipted = await store(newOrder(), { gateway_order_id: null })
    await send(gateway.paymentWebhook('order.paid', paymentOf(receipted, { receipt: receipted.reference })))
    expect(await storedOrder(receipted)).toMatchObject({ status: 'completed' })
  })

  it('dates the money neither before the order nor in the future (OQ-263)', async () => {
    const order = await store(newOrder())
    await send(gateway.paymentWebhook('payment.captured', paymentOf(order, { at: 4_000_000_000_000 })))
    expect((await storedOrder(order)).completed_at).toEqual(new Date(testNow))
    const early = await store(newOrder())
    await send(gateway.paymentWebhook('payment.captured', paymentOf(early, { at: 1_000 })))
    expect((await storedOrder(early)).completed_at).toEqual(new Date('2026-11-20T10:00:00Z'))
  })

  it.each([
    [['failed', 'captured'], 'completed'],
    [['captured', 'failed'], 'completed'],
    [['captured', 'captured', 'paid'], 'completed'],
    [['failed'], 'failed'],
  ])('moves an order only forward: %j (OQ-263)', async (names, status) => {
    const order = await store(newOrder())
    const events = {
      // A failed attempt to pay is another payment.
      failed: () => gateway.paymentWebhook('payment.failed', paymentOf(order, { id: `${order.paymentId}f` })),
      captured: () => gateway.paymentWebhook('payment.captured', paymentOf(order), `evt_${++count}`),
      paid: () => gateway.paymentWebhook('order.paid', paymentOf(order)),
    }
    for (const name of names) expect((await send(events[name as 'paid']())).status).toBe(200)
    expect((await storedOrder(order)).status).toBe(status)
  })

  it.each([
    ['another amount', { amount: 249899 }, {}, 'pending'],
    ['another currency', { currency: 'USD' }, {}, 'pending'],
    ['a second payment', {}, { status: 'completed', payment_id: 'pay_first' }, 'completed'],
    ['a payment in another status', {}, { status: 'on hold' }, 'on hold'],
  ])('changes nothing on %s (OQ-263)', async (_name, payment, values, status) => {
    const order = await store(
      newOrder(),
      'payment_id' in values ? { ...values, payment_id: `pay_${newId()}` } : values,
    )
    await send(gateway.paymentWebhook('payment.captured', paymentOf(order, payment)))
    expect(await storedOrder(order)).toMatchObject({ status, version: 1 })
    expect(await auditOf(order)).toEqual([])
  })

  it('of another order of the gateway leaves a completed order as it is, and is a difference (OQ-317)', async () => {
    const order = newOrder()
    await store(order, { status: 'completed', payment_id: order.paymentId })
    // Without our reference nobody knows whether it is another attempt to pay the same.
    const payment = paymentOf(order, { order_id: `${order.gatewayOrderId}x` })
    await send(gateway.paymentWebhook('payment.failed', { ...payment, id: `${order.paymentId}f` }))
    await send(gateway.paymentWebhook('payment.captured', payment))
    expect(await storedOrder(order)).toMatchObject({
      status: 'completed',
      gateway_order_id: order.gatewayOrderId,
      version: 1,
    })
    const { body } = await app.call('GET', '/admin/differences?kind=payment-of-another-order')
    expect(body.data.differences).toContainEqual(
      expect.objectContaining({
        payment_id: order.paymentId,
        order: expect.objectContaining({ _id: order.id }),
      }),
    )
  })

  it('leaves a refunded order refunded, and learns how a completed one was paid (OQ-263)', async () => {
    for (const status of ['refunded', 'completed']) {
      const order = newOrder()
      await store(order, { status, payment_id: order.paymentId })
      await send(gateway.paymentWebhook('payment.captured', paymentOf(order)))
      await send(gateway.paymentWebhook('payment.failed', paymentOf(order)))
      expect(await storedOrder(order)).toMatchObject({ status, payment_method: 'upi' })
    }
  })

  it('processes a repeated event once, also concurrently (OQ-263)', async () => {
    const order = await store(newOrder())
    const event = gateway.paymentWebhook('payment.captured', paymentOf(order))
    await Promise.all(Array.from({ length: 12 }, () => send(event)))
    expect(await storedOrder(order)).toMatchObject({ status: 'completed', version: 2 })
    expect(await auditOf(order)).toHaveLength(1)
  })
})

describe('the event of a refund', () => {
  it('of no amount records nothing, and hides no later refund (OQ-318)', async () => {
    const order = newOrder()
    await store(order, { status: 'completed', payment_id: order.paymentId })
    expect((await send(gateway.webhook('refund.processed', refundOf(order, 0)))).status).toBe(200)
    const recorded = () =>
      app.database.kysely
        .selectFrom('refund')
        .select(['amount', 'state'])
        .where('transaction_id', '=', order.id)
        .execute()
    expect(await recorded()).toEqual([])
    expect(await auditOf(order)).toEqual([])
    expect(await waiting(order)).toEqual([])
    await send(gateway.webhook('refund.processed', refundOf(order, 249900)))
    expect(await recorded()).toEqual([{ amount: 249900, state: 'processed' }])
    expect(await storedOrder(order)).toMatchObject({ status: 'refunded' })
  })
})

describe('an event that comes before its order', () => {
  it('waits, and is applied with its refunds when the order appears (OQ-265)', async () => {
    const order = newOrder()
    // In the worst order: refunds first, then the payment, then the order.
    await send(gateway.webhook('refund.processed', refundOf(order, 100000)))
    await send(gateway.webhook('refund.processed', refundOf(order, 149900)))
    await send(gateway.paymentWebhook('payment.captured', paymentOf(order)))
    await run('apply-early-events')
    expect(await waiting(order)).toEqual(['refund', 'refund', 'payment'])
    await store(order)
    await run('apply-early-events')
    expect(await storedOrder(order)).toMatchObject({ status: 'refunded', refunded_amount: 249900 })
    expect(await waiting(order)).toEqual([])
    await run('apply-early-events')
    expect(await auditOf(order)).toHaveLength(3)
  })

  it('lets a refund of a pending order wait for its payment (OQ-265)', async () => {
    const order = newOrder()
    await store(order, { payment_id: order.paymentId })
    await send(gateway.webhook('refund.processed', refundOf(order, 249900)))
    await run('apply-early-events')
    expect(await storedOrder(order)).toMatchObject({ status: 'pending', refunded_amount: 0 })
    await send(gateway.paymentWebhook('payment.captured', paymentOf(order)))
    expect(await storedOrder(order)).toMatchObject({ status: 'refunded', refunded_amount: 249900 })
    expect(await waiting(order)).toEqual([])
  })

  it('is applied once by two jobs, and one that fails stops no other (OQ-265)', async () => {
    const broken = newOrder()
    const order = newOrder()
    await send(gateway.paymentWebhook('payment.captured', paymentOf(broken)))
    await send(gateway.paymentWebhook('payment.captured', paymentOf(order)))
    await store(broken)
    await store(order)
    await app.database.pool.query(
      `create function break_one() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger break_one before update on transaction for each row when (old.id = '${broken.id}')
        execute function break_one()`,
    )
    await Promise.all([run('apply-early-events'), run('apply-early-events')])
    expect(await storedOrder(order)).toMatchObject({ status: 'completed', version: 2 })
    expect(await storedOrder(broken)).toMatchObject({ status: 'pending' })
    expect(await waiting(broken)).toEqual(['payment'])
    await app.database.pool.query('drop trigger break_one on transaction; drop function break_one')
    await run('apply-early-events')
    expect(await storedOrder(broken)).toMatchObject({ status: 'completed' })
  })

  it('becomes a difference before it is dropped, if it says that money moved (OQ-784)', async () => {
    const [paid, failed, returned] = [newOrder(), newOrder(), newOrder()]
    await send(gateway.paymentWebhook('payment.captured', paymentOf(paid)))
    await send(gateway.paymentWebhook('payment.failed', paymentOf(failed)))
    const refund = refundOf(returned, 100000)
    await send(gateway.webhook('refund.processed', refund))
    const found = async () =>
      (await app.call('GET', '/admin/differences?limit=200')).body.data.differences.filter(
        (one: { payment_id: string }) =>
          [paid, failed, returned].some(({ paymentId }) => paymentId === one.payment_id),
      )
    await run('sweep-webhook-events')
    expect(await found()).toEqual([])
    await app.database.pool.query("update early_event set received_at = now() - interval '31 days'")
    for (let n = 0; n < 2; n++) await run('sweep-webhook-events')
    expect(await waiting(paid)).toEqual([])
    expect(
      (await found()).sort((a: { kind: string }, b: { kind: string }) => a.kind.localeCompare(b.kind)),
    ).toMatchObject([
      {
        kind: 'payment-without-order',
        payment_id: paid.paymentId,
        gateway: { state: 'captured', amount: 249900 },
      },
      {
        kind: 'refund-unknown',
        gateway_refund_id: refund.id,
        gateway: { state: 'processed', amount: 100000 },
      },
    ])
    // The order appears after all, and takes the payment.
    await store(paid)
    await send(gateway.paymentWebhook('payment.captured', paymentOf(paid), 'evt_late'))
    expect((await found()).map(({ kind }: { kind: string }) => kind)).toEqual(['refund-unknown'])
  })

  it('is dropped after 30 days, and the oldest beyond ten thousand (OQ-265)', async () => {
    await app.database.pool.query(`
      insert into early_event (id, kind, payment_id, event, received_at)
      select 'flood-' || n, 'refund', 'pay_flood', '{}'::jsonb, now() - make_interval(mins => n)
      from generate_series(1, 10005) as n
      union all select 'old', 'refund', 'pay_flood', '{}'::jsonb, now() - interval '31 days'`)
    await run('sweep-webhook-events')
    const { rows } = await app.database.pool.query(
      "select count(*)::int as n, bool_or(id = 'old') as has_old, bool_or(id = 'flood-1') as has_new from early_event",
    )
    expect(rows).toEqual([{ n: 10000, has_old: false, has_new: true }])
    await app.database.pool.query('delete from early_event')
  })
})
