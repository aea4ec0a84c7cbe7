import { describe, expect, test } from 'vitest'
import { approvalCauseOf, isPastRefundLimit, refundDays, refusalOfAmount } from './refund.rules.ts'

const money = (minor: number) => `₹${(minor / 100).toFixed(2)}`

describe('the amount of a refund', () => {
  test.each([
    [100, 249900, undefined],
    [99, 249900, 'Enter at least ₹1.00.'],
    [0, 249900, 'Enter at least ₹1.00.'],
    [249900, 249900, undefined],
    [249901, 249900, 'Only ₹2499.00 is left to refund.'],
    [249800, 249900, undefined],
    [
      249801,
      249900,
      '₹0.99 would be left, which is too little to refund later. Enter ₹2499.00 or at most ₹2498.00.',
    ],
    [120, 150, '₹0.30 would be left, which is too little to refund later. Enter ₹1.50.'],
    [150, 150, undefined],
    [50, 50, 'Only ₹0.50 is left, and the gateway refunds at least ₹1.00.'],
  ])('of %i paise with %i left: %s (OQ-260)', (amount, left, refusal) => {
    expect(refusalOfAmount(amount, left, money)).toBe(refusal)
  })
})

test('a refund takes as long as its payment method, and 5 to 7 days for an unknown one (OQ-261)', () => {
  expect(refundDays('upi')).toEqual({ from: 2, to: 7 })
  expect(refundDays('card')).toEqual({ from: 5, to: 10 })
  expect(refundDays('paylater')).toEqual({ from: 5, to: 7 })
  expect(refundDays('toString')).toEqual({ from: 5, to: 7 })
  expect(refundDays(null)).toEqual({ from: 5, to: 7 })
})

test('the gateway’s limit is six months after the payment (OQ-261)', () => {
  const paid = new Date('2026-05-22T10:00:00Z')
  expect(isPastRefundLimit(paid, new Date('2026-11-22T10:00:00Z'))).toBe(false)
  expect(isPastRefundLimit(paid, new Date('2026-11-22T10:00:01Z'))).toBe(true)
})

const unlimited = { above: null, unapproved: 0, perDay: null, today: 0 }
test.each([
  [100_000, unlimited, undefined],
  [100_000, { ...unlimited, above: 100_000 }, undefined],
  [100_001, { ...unlimited, above: 100_000 }, 'amount'],
  [40_000, { ...unlimited, above: 100_000, unapproved: 60_000 }, undefined],
  [40_001, { ...unlimited, above: 100_000, unapproved: 60_000 }, 'amount'],
  [100, { ...unlimited, above: 0 }, 'amount'],
  [100, { ...unlimited, perDay: 2, today: 1 }, undefined],
  [100, { ...unlimited, perDay: 2, today: 2 }, 'day'],
  [100, { ...unlimited, perDay: 0 }, 'day'],
  [100_001, { ...unlimited, above: 100_000, perDay: 0 }, 'amount'],
] as const)('a refund of %i with %j needs a second person: %s (OQ-350)', (amount, facts, cause) => {
  expect(approvalCauseOf(amount, facts)).toBe(cause)
})
