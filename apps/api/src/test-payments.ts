import { afterAll, beforeAll, beforeEach } from 'vitest'
import { newId } from './platform/database/record-id.ts'
import { startTestGateway, type TestGateway } from './platform/payments/test-gateway.ts'
import { createTestApp, type TestApp, testNow } from './test-app.ts'
import { makeOrder } from './test-records.ts'

export interface PaidOrder {
  id: string
  reference: string
  paymentId: string
}

interface Started {
  app: TestApp
  gateway: TestGateway
}

/**
 * Starts an app and a payment gateway for the tests of a file. Before each test the gateway's behaviour and the clock are
 * reset.
 * @param onStart receives both before the first test
 * @param environment further settings of the app
 * @returns functions that act on this app, or on another one that shares its database
 */
export function startWithGateway(
  onStart: (started: Started) => void,
  environment: Record<string, string> = {},
) {
  let gateway: TestGateway
  let app: TestApp
  let count = 0

  beforeAll(async () => {
    gateway = await startTestGateway()
    app = await createTestApp({ ...gateway.environment, ...environment })
    onStart({ app, gateway })
  })
  afterAll(async () => {
    await app.close()
    await gateway.close()
  })
  beforeEach(() => {
    gateway.reset()
    app.clock.set(testNow)
  })

  /** Runs a task as the job runner does. */
  const run = (task: string, payload: unknown = {}, on = app) =>
    on.app.tasks[task]?.(payload, {
      attempt: 1,
      isLastAttempt: false,
      signal: new AbortController().signal,
    })
  const refundsOf = ({ id }: { id: string }, on = app) =>
    on.database.kysely
      .selectFrom('refund')
      .selectAll()
      .where('transaction_id', '=', id)
      .orderBy('id')
      .execute()
  const refundOf = async (order: { id: string }, on = app) => {
    const latest = (await refundsOf(order, on)).at(-1)
    if (!latest) throw new Error('No refund is stored.')
    return latest
  }

  return {
    run,
    refundsOf,
    /** Returns the latest refund of an order. */
    refundOf,
    /** Runs the settle job of the latest refund of an order. */
    settle: async (order: { id: string }, on = app) =>
      run('settle-refund', { refundId: (await refundOf(order, on)).id }, on),
    later: (seconds: number) => app.clock.set(new Date(app.clock.now().getTime() + seconds * 1000)),
    send: ({ body, headers }: { body: string; headers: Record<string, string> }) =>
      app.call('POST', '/webhooks/razorpay', { raw: body, headers, token: null }),
    /** Stores a completed order of 2,499 rupees whose payment the gateway has captured. */
    async makePaidOrder(
      values: Partial<Parameters<typeof makeOrder>[1]> & { amount?: number } = {},
      on = app,
    ): Promise<PaidOrder> {
      const name = `${process.pid}x${++count}`
      const order = {
        id: newId(),
        reference: `ORD-R-${name}`,
        paymentId: values.payment_id ?? `pay_R${name}`,
      }
      const amount = values.amount ?? 249_900
      await makeOrder(on.database.kysely, {
        id: order.id,
        reference_order_id: order.reference,
        payment_id: order.paymentId,
        entity_id: newId(),
        amount,
        ...values,
      })
      gateway.books.payments.push({ id: order.paymentId, amount, currency: values.currency_code ?? 'INR' })
      return order
    },
    storedOrder: ({ id }: { id: string }, on = app) =>
      on.database.kysely.selectFrom('transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    auditOf: ({ id }: { id: string }) =>
      app.database.kysely
        .selectFrom('audit_entry')
        .selectAll()
        .where('entity_id', '=', id)
        .orderBy('id')
        .execute(),
    isJobWaiting: async (key: string) => {
      const { rows } = await app.database.pool.query('select 1 from graphile_worker.jobs where key = $1', [
        key,
      ])
      return rows.length === 1
    },
  }
}
