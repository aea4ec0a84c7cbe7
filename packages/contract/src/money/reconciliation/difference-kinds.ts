/** What Greenroom and the payment gateway can say differently (OQ-272). */
export const differenceKinds = [
  'paid-not-completed',
  'paid-twice',
  'amount-differs',
  'payment-without-order',
  'not-paid',
  'payment-of-another-order',
  'refund-unknown',
  'refund-not-made',
  'refund-differs',
  'settled-differs',
  'not-settled',
  'settled-unknown',
  'refunded-too-much',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]
