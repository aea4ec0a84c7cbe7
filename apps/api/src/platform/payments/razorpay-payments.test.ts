import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readSettings } from '../../settings.ts'
import { systemClock } from '../clock.ts'
import { choosePayments } from './choose-payments.ts'
import { PaymentRefused, PaymentUnknown, type RefundRequest } from './payment-gateway.ts'
import { createRazorpayPayments } from './razorpay-payments.ts'
import {
  type ListBehaviour,
  type RefundBehaviour,
  startTestGateway,
  type TestGateway,
  testKeys,
} from './test-gateway.ts'

let server: TestGateway
let logged: string

beforeAll(async () => {
  server = await startTestGateway()
})
afterAll(() => server.close())
beforeEach(() => {
  server.reset()
  server.books.payments.push({ id: request.paymentId, amount: request.amount })
  logged = ''
})

function gateway(overrides: Partial<Parameters<typeof createRazorpayPayments>[0]> = {}) {
  return createRazorpayPayments({
    baseUrl: server.baseUrl,
    keyId: testKeys.id,
    keySecret: testKeys.secret,
    webhookSecrets: [testKeys.webhook],
    timeoutSeconds: 600,
    log: pino(
      { level: 'debug' },
      {
        write(line: string) {
          logged += line
        },
      },
    ),
    ...overrides,
  })
}

/** Only a call without a response ends by its time-out, so that no other does on a busy machine. */
const patienceWith = (behaviour: RefundBehaviour | ListBehaviour) =>
  behaviour.endsWith('hang') ? { timeoutSeconds: 0.4 } : {}

const request: RefundRequest = {
  paymentId: 'pay_1',
  amount: 249900,
  currency: 'INR',
  idempotencyKey: 'greenroom-refund-1',
  reference: '01931f6e-0000-7000-8000-000000000001',
  notes: { order: 'ORD-1' },
}
const search = { paymentId: 'pay_1', gatewayRefundId: null, reference: request.reference }

describe('requesting a refund', () => {
  test('sends keys, idempotency key, minor units, receipt and notes, and returns the refund', async () => {
    const refund = await gateway().refund(request)
    expect(refund).toEqual({
      gatewayRefundId: server.refunds[0]?.id,
      state: 'processed',
      amount: 249900,
      currency: 'INR',
      at: new Date('2026-11-20T10:02:00.000Z'),
    })
    expect(server.calls).toHaveLength(1)
    const call = server.calls[0]
    expect(call?.key).toBe('greenroom-refund-1')
    expect(Buffer.from(call?.authorization.replace('Basic ', '') ?? '', 'base64').toString()).toBe(
      `${testKeys.id}:${testKeys.secret}`,
    )
    expect(JSON.parse(call?.body ?? '')).toEqual({
      amount: 249900,
      speed: 'normal',
      receipt: request.reference,
      notes: { order: 'ORD-1', refund_reference: request.reference },
    })
  })

  test('returns a pending refund as pending', async () => {
    server.behave('made-pending')
    expect((await gateway().refund(request)).state).toBe('pending')
  })

  test('sends the same body and key at every attempt, so that one refund is made', async () => {
    const first = await gateway().refund(request)
    expect(await gateway().refund(request)).toEqual(first)
    expect(server.calls[0]).toEqual(server.calls[1])
    expect(server.refunds).toHaveLength(1)
  })

  test('cannot reach another URL with a payment id', async () => {
    const odd = { ...request, paymentId: '../orders/x?y' }
    await gateway()
      .refund(odd)
      .catch(() => {})
    expect(server.calls.map(({ paymentId }) => paymentId)).toEqual(['..%2Forders%2Fx%3Fy'])
  })

  const unclear: RefundBehaviour[] = [
    'made-hang',
    'made-cut',
    'made-500',
    'made-html',
    'made-empty',
    'made-other-amount',
    'made-other-currency',
    'made-other-payment',
    'hang',
    'cut',
    '500',
    '429',
    'html',
    'in-progress',
    'refused-html',
  ]
  test.each(unclear)('an answer of the kind "%s" leaves the outcome unknown', async (behaviour) => {
    server.behave(behaviour)
    await expect(gateway(patienceWith(behaviour)).refund(request)).rejects.toBeInstanceOf(PaymentUnknown)
  })

  test('leaves the outcome unknown if the gateway is unreachable', async () => {
    await expect(gateway({ baseUrl: 'http://127.0.0.1:1/v1' }).refund(request)).rejects.toBeInstanceOf(
      PaymentUnknown,
    )
  })

  test("returns the gateway's reason with a refusal", async () => {
    server.behave('refused')
    await expect(gateway().refund(request)).rejects.toMatchObject({
      name: 'PaymentRefused',
      message: 'Your account does not have enough balance to carry out the refund.',
      alreadyRefunded: false,
    })
  })

  test('treats refused keys as a refusal, without secrets in the message or the log', async () => {
    server.behave('keys-refused')
    const refusal = await gateway()
      .refund(request)
      .catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(PaymentRefused)
    server.behave('cut')
    await gateway()
      .refund(request)
      .catch(() => {})
    expect(logged).not.toBe('')
    const basic = Buffer.from(`${testKeys.id}:${testKeys.secret}`).toString('base64')
    for (const secret of [testKeys.secret, testKeys.webhook, basic]) {
      expect(logged + String(refusal)).not.toContain(secret)
    }
  })

  test('reports a payment that was refunded before', async () => {
    server.behave('already-refunded')
    await expect(gateway().refund(request)).rejects.toMatchObject({ alreadyRefunded: true })
  })
})

describe('finding a refund', () => {
  test('finds it by our reference and by its own id', async () => {
    const made = await gateway().refund(request)
    expect(await gateway().findRefund(search)).toEqual(made)
    const byId = { ...search, reference: 'another', gatewayRefundId: made.gatewayRefundId }
    expect(await gateway().findRefund(byId)).toEqual(made)
  })

  test('finds it by its notes if the receipt is missing', async () => {
    await gateway().refund(request)
    const [refund] = server.refunds
    if (refund) refund.receipt = null
    expect(await gateway().findRefund(search)).not.toBeNull()
  })

  test('ignores other refunds of the payment', async () => {
    await gateway().refund({ ...request, reference: 'another' })
    expect(await gateway().findRefund(search)).toBeNull()
  })

  test('returns the successful one if an earlier one failed', async () => {
    await gateway().refund(request)
    const [first] = server.refunds
    if (!first) throw new Error('No refund was made.')
    first.status = 'failed'
    server.refunds.push({ ...first, id: 'rfnd_later', status: 'processed' })
    expect(await gateway().findRefund(search)).toMatchObject({
      gatewayRefundId: 'rfnd_later',
      state: 'processed',
    })
  })

  test('returns null if there is none, also for an unknown payment', async () => {
    expect(await gateway().findRefund(search)).toBeNull()
    server.behaveAtLists('unknown-payment')
    expect(await gateway().findRefund(search)).toBeNull()
  })

  test.each<ListBehaviour>(['500', 'html', 'hang', 'keys-refused', 'garbage'])(
    'never returns null after a response of the kind "%s"',
    async (behaviour) => {
      server.behaveAtLists(behaviour)
      await expect(gateway(patienceWith(behaviour)).findRefund(search)).rejects.toBeInstanceOf(PaymentUnknown)
    },
  )
})

describe('webhooks', () => {
  const refund = {
    id: 'rfnd_1',
    payment_id: 'pay_1',
    amount: 100,
    currency: 'INR',
    status: 'pending' as const,
    receipt: 'our-reference',
    notes: [] as never[],
  }

  test('are accepted only with a valid signature over their exact bytes', () => {
    const { body, headers } = server.webhook('refund.processed', refund)
    const signature = headers['x-razorpay-signature'] ?? ''
    const verify = (text: string, given: string | undefined) =>
      gateway().verifyWebhook(Buffer.from(text), given)
    expect(verify(body, signature)).toBe(true)
    expect(verify(`${body} `, signature)).toBe(false)
    expect(
      verify(
        body,
        signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
      ),
    ).toBe(false)
    expect(verify(body, signature.slice(2))).toBe(false)
    expect(verify(body, `${signature}00`)).toBe(false)
    expect(verify(body, 'é'.repeat(64))).toBe(false)
    expect(verify(body, '')).toBe(false)
    expect(verify(body, undefined)).toBe(false)
    expect(gateway({ webhookSecrets: [] }).verifyWebhook(Buffer.from(body), signature)).toBe(false)
  })

  test('are accepted with the current and the previous secret', () => {
    const { body, headers } = server.webhook('refund.processed', refund)
    const verify = (environment: Record<string, string>) =>
      choosePayments(readSettings({ ...server.environment, ...environment }), {
        clock: systemClock,
        log: pino({ level: 'silent' }),
      }).verifyWebhook(Buffer.from(body), headers['x-razorpay-signature'])
    const rotated = { RAZORPAY_WEBHOOK_SECRET: 'a-new-secret' }
    expect(verify({})).toBe(true)
    expect(verify(rotated)).toBe(false)
    expect(verify({ ...rotated, RAZORPAY_WEBHOOK_SECRET_PREVIOUS: testKeys.webhook })).toBe(true)
    expect(verify({ RAZORPAY_WEBHOOK_SECRET_PREVIOUS: 'an-old-secret' })).toBe(true)
  })

  test.each([
    ['refund.processed', 'processed'],
    ['refund.failed', 'failed'],
    ['refund.created', 'pending'],
    ['refund.speed_changed', 'pending'],
  ])('parses %s as a refund that is %s', (event, state) => {
    const { body } = server.webhook(event, refund)
    expect(gateway().parseEvent(Buffer.from(body))).toEqual({
      kind: 'refund',
      gatewayRefundId: 'rfnd_1',
      state,
      amount: 100,
      currency: 'INR',
      paymentId: 'pay_1',
      reference: 'our-reference',
      at: new Date('2026-09-21T14:13:20.000Z'),
    })
  })

  test.each([
    ['payment.captured', 'captured', 'ORD-1'],
    ['payment.failed', 'failed', 'ORD-1'],
    ['order.paid', 'captured', 'ORD-2'],
  ] as const)(
    'parses %s as a payment that is %s, with the reference of its order',
    (event, state, reference) => {
      const notes = { reference_order_id: 'ORD-1' }
      const payment = { id: 'pay_1', amount: 249900, order_id: 'order_1', notes, receipt: 'ORD-2' }
      expect(gateway().parseEvent(Buffer.from(server.paymentWebhook(event, payment).body))).toEqual({
        kind: 'payment',
        paymentId: 'pay_1',
        gatewayOrderId: 'order_1',
        reference,
        state,
        amount: 249900,
        fee: state === 'failed' ? null : 5_898,
        refunded: 0,
        order: event === 'order.paid' ? { amount: 249900, paid: 249900 } : null,
        currency: 'INR',
        method: 'upi',
        at: new Date(1_790_000_000_000),
      })
    },
  )

  test.each([
    '',
    'null',
    '[]',
    '{"event":"payment.captured","payload":{}}',
    '{"event":"refund.processed"}',
    '<',
  ])('ignores a body of %j', (body) => {
    expect(gateway().parseEvent(Buffer.from(body))).toBeNull()
  })
})
