import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFakeRazorpay, type FakeAccount } from './fake-razorpay.ts'
import { type PaymentGateway, PaymentRefused, PaymentUnknown } from './payment-gateway.ts'
import { createRazorpayPayments } from './razorpay-payments.ts'
import { addToSandboxLedger } from './sandbox-account.ts'
import { createSandboxPayments } from './sandbox-payments.ts'
import { startTestGateway, type TestGateway, testKeys } from './test-gateway.ts'

const paidAt = '2026-11-20T10:02:00.000Z'
const span = { from: new Date('2026-11-20T00:00:00Z'), until: new Date('2026-11-20T23:59:59.999Z') }

interface Paid {
  id: string
  amount: number
  gatewayOrderId: string
  reference: string
  at?: string
}

/** The adapter with one of the two accounts behind it. */
interface Connected {
  gateway: PaymentGateway
  take(payments: Paid[]): Promise<void>
  settle(kind: 'payment' | 'refund', id: string, paymentId: string, amount: number): Promise<void>
}

let folder: string
let server: TestGateway
let logged = ''
let count = 0
const log = pino(
  { level: 'debug' },
  {
    write(line: string) {
      logged += line
    },
  },
)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'greenroom-fake-razorpay-'))
  server = await startTestGateway()
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  server.reset()
  logged = ''
})

function connectSandbox(): Connected {
  const files = {
    file: join(folder, `refunds-${++count}.jsonl`),
    ledgerFile: join(folder, `ledger-${count}.jsonl`),
  }
  const clock = { now: () => new Date(paidAt) }
  return {
    gateway: createSandboxPayments({ ...files, clock, log }),
    take: (payments) =>
      addToSandboxLedger(
        files.ledgerFile,
        payments.map(({ id: paymentId, at = paidAt, ...paid }) => ({
          kind: 'payment',
          ...paid,
          paymentId,
          currency: 'INR',
          method: 'upi',
          at: Date.parse(at),
        })),
      ),
    settle: (kind, id, paymentId, amount) =>
      addToSandboxLedger(files.ledgerFile, [
        { kind: 'settled', of: kind, id, paymentId, amount, currency: 'INR', day: '2026-11-20' },
      ]),
  }
}

function connectServer(): Connected {
  return {
    gateway: createRazorpayPayments({
      baseUrl: server.baseUrl,
      keyId: testKeys.id,
      keySecret: testKeys.secret,
      webhookSecrets: [testKeys.webhook],
      timeoutSeconds: 60,
      log,
    }),
    async take(payments) {
      for (const { gatewayOrderId: order_id, reference, at = paidAt, ...payment } of payments) {
        server.books.payments.push({ ...payment, order_id, at })
        server.books.receipts.set(order_id, reference)
      }
    },
    async settle(type, entity_id, payment_id, amount) {
      server.books.settled.push({ type, entity_id, payment_id, amount, day: '2026-11-20' })
    },
  }
}

const paid: Paid = { id: 'pay_1', amount: 49_900, gatewayOrderId: 'order_1', reference: 'ORD-1' }
const request = {
  paymentId: 'pay_1',
  amount: 49_900,
  currency: 'INR',
  idempotencyKey: 'greenroom-refund-1',
  reference: 'refund-1',
  notes: { order: 'ORD-1' },
}
const part = (amount: number, n: number) => ({
  ...request,
  amount,
  idempotencyKey: `greenroom-part-${n}`,
  reference: `part-${n}`,
})

describe.each([
  ['sandbox', connectSandbox],
  ['test server', connectServer],
])('the adapter over the %s', (_name, connect) => {
  let gateway: PaymentGateway
  let connected: Connected
  beforeEach(async () => {
    connected = connect()
    gateway = connected.gateway
    await connected.take([paid])
  })

  test('refunds once per key, and rejects the key with another request', async () => {
    const made = await gateway.refund(request)
    expect(made).toMatchObject({ state: 'processed', amount: 49_900, currency: 'INR' })
    expect(await gateway.refund(request)).toEqual(made)
    for (const changed of [{ amount: 100 }, { reference: 'refund-2' }, { notes: { order: 'ORD-2' } }]) {
      const refusal = gateway.refund({ ...request, ...changed })
      await expect(refusal).rejects.toThrow('Different request with the same idempotency key')
    }
    expect(await gateway.refundsOf('pay_1')).toMatchObject([
      { ...made, paymentId: 'pay_1', reference: 'refund-1' },
    ])
  })

  test('refunds parts up to what was paid, one rupee at least', async () => {
    await gateway.refund(part(20_000, 1))
    await expect(gateway.refund(part(30_000, 2))).rejects.toMatchObject({ exceedsRest: true })
    await expect(gateway.refund(part(99, 3))).rejects.toThrow('at least INR 1.00')
    const both = await Promise.allSettled([gateway.refund(part(29_900, 4)), gateway.refund(part(29_900, 5))])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(gateway.refund(part(100, 6))).rejects.toMatchObject({ alreadyRefunded: true })
    expect((await gateway.refundsOf('pay_1')).map(({ amount }) => amount).sort()).toEqual([20_000, 29_900])
  })

  test('rejects the refund of an unknown payment, and lists none of it', async () => {
    await expect(gateway.refund({ ...request, paymentId: 'pay_none' })).rejects.toBeInstanceOf(PaymentRefused)
    expect(await gateway.refundsOf('pay_none')).toEqual([])
  })

  test('finds a payment, and the payments of an order by its id and by its receipt', async () => {
    const found = {
      paymentId: 'pay_1',
      gatewayOrderId: 'order_1',
      reference: 'ORD-1',
      state: 'captured',
      amount: 49_900,
      fee: 1_178,
      refunded: 0,
      currency: 'INR',
      method: 'upi',
      at: new Date(paidAt),
    }
    expect(await gateway.findPayment('pay_1')).toMatchObject(found)
    for (const gatewayOrderId of ['order_1', null, 'order_none']) {
      const names = { gatewayOrderId, reference: 'ORD-1', paymentId: null }
      expect(await gateway.findPaymentsOfOrder(names)).toMatchObject([found])
    }
    expect(await gateway.findPayment('pay_none')).toBeNull()
    expect(await gateway.findPayment('no id')).toBeNull()
    const none = { gatewayOrderId: 'order_none', reference: 'ORD-NONE', paymentId: 'pay_none' }
    expect(await gateway.findPaymentsOfOrder(none)).toEqual([])
  })

  test('lists the payments of a span in pages, the newest first', async () => {
    const more = Array.from({ length: 120 }, (_, n) => ({
      ...paid,
      id: `pay_more${n}`,
      gatewayOrderId: `order_more${n}`,
      at: new Date(Date.parse(paidAt) + (n + 1) * 1000).toISOString(),
    }))
    await connected.take([...more, { ...paid, id: 'pay_later', at: '2026-11-21T00:00:00Z' }])
    const first = await gateway.listPayments({ ...span, skip: 0 })
    expect([first.items.length, first.items[0]?.paymentId, first.next]).toEqual([100, 'pay_more119', 100])
    const second = await gateway.listPayments({ ...span, skip: 100 })
    expect([second.items.length, second.items.at(-1)?.paymentId, second.next]).toEqual([21, 'pay_1', null])
  })

  test('lists refunds and what was settled', async () => {
    const made = await gateway.refund(request)
    const listed = { ...made, paymentId: 'pay_1', reference: 'refund-1', at: new Date(paidAt) }
    expect(await gateway.listRefunds({ ...span, skip: 0 })).toEqual({ items: [listed], next: null })
    expect(await gateway.findListedRefund(made.gatewayRefundId)).toEqual(listed)
    expect(await gateway.findListedRefund('rfnd_none')).toBeNull()
    await connected.settle('payment', 'pay_1', 'pay_1', 49_900)
    await connected.settle('refund', made.gatewayRefundId, 'pay_1', 49_900)
    const settled = {
      paymentId: 'pay_1',
      amount: 49_900,
      currency: 'INR',
      at: new Date('2026-11-20T06:30:00Z'),
    }
    expect((await gateway.listSettlements('2026-11-20', 0)).items).toMatchObject([
      { kind: 'payment', id: 'pay_1', ...settled },
      { kind: 'refund', id: made.gatewayRefundId, ...settled },
    ])
    expect(await gateway.listSettlements('2026-11-21', 0)).toEqual({ items: [], unreadable: 0, next: null })
  })
})

test('the sandbox loses and refuses on the wire, so that the adapter handles it', async () => {
  const { gateway, take } = connectSandbox()
  for (const mark of ['_timeout', '_refused']) {
    const id = `pay_1${mark}`
    await take([{ ...paid, id }])
    const refusal = gateway.refund({ ...request, paymentId: id, idempotencyKey: `greenroom${mark}` })
    await expect(refusal).rejects.toBeInstanceOf(mark === '_timeout' ? PaymentUnknown : PaymentRefused)
  }
  expect(logged).toContain('Razorpay request failed')
  expect(logged).toContain('Razorpay refused a request')
})

describe('the wire', () => {
  const account: FakeAccount = {
    payments: async () => [{ id: 'pay_1', amount: 500, at: paidAt, status: 'authorized' }],
    refunds: async () => [],
    orders: async () => [],
    settled: async () => [],
    addRefund: () => Promise.reject(new Error('A refund was made.')),
  }
  const razorpay = createFakeRazorpay(account, testKeys)
  const authorization = `Basic ${Buffer.from(`${testKeys.id}:${testKeys.secret}`).toString('base64')}`
  const refund = { method: 'POST', body: '{}' }

  test.each<[string, RequestInit & { headers?: Record<string, string> }, number, string]>([
    ['/payments', { headers: { authorization: 'Basic bad' } }, 401, 'Authentication failed'],
    ['/payments?count=0', {}, 400, 'The count must be at least 1.'],
    ['/payments?count=101', {}, 400, 'The count may not be greater than 100.'],
    ['/payouts', {}, 400, 'The requested URL was not found on the server.'],
    ['/payments/pay%2F1', {}, 400, 'pay/1 is not a valid id'],
    ['/orders/order_1', {}, 400, 'The id provided does not exist'],
    ['/payments/pay_1/refund', refund, 400, 'The idempotency key must be at least 10 characters long.'],
    [
      '/payments/pay_1/refund',
      { ...refund, headers: { 'x-refund-idempotency': 'a key with spaces' } },
      400,
      'The idempotency key must only contain alphanumeric characters, underscores, and hyphens',
    ],
    [
      '/payments/pay_1/refund',
      { ...refund, headers: { 'x-refund-idempotency': 'greenroom-1' } },
      400,
      'The payment status should be captured for action to be taken',
    ],
  ])('refuses %s with %j in Razorpay’s format', async (path, init, status, description) => {
    const headers = { authorization, ...init.headers }
    const response = await razorpay(new Request(`http://razorpay/v1${path}`, { ...init, headers }))
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { code: 'BAD_REQUEST_ERROR', description } })
  })

  test('says that a payment is refunded once its whole amount is back', async () => {
    let refunded = 0
    const of = createFakeRazorpay(
      {
        ...account,
        payments: async () => [{ id: 'pay_1', amount: 500, at: paidAt }],
        refunds: async () => [
          { id: 'rfnd_1', payment_id: 'pay_1', amount: refunded, at: paidAt },
          { id: 'rfnd_2', payment_id: 'pay_1', amount: 500, at: paidAt, status: 'failed' },
        ],
      },
      testKeys,
    )
    const read = async (amount: number) => {
      refunded = amount
      const response = await of(
        new Request('http://razorpay/v1/payments/pay_1', { headers: { authorization } }),
      )
      return response.json()
    }
    expect(await read(0)).toMatchObject({ status: 'captured', amount_refunded: 0, refund_status: null })
    expect(await read(499)).toMatchObject({
      status: 'captured',
      amount_refunded: 499,
      refund_status: 'partial',
    })
    expect(await read(500)).toMatchObject({ status: 'refunded', amount_refunded: 500, refund_status: 'full' })
  })
})
