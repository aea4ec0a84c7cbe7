import { appendFile, mkdtemp, rm } from 'node:fs/promises'
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
import { addToSandboxLedger } from './sandbox-account.ts'
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

/** Every payment, order and refund is known, of ₹499. */
function sandbox(): PaymentGateway {
  const made = createSandboxPayments({
    file: join(folder, 'refunds.jsonl'),
    ledgerFile: join(folder, 'ledger.jsonl'),
    clock: { now: () => now },
    log: pino({ level: 'silent' }),
  })
  made.readRecords?.({
    listMoved: async () => [],
    findOrder: async (column, value) => ({
      gateway_order_id: column === 'gateway_order_id' ? value : null,
      reference_order_id: column === 'reference_order_id' ? value : 'ORD-1',
      amount: 49900,
      currency_code: 'INR',
      created_at: now,
      completed_at: now,
    }),
    findRefund: async () => ({
      payment_id: 'pay_1',
      amount: 49900,
      currency_code: 'INR',
      requested_at: now,
      settled_at: null,
    }),
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

  test('knows the payments and refunds in our books, unless a mark or its ledger says otherwise', async () => {
    const file = join(folder, 'ledger.jsonl')
    await addToSandboxLedger(file, [
      { kind: 'none', id: 'pay_gone' },
      { kind: 'none', id: 'rfnd_gone' },
    ])
    expect(await gateway.findPayment('pay_1')).toMatchObject({ state: 'captured', amount: 49900, at: now })
    expect((await gateway.findPayment('pay_1_paid_other'))?.amount).toBe(40000)
    for (const id of ['pay_1_not_paid', 'pay_gone']) expect(await gateway.findPayment(id)).toBeNull()
    expect(await gateway.findListedRefund('rfnd_1')).toMatchObject({ paymentId: 'pay_1', state: 'processed' })
    for (const id of ['rfnd_1_not_made', 'rfnd_gone', 'rfnd_sandbox_1']) {
      expect(await gateway.findListedRefund(id)).toBeNull()
    }
    expect(await gateway.listPayments({ from: new Date(0), until: now, skip: 0 })).toMatchObject({
      items: [],
    })
  })

  test.each([
    ['_paid', [{ state: 'captured', amount: 49900, method: 'upi' }]],
    ['_paid_other', [{ state: 'captured', amount: 40000 }]],
    ['_paid_with_fee', [{ state: 'captured', amount: 51078, fee: 1178 }]],
    [
      '_paid_in_parts',
      [
        { state: 'captured', amount: 24950 },
        { state: 'captured', amount: 24950 },
      ],
    ],
    ['_authorized', [{ state: 'open' }]],
    ['_returned', [{ state: 'returned', amount: 49900 }]],
    ['_attempt_failed', [{ state: 'failed' }]],
    ['', []],
  ])('says of an order that ends with "%s": %j', async (mark, found) => {
    for (const names of [
      { gatewayOrderId: `order_1${mark}`, reference: 'ORD-1' },
      { gatewayOrderId: null, reference: `SHOP/26-27/17?a#b${mark}` },
    ]) {
      expect(await gateway.findPaymentsOfOrder({ ...names, paymentId: null })).toMatchObject(found)
    }
  })

  test('has no order for a reference that is longer than a receipt', async () => {
    const names = { gatewayOrderId: null, reference: `${'x'.repeat(70)}_paid`, paymentId: null }
    expect(await gateway.findPaymentsOfOrder(names)).toEqual([])
  })

  test('finds a payment of its ledger by the reference, also if its order id is not of Razorpay’s form', async () => {
    for (const gatewayOrderId of [null, 'order_SHOP/26']) {
      const reference = `SHOP/${gatewayOrderId}`
      const paymentId = `pay_ledger${++count}`
      const line = { paymentId, gatewayOrderId, reference, amount: 100, currency: 'INR', method: 'card' }
      await addToSandboxLedger(join(folder, 'ledger.jsonl'), [
        { kind: 'payment', ...line, at: now.getTime() },
      ])
      const found = await gateway.findPaymentsOfOrder({ gatewayOrderId, reference, paymentId: null })
      expect(found).toMatchObject([{ paymentId, reference, amount: 100 }])
    }
  })

  test('repeats a refund of a file of an earlier version, also beside a line that a crash cut off', async () => {
    const { paymentId, amount, currency, idempotencyKey, reference, notes } = requestFor()
    const line = {
      kind: 'refund',
      id: 'rfnd_sandbox_old',
      paymentId,
      amount,
      currency,
      idempotencyKey,
      reference,
    }
    await appendFile(
      join(folder, 'refunds.jsonl'),
      `${JSON.stringify({ ...line, at: now.getTime() })}\n{"kind":"re`,
    )
    const request = { paymentId, amount, currency, idempotencyKey, reference, notes }
    expect(await gateway.refund(request)).toMatchObject({ gatewayRefundId: 'rfnd_sandbox_old' })
    const next = requestFor()
    const made = await gateway.refund(next)
    expect(await sandbox().findRefund(searchFor(next))).toEqual(made)
  })
})
