import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import type { AppError } from '../../../platform/app-error.ts'
import { startCall } from '../../../platform/call.ts'
import { createKysely, createPool } from '../../../platform/database/connect.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { choosePayments } from '../../../platform/payments/choose-payments.ts'
import {
  type RefundBehaviour,
  type TestGateway,
  type TestGatewayRefund,
  testKeys,
} from '../../../platform/payments/test-gateway.ts'
import { signWebhook } from '../../../platform/payments/webhook-signature.ts'
import { readSettings } from '../../../settings.ts'
import { createTestApp, type TestApp, type TestResponse } from '../../../test-app.ts'
import { type PaidOrder, startWithGateway } from '../../../test-payments.ts'
import { createTransactionService } from '../transaction/transaction.service.ts'
import { createRefundService } from './refund.service.ts'
import { createRefundApproval } from './refund-approval.service.ts'
import { createRefundReasonService } from './refund-reason.service.ts'

let gateway: TestGateway
let app: TestApp
let count = 0
const {
  refundsOf,
  refundOf,
  settle,
  later,
  send,
  makePaidOrder: makeOrder,
  storedOrder,
  auditOf,
  isJobWaiting,
} = startWithGateway((started) => {
  ;({ app, gateway } = started)
})

const refund = (id: unknown, on: Pick<TestApp, 'call'> = app) =>
  on.call('POST', '/admin/payment/refund', { json: { order_id: id } })
const statusOf = async (order: PaidOrder, on: TestApp = app) => (await storedOrder(order, on)).status
const isSettleJobWaiting = async (order: PaidOrder) =>
  isJobWaiting(`settle-refund:${(await refundOf(order)).id}`)
const progressIn = (answer: TestResponse) => answer.body.data.order.refund

describe('requesting a refund', () => {
  it('requires a credential (AUTH-09)', async () => {
    const order = await makeOrder()
    const answer = await app.call('POST', '/admin/payment/refund', {
      json: { order_id: order.id },
      token: null,
    })
    expect(answer.status).toBe(401)
    expect(await refundsOf(order)).toEqual([])
  })

  it.each([
    [undefined, 400],
    ['', 400],
    [7, 400],
    [null, 400],
    ['x'.repeat(101), 400],
    ['x', 404],
    ["' or 1=1 --", 404],
    ['01931f6e-0000-7000-8000-00000000dead', 404],
  ])('rejects an order_id of %j with %i (TXN-17)', async (id, status) => {
    const answer = await refund(id)
    expect(answer.status).toBe(status)
    expect(answer.body.message).toEqual(expect.any(String))
    expect(gateway.calls).toHaveLength(0)
  })

  it.each([
    ['pending', "A pending transaction can't be refunded."],
    ['refunded', 'This transaction has already been refunded.'],
    ['failed', 'Only a completed transaction can be refunded.'],
    ['on hold', 'Only a completed transaction can be refunded.'],
  ])('rejects a transaction that is %s and changes nothing (TXN-13)', async (status, message) => {
    const order = await makeOrder({ status })
    const answer = await refund(order.id)
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ success: false, code: 'WRONG_STATE', message })
    expect(await statusOf(order)).toBe(status)
    expect(await refundsOf(order)).toEqual([])
    expect(await auditOf(order)).toEqual([])
    expect(gateway.calls).toHaveLength(0)
  })

  it.each([{ payment_id: null }, { amount: 0 }])('rejects a transaction with %j', async (values) => {
    const answer = await refund((await makeOrder(values)).id)
    expect(answer.status).toBe(409)
    expect(answer.body.message).toBe('This transaction has no payment that could be refunded.')
    expect(gateway.calls).toHaveLength(0)
  })

  it('refunds the whole amount once and returns the message and the order (TXN-17, TXN-13)', async () => {
    const order = await makeOrder()
    const answer = await refund(order.id)
    expect(answer.status).toBe(200)
    const message = `Refund initiated for order ${order.reference}`
    expect(answer.body).toMatchObject({
      success: true,
      message,
      data: {
        message,
        order: { _id: order.id, status: 'refunded', amount: 249900, refund: { state: 'processed' } },
      },
    })
    expect(gateway.refunds).toMatchObject([{ payment_id: order.paymentId, amount: 249900, currency: 'INR' }])
    expect(await refundOf(order)).toMatchObject({
      state: 'processed',
      amount: 249900,
      gateway_refund_id: gateway.refunds[0]?.id,
      requested_by: 'meera.nair@greenroom.example',
      calling_until: null,
    })

    const again = await refund(order.id)
    expect(again.status).toBe(409)
    expect(again.body.message).toBe('This transaction has already been refunded.')
    expect(gateway.calls).toHaveLength(1)
  })

  it('refunds dollars in cents', async () => {
    const order = await makeOrder({ currency_code: 'USD', amount: 4900, payment_id: `pay_usd_${newId()}` })
    expect((await refund(order.id)).status).toBe(200)
    expect(gateway.refunds).toMatchObject([{ amount: 4900, currency: 'USD' }])
  })

  it('audits who asked and how it ended (TXN-13)', async () => {
    const order = await makeOrder()
    await refund(order.id)
    const { id } = await refundOf(order)
    expect(await auditOf(order)).toMatchObject([
      {
        action: 'transaction.refund',
        actor_email: 'meera.nair@greenroom.example',
        entity_label: order.reference,
        after: { refund_id: id, refund_state: 'requested', amount: 249900, currency_code: 'INR' },
      },
      {
        action: 'transaction.refund.settle',
        actor_email: 'meera.nair@greenroom.example',
        before: { status: 'completed', refund_state: 'requested' },
        after: { status: 'refunded', refund_state: 'processed' },
      },
    ])
  })

  it('stores the intent with its key, and its job, before calling the gateway', async () => {
    const order = await makeOrder()
    const release = gateway.holdAnswers()
    const answering = refund(order.id)
    await expect.poll(() => gateway.calls.length).toBe(1)
    const stored = await refundOf(order)
    expect(stored).toMatchObject({ state: 'requested', attempts: 1 })
    expect(stored.idempotency_key).toMatch(/^[A-Za-z0-9_-]{10,}$/)
    expect(gateway.calls[0]?.key).toBe(stored.idempotency_key)
    expect(await isSettleJobWaiting(order)).toBe(true)
    expect(await statusOf(order)).toBe('completed')
    const meanwhile = await refund(order.id)
    expect(meanwhile.status).toBe(409)
    expect(meanwhile.body.message).toBe('A refund of this transaction is already in progress.')
    release()
    expect((await answering).status).toBe(200)
    expect(gateway.calls).toHaveLength(1)
  })
})

describe('at most once', () => {
  const expectOneRefund = (answers: { status: number; message: string }[]) => {
    const accepted = answers.filter(({ status }) => status === 200)
    const others = answers.filter(({ status }) => status !== 200)
    expect(accepted).toHaveLength(1)
    for (const answer of others) {
      expect(answer.status).toBe(409)
      expect(answer.message).toMatch(/^(A refund of this|This) transaction .*already/)
    }
  }

  it('makes one gateway call for fifty concurrent refunds of one order', async () => {
    const order = await makeOrder()
    const answers = await Promise.all(Array.from({ length: 50 }, () => refund(order.id)))
    expectOneRefund(answers.map(({ status, body }) => ({ status, message: body.message })))
    expect(gateway.calls).toHaveLength(1)
    expect(await refundsOf(order)).toHaveLength(1)
    expect(await statusOf(order)).toBe('refunded')
  })

  it('makes one gateway call for fifty refunds from two servers with their jobs', async () => {
    const log = pino({ level: 'silent' })
    const pool = createPool(app.database.url, { size: 6, log })
    pool.options.connectionTimeoutMillis = 60_000
    const db = createKysely(pool)
    const settings = readSettings({ NODE_ENV: 'test', DATA_DIR: app.dataDir, ...gateway.environment })
    // What a second server has of its own: connections, gateway, service.
    const second = createRefundService({
      gateway: choosePayments(settings, { clock: app.clock, log }),
      transactions: createTransactionService(),
      reasons: createRefundReasonService(),
      approval: createRefundApproval(settings),
      settings,
      log,
    })
    const secondCall = () => startCall({ db, clock: app.clock })
    const refundAtSecond = (order: PaidOrder) =>
      second.refund(secondCall(), order.id).then(
        () => ({ status: 200, message: '' }),
        (error: AppError) => ({ status: error.status, message: error.message }),
      )
    try {
      const order = await makeOrder()
      const release = gateway.holdAnswers()
      const answering = Array.from({ length: 50 }, (_, n) =>
        n % 2 === 0
          ? refundAtSecond(order)
          : refund(order.id).then(({ status, body }) => ({ status, message: body.message })),
      )
      await expect.poll(() => gateway.calls.length).toBe(1)
      await Promise.all([
        settle(order),
        second.settle(secondCall(), { refundId: (await refundOf(order)).id }),
      ])
      release()
      expectOneRefund(await Promise.all(answering))
      expect(gateway.calls).toHaveLength(1)
      expect(await statusOf(order)).toBe('refunded')
    } finally {
      await pool.end()
    }
  })

  it('makes one gateway call for two concurrent jobs', async () => {
    const order = await makeOrder()
    gateway.behave('500', 'made')
    await refund(order.id)
    await Promise.all([settle(order), settle(order), settle(order)])
    expect(gateway.calls).toHaveLength(2)
    expect(await statusOf(order)).toBe('refunded')
  })
})

describe('a refund that waits for the database', () => {
  const limits = {
    lock: { DATABASE_LOCK_TIMEOUT_SECONDS: '0.2', DATABASE_STATEMENT_TIMEOUT_SECONDS: '60' },
    statement: { DATABASE_LOCK_TIMEOUT_SECONDS: '60', DATABASE_STATEMENT_TIMEOUT_SECONDS: '0.2' },
  }
  let on: TestApp
  afterEach(() => on.close())
  const start = async (limit: keyof typeof limits) => {
    on = await createTestApp({ ...gateway.environment, ...limits[limit] })
    return makeOrder({}, on)
  }
  const holdRow = (order: PaidOrder) =>
    on.database.hold('select from transaction where id = $1 for update', [order.id])
  /** Requests a refund and locks as soon as the gateway is called, until the response has arrived. */
  async function refundDuring(order: PaidOrder, lock: () => Promise<() => Promise<void>>) {
    const respond = gateway.holdAnswers()
    const answering = refund(order.id, on)
    await expect.poll(() => gateway.calls.length).toBe(1)
    const release = await lock()
    respond()
    const answer = await answering
    await release()
    return answer
  }
  const undecided = (order: PaidOrder) =>
    `Refund initiated for order ${order.reference}; its outcome is not known yet`

  it.each(['lock', 'statement'] as const)(
    'stores nothing and calls no gateway when the order is locked before (%s time-out)',
    async (limit) => {
      const order = await start(limit)
      const release = await holdRow(order)
      const answer = await refund(order.id, on)
      await release()
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toMatch(/^[15]$/)
      expect(answer.body.code).toBe('UNAVAILABLE')
      expect(gateway.calls).toHaveLength(0)
      expect(await refundsOf(order, on)).toEqual([])
    },
  )

  it.each(['lock', 'statement'] as const)(
    'says that the outcome follows when the order is locked after the gateway was called (%s time-out)',
    async (limit) => {
      const order = await start(limit)
      const answer = await refundDuring(order, () => holdRow(order))
      expect([answer.status, answer.body.message]).toEqual([200, undecided(order)])
      expect(answer.body.data.order.status).toBe('completed')
      expect(progressIn(answer)).toMatchObject({ state: 'requested' })
      expect(gateway.refunds).toHaveLength(1)
      expect((await refund(order.id, on)).status).toBe(409)

      on.clock.set(new Date(on.clock.now().getTime() + 600_000))
      await settle(order, on)
      expect(await statusOf(order, on)).toBe('refunded')
      expect(gateway.refunds).toHaveLength(1)
    },
  )

  it('says the same when the gateway refused but this could not be stored', async () => {
    const order = await start('lock')
    gateway.behave('refused')
    const answer = await refundDuring(order, () => holdRow(order))
    expect([answer.status, answer.body.message]).toEqual([200, undecided(order)])
    on.clock.set(new Date(on.clock.now().getTime() + 600_000))
    await settle(order, on)
    expect(await refundOf(order, on)).toMatchObject({ state: 'failed' })
    expect(await statusOf(order, on)).toBe('completed')
  })

  it('says so with 503 when the order cannot be read after the gateway was called', async () => {
    const order = await start('lock')
    const answer = await refundDuring(order, () =>
      on.database.hold('lock table transaction in access exclusive mode'),
    )
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(answer.body).toMatchObject({
      code: 'UNAVAILABLE',
      message: `${undecided(order)}. Reload the list in a moment.`,
    })
    on.clock.set(new Date(on.clock.now().getTime() + 600_000))
    await settle(order, on)
    expect(await statusOf(order, on)).toBe('refunded')
    expect(gateway.refunds).toHaveLength(1)
  })
})

describe('an unknown outcome', () => {
  const unclear: RefundBehaviour[] = [
    'cut',
    '500',
    '429',
    'html',
    'in-progress',
    'made-cut',
    'made-500',
    'made-html',
    'made-empty',
    'made-other-amount',
    'made-other-currency',
    'made-other-payment',
  ]
  it.each(unclear)(
    'after "%s" is shown as neither success nor failure, and comes right by itself',
    async (behaviour) => {
      const order = await makeOrder()
      gateway.behave(behaviour, 'made')
      const answer = await refund(order.id)
      expect(answer.status).toBe(200)
      expect(answer.body.message).toBe(
        `Refund initiated for order ${order.reference}; its outcome is not known yet`,
      )
      expect(answer.body.data.message).toBe(answer.body.message)
      expect(answer.body.data.order.status).toBe('completed')
      expect(progressIn(answer)).toMatchObject({ state: 'unknown' })
      expect((await refund(order.id)).status).toBe(409)
      expect(await isSettleJobWaiting(order)).toBe(true)

      await settle(order)
      expect(await statusOf(order)).toBe('refunded')
      expect(await refundOf(order)).toMatchObject({
        state: 'processed',
        gateway_refund_id: gateway.refunds[0]?.id,
      })
      expect(gateway.refunds).toHaveLength(1)
      // Every repeat was exactly the same.
      for (const call of gateway.calls) expect(call).toEqual(gateway.calls[0])
    },
  )

  it('stays unknown, with its job, while the gateway is unreachable', async () => {
    const order = await makeOrder()
    gateway.behave('made-cut', 'made')
    gateway.behaveAtLists('500')
    await refund(order.id)
    for (const trouble of ['500', 'html', 'keys-refused', 'garbage'] as const) {
      gateway.behaveAtLists(trouble)
      await settle(order)
      expect(await refundOf(order)).toMatchObject({ state: 'unknown' })
      expect(await statusOf(order)).toBe('completed')
      expect(await isSettleJobWaiting(order)).toBe(true)
    }
    expect(gateway.calls).toHaveLength(1)
    gateway.behaveAtLists('list')
    await settle(order)
    expect(await statusOf(order)).toBe('refunded')
  })

  it('ignores a gateway refund of another amount', async () => {
    const order = await makeOrder()
    gateway.behave('made-cut')
    await refund(order.id)
    const [made] = gateway.refunds
    if (made) made.amount = 1
    await settle(order)
    expect(await refundOf(order)).toMatchObject({ state: 'unknown' })
    expect(await statusOf(order)).toBe('completed')
  })

  it('is settled by the job after the server died between intent and response and its claim expired', async () => {
    const order = await makeOrder()
    const release = gateway.holdAnswers()
    const answering = refund(order.id)
    await expect.poll(() => gateway.calls.length).toBe(1)
    // The job runs while the first call is still running: it must not call as well.
    await settle(order)
    expect(gateway.calls).toHaveLength(1)
    expect(gateway.lists()).toBe(0)
    expect(await isSettleJobWaiting(order)).toBe(true)
    // From here on the first server counts as dead.
    later(600)
    const settled = settle(order)
    await expect.poll(() => gateway.calls.length).toBe(2)
    release()
    await settled
    expect(await statusOf(order)).toBe('refunded')
    expect(gateway.refunds).toHaveLength(1)
    // Its late response changes nothing.
    expect((await answering).body.data.order.status).toBe('refunded')
    expect(await refundsOf(order)).toHaveLength(1)
    expect(gateway.calls[1]).toEqual(gateway.calls[0])
  })

  it('is left alone by the job once settled', async () => {
    const order = await makeOrder()
    await refund(order.id)
    await settle(order)
    expect(gateway.calls).toHaveLength(1)
    expect(gateway.lists()).toBe(0)
  })
})

describe('a definite response', () => {
  it('leaves a refused order completed with the gateway’s reason, and allows another refund', async () => {
    const order = await makeOrder()
    gateway.behave('refused', 'made')
    const answer = await refund(order.id)
    const reason = 'Your account does not have enough balance to carry out the refund.'
    expect(answer.status).toBe(502)
    expect(answer.body).toMatchObject({ success: false, code: 'PAYMENT_PROVIDER', message: reason })
    expect(await statusOf(order)).toBe('completed')
    expect(await refundOf(order)).toMatchObject({ state: 'failed', reason })
    expect((await auditOf(order)).at(-1)).toMatchObject({
      action: 'transaction.refund.settle',
      after: { refund_state: 'failed', reason },
    })
    const shown = await app.call('GET', '/admin/orders?entity_type=masterclass&limit=200')
    const listed = shown.body.data.ordersList.find((one: { _id: string }) => one._id === order.id)
    expect(listed).toMatchObject({ status: 'completed', refund: { state: 'failed', reason } })

    later(600)
    expect((await refund(order.id)).status).toBe(200)
    expect(await statusOf(order)).toBe('refunded')
    const [first, second] = await refundsOf(order)
    expect(first?.idempotency_key).not.toBe(second?.idempotency_key)
  })

  it('settles as failed when a refusal follows an unknown outcome', async () => {
    const order = await makeOrder()
    gateway.behave('500', 'refused')
    await refund(order.id)
    await settle(order)
    expect(await refundOf(order)).toMatchObject({ state: 'failed' })
    expect(await statusOf(order)).toBe('completed')
  })

  it('settles “already refunded” as refunded outside', async () => {
    const order = await makeOrder()
    gateway.behave('already-refunded')
    const answer = await refund(order.id)
    expect(answer.status).toBe(200)
    expect(answer.body.data.order).toMatchObject({ status: 'refunded', refund: { state: 'processed' } })
  })

  it('settles “already refunded” as our own refund without a response', async () => {
    const order = await makeOrder()
    gateway.behave('made-cut')
    await refund(order.id)
    // The list does not contain the refund at first, as if it lagged behind.
    const [made] = gateway.refunds.splice(0)
    gateway.behave('already-refunded')
    await settle(order)
    expect(await statusOf(order)).toBe('refunded')
    expect(made?.payment_id).toBe(order.paymentId)
  })

  it('stays unknown after “already refunded” until the gateway names the refund', async () => {
    const order = await makeOrder()
    gateway.behave('already-refunded')
    gateway.behaveAtLists('500')
    expect(progressIn(await refund(order.id))).toMatchObject({ state: 'unknown' })
    expect(await statusOf(order)).toBe('completed')
  })

  it('stays requested while pending at the gateway, until processed', async () => {
    const order = await makeOrder()
    gateway.behave('made-pending')
    const answer = await refund(order.id)
    expect(answer.body.message).toBe(`Refund initiated for order ${order.reference}`)
    expect(answer.body.data.order).toMatchObject({ status: 'completed', refund: { state: 'requested' } })
    await settle(order)
    expect(await statusOf(order)).toBe('completed')
    expect(await isSettleJobWaiting(order)).toBe(true)
    const [made] = gateway.refunds
    if (made) made.status = 'processed'
    await settle(order)
    expect(await statusOf(order)).toBe('refunded')
    expect(gateway.calls).toHaveLength(1)
  })

  it('never assigns one gateway refund to two orders', async () => {
    const first = await makeOrder()
    await refund(first.id)
    const second = await makeOrder()
    gateway.behave('made-cut')
    await refund(second.id)
    const [one, other] = gateway.refunds
    if (one && other) other.id = one.id
    await settle(second)
    expect(await statusOf(second)).toBe('completed')
    expect(await refundOf(second)).toMatchObject({ state: 'unknown' })
  })
})

describe('webhooks', () => {
  /** Creates an order whose refund is pending at the gateway. */
  async function pendingRefund(): Promise<{ order: PaidOrder; made: TestGatewayRefund }> {
    const order = await makeOrder()
    gateway.behave('made-pending')
    await refund(order.id)
    const made = gateway.refunds.at(-1)
    if (!made) throw new Error('No refund was made.')
    return { order, made }
  }
  const versionOf = async (order: PaidOrder) =>
    (
      await app.database.kysely
        .selectFrom('transaction')
        .select('version')
        .where('id', '=', order.id)
        .executeTakeFirstOrThrow()
    ).version

  it.each([
    ['none', undefined],
    ['an empty one', ''],
    ['another', 'a'.repeat(64)],
    ['no hexadecimal', 'z'.repeat(64)],
  ])('rejects a wrong signature (%s) with 400 and changes nothing', async (_name, signature) => {
    const { order, made } = await pendingRefund()
    const { body, headers } = gateway.webhook('refund.processed', made)
    const { 'x-razorpay-signature': _right, ...others } = headers
    const answer = await send({
      body,
      headers: signature === undefined ? others : { ...others, 'x-razorpay-signature': signature },
    })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      success: false,
      message: 'The signature of this webhook is not valid.',
    })
    expect(await statusOf(order)).toBe('completed')
    // The refused event does not count as processed.
    expect((await send({ body, headers })).status).toBe(200)
    expect(await statusOf(order)).toBe('refunded')
  })

  it('checks the signature over the exact bytes', async () => {
    const { order, made } = await pendingRefund()
    const { body, headers } = gateway.webhook('refund.processed', made)
    expect((await send({ body: JSON.stringify(JSON.parse(body), null, 1), headers })).status).toBe(400)
    expect(await statusOf(order)).toBe('completed')
  })

  it('settles a refund on refund.processed without a credential, and returns an empty object', async () => {
    const { order, made } = await pendingRefund()
    const answer = await send(gateway.webhook('refund.processed', made))
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({})
    expect(await statusOf(order)).toBe('refunded')
    expect(await refundOf(order)).toMatchObject({ state: 'processed', gateway_refund_id: made.id })
    expect((await auditOf(order)).at(-1)).toMatchObject({
      action: 'transaction.refund.settle',
      actor_email: 'system',
    })
  })

  it('accepts any content type and rejects a body that is too large', async () => {
    const { order, made } = await pendingRefund()
    const { body, headers } = gateway.webhook('refund.processed', made)
    const large = await send({ body: `${body}${' '.repeat(300_000)}`, headers })
    expect(large.status).toBe(413)
    expect((await send({ body, headers: { ...headers, 'content-type': 'text/plain' } })).status).toBe(200)
    expect(await statusOf(order)).toBe('refunded')
  })

  it('leaves the order completed with the reason on refund.failed, and allows another refund', async () => {
    const { order, made } = await pendingRefund()
    made.status = 'failed'
    await send(
      gateway.webhook('refund.failed', { ...made, error_description: 'The account is closed.' } as never),
    )
    expect(await statusOf(order)).toBe('completed')
    expect(await refundOf(order)).toMatchObject({ state: 'failed', reason: 'The account is closed.' })
    later(600)
    gateway.behave('made')
    expect((await refund(order.id)).body.data.order.status).toBe('refunded')
  })

  it('processes a repeated event once, also concurrently', async () => {
    const { order, made } = await pendingRefund()
    const event = gateway.webhook('refund.processed', made)
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(event)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await send(event)
    expect(await statusOf(order)).toBe('refunded')
    expect(await versionOf(order)).toBe(2)
    expect(await auditOf(order)).toHaveLength(2)
  })

  it.each([
    [['refund.processed', 'refund.failed', 'refund.created']],
    [['refund.created', 'refund.processed', 'refund.failed']],
    [['refund.failed', 'refund.created', 'refund.processed']],
    [['refund.failed', 'refund.processed', 'refund.created']],
  ])('treats processed as final in any order: %j', async (names) => {
    const { order, made } = await pendingRefund()
    for (const name of names) expect((await send(gateway.webhook(name, made))).status).toBe(200)
    expect(await statusOf(order)).toBe('refunded')
    expect(await refundOf(order)).toMatchObject({ state: 'processed', reason: null })
    expect(await versionOf(order)).toBe(2)
  })

  it('accepts an event before the response of the call', async () => {
    const order = await makeOrder()
    gateway.behave('made-pending')
    const release = gateway.holdAnswers()
    const answering = refund(order.id)
    await expect.poll(() => gateway.calls.length).toBe(1)
    const { receipt } = JSON.parse(gateway.calls[0]?.body ?? '{}')
    await send(
      gateway.webhook('refund.processed', {
        id: 'rfnd_00000999',
        payment_id: order.paymentId,
        amount: 249900,
        currency: 'INR',
        status: 'processed',
        receipt,
        notes: [],
      }),
    )
    expect(await statusOf(order)).toBe('refunded')
    release()
    expect((await answering).body.data.order).toMatchObject({
      status: 'refunded',
      refund: { state: 'processed' },
    })
  })

  it.each([
    ['another amount', { amount: 1 }],
    ['another currency', { currency: 'USD' }],
    ['another payment', { payment_id: 'pay_another' }],
  ])('ignores an event with %s', async (_name, changes) => {
    const { order, made } = await pendingRefund()
    expect((await send(gateway.webhook('refund.processed', { ...made, ...changes }))).status).toBe(200)
    expect(await statusOf(order)).toBe('completed')
    expect(await refundOf(order)).toMatchObject({ state: 'requested' })
  })

  /** A refund that somebody made in the gateway's dashboard. */
  const outsideRefund = (order: PaidOrder, values: Partial<TestGatewayRefund> = {}): TestGatewayRefund => ({
    id: `rfnd_outside${++count}`,
    payment_id: order.paymentId,
    amount: 100000,
    currency: 'INR',
    status: 'processed',
    receipt: null,
    notes: [],
    ...values,
  })

  it('records parts made in the gateway’s dashboard, and refunds the order at their sum (OQ-264)', async () => {
    const order = await makeOrder()
    const first = outsideRefund(order)
    const second = outsideRefund(order, { amount: 149900, receipt: 'r-77', status: 'pending' })
    await send(gateway.webhook('refund.processed', first))
    await send(gateway.webhook('refund.created', second))
    expect(await statusOf(order)).toBe('completed')
    expect(await refundsOf(order)).toMatchObject([
      { origin: 'gateway', state: 'processed', amount: 100000, gateway_refund_id: first.id },
      { origin: 'gateway', state: 'requested', amount: 149900, requested_by: 'system' },
    ])
    expect((await refund(order.id)).body.message).toBe('A refund of this transaction is already in progress.')
    await send(gateway.webhook('refund.processed', first, 'evt_again'))
    await send(gateway.webhook('refund.processed', second))
    expect(await statusOf(order)).toBe('refunded')
    expect(await refundsOf(order)).toHaveLength(2)
    expect((await refund(order.id)).status).toBe(409)
    expect(gateway.calls).toHaveLength(0)
    expect((await auditOf(order)).at(-1)).toMatchObject({
      action: 'transaction.refund.settle',
      after: { status: 'refunded', refund_state: 'processed' },
    })
  })

  it('polls a pending refund of the dashboard until it is settled, and never requests it (OQ-264)', async () => {
    const order = await makeOrder()
    const made = outsideRefund(order, { status: 'pending' })
    gateway.refunds.push(made)
    await send(gateway.webhook('refund.created', made))
    await settle(order)
    expect(await refundOf(order)).toMatchObject({ state: 'requested' })
    made.status = 'processed'
    await settle(order)
    expect(await refundOf(order)).toMatchObject({ state: 'processed', amount: 100000 })
    expect(gateway.calls).toHaveLength(0)
  })

  it('does not count a refund in another currency than its order (OQ-264)', async () => {
    const order = await makeOrder()
    await send(gateway.webhook('refund.processed', outsideRefund(order, { currency: 'USD' })))
    expect(await refundsOf(order)).toEqual([])
  })

  it.each([
    'null',
    '{}',
    '{"event":"payment.captured","payload":{"payment":{"entity":{}}}}',
    '{"event":"refund.processed"}',
  ])('accepts and ignores a signed body of %s', async (body) => {
    const headers = { 'x-razorpay-signature': signWebhook(body, testKeys.webhook) }
    expect(await send({ body, headers })).toMatchObject({ status: 200, body: {} })
  })

  it.each([
    ['payment_id', 'pay_\u0000'],
    ['payment_id', 'pay_\ud800'],
    ['currency', 'IN\u0000'],
    ['receipt', 'r\u0000'],
    ['notes', { refund_reference: 'r\u0000' }],
  ])('rejects with 400 a signed body with a %s of %j, which cannot be stored', async (name, value) => {
    const { order, made } = await pendingRefund()
    const changed = { ...made, ...(name === 'notes' ? { receipt: null } : {}), [name]: value }
    const answer = await send(gateway.webhook('refund.processed', changed))
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    expect(await statusOf(order)).toBe('completed')
  })

  it('deletes old events', async () => {
    await app.database.pool.query(
      "insert into webhook_event (id, received_at) values ('evt_old', now() - interval '31 days'), ('evt_new', now())",
    )
    await app.app.tasks['sweep-webhook-events']?.(
      {},
      { attempt: 1, isLastAttempt: false, signal: new AbortController().signal },
    )
    const { rows } = await app.database.pool.query(
      "select id from webhook_event where id in ('evt_old', 'evt_new')",
    )
    expect(rows).toEqual([{ id: 'evt_new' }])
  })

  it('are outside the rate limits: their signature protects them (OQ-171)', async () => {
    const limited = await createTestApp({ ...gateway.environment, RATE_LIMIT_PER_MINUTE: '3' })
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) {
      statuses.push((await limited.call('POST', '/webhooks/razorpay', { raw: '{}', token: null })).status)
    }
    await limited.close()
    expect(statuses).toEqual([400, 400, 400, 400])
  })
})

describe('the sandbox', () => {
  it('settles a pending refund with its own signed webhook', async () => {
    const sandbox = await createTestApp()
    const order = await makeOrder({ payment_id: `pay_${newId()}_pending` }, sandbox)
    const failing = await makeOrder({ payment_id: `pay_${newId()}_fails_later` }, sandbox)
    for (const one of [order, failing]) {
      expect((await refund(one.id, sandbox)).body.data.order).toMatchObject({
        status: 'completed',
        refund: { state: 'requested' },
      })
    }
    await expect.poll(() => statusOf(order, sandbox)).toBe('refunded')
    await expect.poll(async () => (await refundOf(failing, sandbox)).state).toBe('failed')
    expect(await statusOf(failing, sandbox)).toBe('completed')
    await sandbox.close()
  })

  it('is named on its refunds and in the audit log, and the gateway is not (OQ-170)', async () => {
    const marksOf = async (on: TestApp) => {
      const order = await makeOrder({}, on)
      await refund(order.id, on)
      const audit = on.database.kysely.selectFrom('audit_entry').select('sandbox').distinct()
      return [
        (await refundOf(order, on)).sandbox,
        (await refundOf(order, on)).gateway_refund_id?.startsWith('rfnd_sandbox_'),
        await audit.where('entity_id', '=', order.id).execute(),
        await audit.where('action', '=', 'session.sign-in').execute(),
      ]
    }
    const sandbox = await createTestApp()
    const all = [{ sandbox: 'sign-in, meetings, payments' }]
    expect(await marksOf(sandbox)).toEqual([true, true, all, all])
    await sandbox.close()
    const withoutPayments = [{ sandbox: 'sign-in, meetings' }]
    expect(await marksOf(app)).toEqual([false, false, withoutPayments, withoutPayments])
  })
})
