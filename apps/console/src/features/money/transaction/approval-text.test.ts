import { expect, it } from 'vitest'
import { approvalText } from './approval-text.ts'

const money = (minor: number) => `₹${minor / 100}`
const none = { above: null, unapproved: 0, per_day: null, today: 0 }

it('names the limit, what counts towards it, or the number of refunds (OQ-350)', () => {
  expect(approvalText('amount', { ...none, above: 1_000_000 }, money)).toBe(
    'Refunds above ₹10000 need a second person.',
  )
  expect(approvalText('amount', { ...none, above: 1_000_000, unapproved: 600_000 }, money)).toBe(
    'Refunds of one order above ₹10000 need a second person, and ₹6000 of this one was refunded without one.',
  )
  expect(approvalText('day', { ...none, per_day: 2, today: 2 }, money)).toBe(
    'You made 2 refunds today. More need a second person.',
  )
  expect(approvalText('day', { ...none, per_day: 1, today: 1 }, money)).toBe(
    'You made 1 refund today. More need a second person.',
  )
  for (const [cause, facts] of [
    ['amount', { ...none, above: 0 }],
    ['day', { ...none, per_day: 0 }],
  ] as const) {
    expect(approvalText(cause, facts, money)).toBe('All refunds need a second person.')
  }
})
