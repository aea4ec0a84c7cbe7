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
    [100, 100, undefined],
    [150, 200, '₹0.50 would be left, which is too little to refund later. Enter ₹2.00 or at most ₹1.00.'],
    [50, 50, 'Only ₹0.50 is left, and the gateway refunds at least ₹1.00.'],
  ])('of %i paise with %i left: %s (OQ-260)', (amount, left, refusal) => {
    expect(refusalOfAmount(amount, left, money)).toBe(refusal)
  })
})

test.each([
  ['upi', 2, 7],
  ['card', 5, 10],
  ['emi', 5, 10],
  ['netbanking', 2, 10],
  ['wallet', 0, 3],
  ['paylater', 5, 7],
  ['toString', 5, 7],
  [null, 5, 7],
])('a refund by %s takes %i to %i days (OQ-261)', (method, from, to) => {
  expect(refundDays(method)).toEqual({ from, to })
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
