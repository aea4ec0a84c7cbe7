import { describe, expect, it } from 'vitest'
import type { GatewayPayment, ListedRefund, SettledLine } from '../../../platform/payments/payment-gateway.ts'
import {
  isRefundedAnyhow,
  needsCheck,
  orderOf,
  paymentDifference,
  refundDifference,
  refundedTooLittle,
  settledDifference,
} from './comparison-rules.ts'

const at = new Date('2026-03-04T05:06:07Z')

const payment: GatewayPayment = {
  paymentId: 'pay_1',
  gatewayOrderId: 'order_1',
  reference: 'GR-1',
  state: 'captured',
  amount: 50_000,
  fee: 1_180,
  refunded: 0,
  order: null,
  currency: 'INR',
  method: 'upi',
  at,
}

const order = {
  id: 'a',
  reference_order_id: 'GR-1',
  payments: [],
  gateway_order_id: 'order_1',
  payment_id: 'pay_1',
  status: 'completed',
  amount: 50_000,
  currency_code: 'INR',
  created_at: at,
  completed_at: at,
}

const listed: ListedRefund = {
  gatewayRefundId: 'rfnd_1',
  paymentId: 'pay_1',
  reference: null,
  state: 'processed',
  amount: 20_000,
  currency: 'INR',
  at,
}

const refund = { state: 'processed', amount: 20_000, currency_code: 'INR' }

describe('the order of a payment', () => {
  it('is the one with the payment, then with the gateway order, then with our reference (OQ-272)', () => {
    const byPayment = { ...order, id: 'p', gateway_order_id: null, reference_order_id: 'x' }
    const byGatewayOrder = { ...order, id: 'g', payment_id: null, reference_order_id: 'y' }
    const byReference = { ...order, id: 'r', payment_id: null, gateway_order_id: null }
    expect(orderOf(payment, [byReference, byGatewayOrder, byPayment])?.id).toBe('p')
    expect(orderOf(payment, [byReference, byGatewayOrder])?.id).toBe('g')
    expect(orderOf(payment, [byReference])?.id).toBe('r')
    expect(orderOf({ ...payment, gatewayOrderId: null, reference: null }, [byGatewayOrder])).toBeUndefined()
  })
})

describe('a payment', () => {
  it.each([
    ['agrees', {}, order, null],
    ['agrees although refunded later', {}, { ...order, status: 'refunded' }, null],
    ['has no order', {}, undefined, 'payment-without-order'],
    ['is the second of its order', {}, { ...order, payment_id: 'pay_0' }, 'paid-twice'],
    ['has another amount', { amount: 1 }, order, 'amount-differs'],
    ['has another currency', { currency: 'USD' }, order, 'amount-differs'],
    [
      'is of another order',
      { reference: null, gatewayOrderId: 'order_2' },
      order,
      'payment-of-another-order',
    ],
    ['paid a pending order', {}, { ...order, status: 'pending', payment_id: null }, 'paid-not-completed'],
    ['failed but completed an order', { state: 'failed' as const }, order, 'not-paid'],
    [
      'failed beside the one that paid',
      { state: 'failed' as const },
      { ...order, payment_id: 'pay_0' },
      null,
    ],
  ])('that %s (OQ-272)', (_, changes, ours, kind) => {
    expect(paymentDifference({ ...payment, ...changes }, ours)).toBe(kind)
  })
})

describe('a refund', () => {
  it.each([
    ['agrees', {}, refund, null, false],
    ['is unknown here', {}, undefined, 'refund-unknown', true],
    ['is unknown here and not processed', { state: 'pending' as const }, undefined, null, false],
    ['has another amount', { amount: 1 }, refund, 'refund-differs', true],
    ['has another currency', { currency: 'USD' }, refund, 'refund-differs', true],
    ['failed there', { state: 'failed' as const }, refund, 'refund-differs', true],
    ['is pending there', { state: 'pending' as const }, refund, null, false],
    ['is open here', {}, { ...refund, state: 'unknown' }, null, true],
    ['is open on both sides', { state: 'pending' as const }, { ...refund, state: 'requested' }, null, false],
  ])('that %s (OQ-272)', (_, changes, ours, kind, isChecked) => {
    expect(refundDifference({ ...listed, ...changes }, ours)).toBe(kind)
    expect(needsCheck({ ...listed, ...changes }, ours)).toBe(isChecked)
  })

  it('without an id of the gateway was made if the gateway names it, or if all was refunded (OQ-272)', () => {
    const ours = { id: 'r', paid_amount: 50_000 }
    expect(isRefundedAnyhow(ours, [{ ...listed, reference: 'r' }])).toBe(true)
    expect(isRefundedAnyhow(ours, [listed, { ...listed, amount: 30_000 }])).toBe(true)
    expect(isRefundedAnyhow(ours, [listed, { ...listed, amount: 29_999 }])).toBe(false)
  })

  it('of the public product was made if the gateway refunded all of the order (OQ-390)', () => {
    const outside = { ...order, refunded_outside_at: at }
    expect(refundedTooLittle(outside, [{ ...listed, amount: 50_000 }])).toBeNull()
    expect(refundedTooLittle(outside, [listed])?.gateway).toMatchObject({ amount: 20_000 })
    expect(refundedTooLittle(outside, [])?.gateway).toBeNull()
  })
})

describe('a line of a settlement', () => {
  const line: SettledLine = {
    kind: 'refund',
    type: 'refund',
    id: 'rfnd_1',
    paymentId: 'pay_1',
    gatewayOrderId: null,
    disputeId: null,
    amount: 20_000,
    debit: 20_000,
    credit: 0,
    fee: null,
    tax: null,
    currency: 'INR',
    settlementId: 'setl_1',
    utr: null,
    description: null,
    method: null,
    madeAt: null,
    at,
  }

  it('differs by its amount, unless it was settled in another currency (OQ-272)', () => {
    expect(settledDifference(line, 'a', refund)).toBeNull()
    expect(settledDifference({ ...line, amount: 1 }, 'a', refund)).toMatchObject({
      kind: 'settled-differs',
      gatewayRefundId: 'rfnd_1',
      ours: { amount: 20_000 },
      gateway: { amount: 1 },
    })
    expect(settledDifference({ ...line, amount: 1 }, 'a', { ...refund, currency_code: 'USD' })).toBeNull()
    expect(
      settledDifference({ ...line, kind: 'payment', amount: 1 }, 'a', refund)?.gatewayRefundId,
    ).toBeNull()
  })
})
