/** The gateway's smallest refund, in minor units: 1.00. */
export const leastRefund = 100

/**
 * Tells why an amount cannot be refunded; undefined if it can.
 * @param amount in minor units
 * @param left what no refund has taken yet, in minor units
 * @param money formats an amount
 */
export function refusalOfAmount(
  amount: number,
  left: number,
  money: (minor: number) => string,
): string | undefined {
  if (left < leastRefund) {
    return `Only ${money(left)} is left, and the gateway refunds at least ${money(leastRefund)}.`
  }
  if (amount < leastRefund) return `Enter at least ${money(leastRefund)}.`
  if (amount > left) return `Only ${money(left)} is left to refund.`
  const rest = left - amount
  if (rest === 0 || rest >= leastRefund) return undefined
  const orLess = left >= 2 * leastRefund ? ` or at most ${money(left - leastRefund)}` : ''
  return `${money(rest)} would be left, which is too little to refund later. Enter ${money(left)}${orLess}.`
}

/** Why a refund needs a second person: the amount, or the number of refunds of one person on one day. */
export const approvalCauses = ['amount', 'day'] as const
export type ApprovalCause = (typeof approvalCauses)[number]

/** The limits beyond which a refund needs a second person, and what counts towards them. */
export interface ApprovalFacts {
  /** In minor units; null without a limit. */
  above: number | null
  /** What was refunded of this order, or is being refunded, without a second person. In minor units. */
  unapproved: number
  /** How many refunds one person makes a day without a second one; null without a limit. */
  perDay: number | null
  /** How many the person made today without a second one. */
  today: number
}

/**
 * Tells why a refund needs a second person; undefined if it doesn't. Parts of one order count together, so that several
 * small ones are not a way around the limit.
 * @param amount in minor units
 */
export function approvalCauseOf(
  amount: number,
  { above, unapproved, perDay, today }: ApprovalFacts,
): ApprovalCause | undefined {
  if (above !== null && unapproved + amount > above) return 'amount'
  return perDay !== null && today >= perDay ? 'day' : undefined
}

/**
 * Working days until the buyer has the money, by the gateway's name of the payment method.
 * @see https://razorpay.com/docs/payments/refunds/normal/
 */
const daysByMethod = {
  card: { from: 5, to: 10 },
  emi: { from: 5, to: 10 },
  netbanking: { from: 2, to: 10 },
  wallet: { from: 0, to: 3 },
  upi: { from: 2, to: 7 },
} as const
const usualDays = { from: 5, to: 7 }

/** Returns how many working days a refund takes. */
export function refundDays(method: string | null): { from: number; to: number } {
  return method !== null && Object.hasOwn(daysByMethod, method)
    ? daysByMethod[method as keyof typeof daysByMethod]
    : usualDays
}

/** Months after which the gateway may refuse a normal refund. */
const monthsOfRefunds = 6

/** Tells whether a payment is older than the gateway's limit for normal refunds. */
export function isPastRefundLimit(paidAt: Date, now: Date): boolean {
  const limit = new Date(paidAt)
  limit.setUTCMonth(limit.getUTCMonth() + monthsOfRefunds)
  return now > limit
}
