import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
  logged = ''
})

function gateway(overrides: Partial<Parameters<typeof createRazorpayPayments>[0]> = {}) {
  return createRazorpayPayments({
    baseUrl: server.baseUrl,
    keyId: testKeys.id,
    keySecret: testKeys.secret,
    webhookSecret: testKeys.webhook,
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

/** Only a call that is never answered ends by its timeout, so that no other can on a busy machine. */
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

describe('asking for a refund', () => {
  test('sends keys, idempotency key, minor units, receipt and notes, and gives the refund', async () => {
    const refund = await gateway().refund(request)
    expect(refund).toEqual({
      gatewayRefundId: server.refunds[0]?.id,
      state: 'processed',
      amount: 249900,
      currency: 'INR',
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

  test('gives a pending refund as pending', async () => {
    server.behave('made-pending')
    expect((await gateway().refund(request)).state).toBe('pending')
  })

  test('sends the same body and key at every try, so that one refund is made', async () => {
    const first = await gateway().refund(request)
    expect(await gateway().refund(request)).toEqual(first)
    expect(server.calls[0]).toEqual(server.calls[1])
    expect(server.refunds).toHaveLength(1)
  })

  test('a payment id cannot lead to another address', async () => {
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

  test('a gateway that cannot be reached leaves the outcome unknown', async () => {
    await expect(gateway({ baseUrl: 'http://127.0.0.1:1/v1' }).refund(request)).rejects.toBeInstanceOf(
      PaymentUnknown,
    )
  })

  test("a refusal carries the gateway's words", async () => {
    server.behave('refused')
    await expect(gateway().refund(request)).rejects.toMatchObject({
      name: 'PaymentRefused',
      message: 'Your account does not have enough balance to carry out the refund.',
      alreadyRefunded: false,
    })
  })

  test('refused keys are a refusal, and no secret reaches its words or the log', async () => {
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

  test('a payment that was given back before is told as such', async () => {
    server.behave('already-refunded')
    await expect(gateway().refund(request)).rejects.toMatchObject({ alreadyRefunded: true })
  })
})

describe('looking for a refund', () => {
  test('finds it by our reference and by its own id', async () => {
    const made = await gateway().refund(request)
    expect(await gateway().findRefund(search)).toEqual(made)
    const byId = { ...search, reference: 'another', gatewayRefundId: made.gatewayRefundId }
    expect(await gateway().findRefund(byId)).toEqual(made)
  })

  test('finds it by its notes where the receipt is gone', async () => {
    await gateway().refund(request)
    const [refund] = server.refunds
    if (refund) refund.receipt = null
    expect(await gateway().findRefund(search)).not.toBeNull()
  })

  test('takes no other refund of the payment for ours', async () => {
    await gateway().refund({ ...request, reference: 'another' })
    expect(await gateway().findRefund(search)).toBeNull()
  })

  test('gives the one that went through where an earlier one failed', async () => {
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

  test('says null when there is none, also for a payment that the gateway does not know', async () => {
    expect(await gateway().findRefund(search)).toBeNull()
    server.behaveAtLists('unknown-payment')
    expect(await gateway().findRefund(search)).toBeNull()
  })

  test.each<ListBehaviour>(['500', 'html', 'hang', 'keys-refused', 'garbage'])(
    'never says null after an answer of the kind "%s"',
    async (behaviour) => {
      server.behaveAtLists(behaviour)
      await expect(gateway(patienceWith(behaviour)).findRefund(search)).rejects.toBeInstanceOf(PaymentUnknown)
    },
  )
})

describe('webhooks', () => {
  const refund = {
    id: 'rfnd_1',
    entity: 'refund' as const,
    payment_id: 'pay_1',
    amount: 100,
    currency: 'INR',
    status: 'pending' as const,
    receipt: 'our-reference',
    notes: [] as never[],
  }

  test('are taken with the right signature over their exact bytes only', () => {
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
    expect(gateway({ webhookSecret: undefined }).verifyWebhook(Buffer.from(body), signature)).toBe(false)
  })

  test.each([
    ['refund.processed', 'processed'],
    ['refund.failed', 'failed'],
    ['refund.created', 'pending'],
    ['refund.speed_changed', 'pending'],
  ])('%s tells of a refund that is %s', (event, state) => {
    const { body } = server.webhook(event, refund)
    expect(gateway().parseEvent(Buffer.from(body))).toEqual({
      gatewayRefundId: 'rfnd_1',
      state,
      amount: 100,
      currency: 'INR',
      paymentId: 'pay_1',
      reference: 'our-reference',
    })
  })

  test.each([
    '',
    'null',
    '[]',
    '{"event":"payment.captured","payload":{}}',
    '{"event":"refund.processed"}',
    '<',
  ])('a body of %j tells nothing', (body) => {
    expect(gateway().parseEvent(Buffer.from(body))).toBeNull()
  })
})
