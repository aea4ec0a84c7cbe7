import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type PaymentGateway,
  PaymentRefused,
  PaymentUnknown,
  type RefundRequest,
  type SignedEvent,
} from './payment-gateway.ts'
import { createSandboxPayments } from './sandbox-payments.ts'

let folder: string
let now: Date
let count = 0
let gateway: PaymentGateway

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'greenroom-payments-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(() => {
  now = new Date('2026-11-21T06:30:00Z')
  gateway = sandbox()
})

/** Every payment is known, of ₹499. */
function sandbox(): PaymentGateway {
  const made = createSandboxPayments({
    file: join(folder, 'refunds.jsonl'),
    ledgerFile: join(folder, 'ledger.jsonl'),
    clock: { now: () => now },
    log: pino({ level: 'silent' }),
  })
  made.readRecords?.({
    findOrder: async () => ({
      gatewayOrderId: null,
      reference: 'ORD-1',
      amount: 49900,
      currency: 'INR',
      createdAt: now,
      paidAt: now,
    }),
    findRefund: async () => undefined,
  })
  return made
}

function requestFor(mark = ''): RefundRequest {
  count++
  return {
    paymentId: `pay_${count}${mark}`,
    amount: 49900,
    currency: 'INR',
    idempotencyKey: `greenroom-refund-${count}`,
    reference: `reference-${count}`,
    notes: {},
  }
}

const searchFor = ({ paymentId, reference }: RefundRequest) => ({
  paymentId,
  gatewayRefundId: null,
  reference,
})

describe('the sandbox', () => {
  test('refunds an ordinary payment once per key and rejects a second key', async () => {
    const request = requestFor()
    const made = await gateway.refund(request)
    expect(made).toMatchObject({ state: 'processed', amount: 49900, currency: 'INR' })
    expect(await gateway.refund(request)).toEqual(made)
    await expect(gateway.refund({ ...request, idempotencyKey: 'greenroom-another' })).rejects.toMatchObject({
      alreadyRefunded: true,
    })
    await expect(gateway.refund({ ...request, amount: 1 })).rejects.toMatchObject({ alreadyRefunded: false })
  })

  test('refunds parts up to what was paid, and lists them', async () => {
    const whole = requestFor()
    const part = (amount: number, n: number) =>
      gateway.refund({ ...whole, amount, idempotencyKey: `greenroom-part-${n}`, reference: `part-${n}` })
    await part(20000, 1)
    await expect(part(30000, 2)).rejects.toMatchObject({ exceedsRest: true, alreadyRefunded: false })
    await part(29900, 3)
    await expect(part(100, 4)).rejects.toMatchObject({ alreadyRefunded: true })
    expect(await sandbox().refundsOf(whole.paymentId)).toMatchObject([
      { amount: 20000, reference: 'part-1', state: 'processed' },
      { amount: 29900, reference: 'part-3', state: 'processed' },
    ])
  })

  test('makes one refund for two concurrent requests', async () => {
    const request = requestFor()
    const results = await Promise.allSettled([
      gateway.refund(request),
      gateway.refund({ ...request, idempotencyKey: 'greenroom-another' }),
    ])
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected'])
  })

  test('is visible to another process', async () => {
    const request = requestFor()
    const made = await gateway.refund(request)
    expect(await sandbox().findRefund(searchFor(request))).toEqual(made)
    expect(await sandbox().refund(request)).toEqual(made)
  })

  test('refuses, loses responses, or reports an earlier refund on request', async () => {
    await expect(gateway.refund(requestFor('_refused'))).rejects.toBeInstanceOf(PaymentRefused)
    const before = requestFor('_already_refunded')
    await expect(gateway.refund(before)).rejects.toMatchObject({ alreadyRefunded: true })

    const timedOut = requestFor('_timeout')
    await expect(gateway.refund(timedOut)).rejects.toBeInstanceOf(PaymentUnknown)
    expect(await gateway.findRefund(searchFor(timedOut))).toMatchObject({ state: 'processed' })

    const lost = requestFor('_lost')
    await expect(gateway.refund(lost)).rejects.toBeInstanceOf(PaymentUnknown)
    expect(await gateway.findRefund(searchFor(lost))).toBeNull()
    expect(await gateway.refund(lost)).toMatchObject({ state: 'processed' })
  })

  test.each([
    ['_pending', 'processed'],
    ['_fails_later', 'failed'],
  ])('keeps a payment that ends with %s pending, then %s', async (mark, state) => {
    const request = requestFor(mark)
    expect((await gateway.refund(request)).state).toBe('pending')
    now = new Date(now.getTime() + 2_000)
    expect((await gateway.findRefund(searchFor(request)))?.state).toBe(state)
  })

  test('sends the real gateway’s webhooks, signed', async () => {
    const events: SignedEvent[] = []
    const done = new Promise<void>((resolve) => {
      gateway.sendEventsTo?.(async (event) => {
        events.push(event)
        if (events.length === 2) resolve()
      })
    })
    const request = requestFor('_fails_later')
    await gateway.refund(request)
    await done
    const told = events.map(({ body, signature }) => {
      expect(gateway.verifyWebhook(Buffer.from(body), signature)).toBe(true)
      expect(sandbox().verifyWebhook(Buffer.from(body), signature)).toBe(false)
      return gateway.parseEvent(Buffer.from(body))
    })
    expect(told).toMatchObject([
      { state: 'pending', paymentId: request.paymentId, reference: request.reference, amount: 49900 },
      { state: 'failed', reason: expect.stringContaining('bank') },
    ])
    expect(new Set(events.map(({ id }) => id)).size).toBe(2)
  })
})
