import type { DifferenceKind } from './reconciliation.schema.ts'

/** Kinds that end with money or an order: completed, refunded, paid back or paid in. */
const movesMoney: Record<DifferenceKind, boolean> = {
  'paid-not-completed': true,
  'paid-twice': true,
  'amount-differs': true,
  'payment-without-order': false,
  'not-paid': false,
  'payment-of-another-order': false,
  'refund-unknown': true,
  'refund-not-made': true,
  'refund-differs': true,
  'settled-differs': false,
  'not-settled': false,
  'settled-unknown': false,
  'refunded-too-much': true,
}

/** Tells whether money has to move before a difference is settled. Such a difference is resolved by itself (OQ-679). */
export function needsMoney(kind: DifferenceKind): boolean {
  return movesMoney[kind]
}
