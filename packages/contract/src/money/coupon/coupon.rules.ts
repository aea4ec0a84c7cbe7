import type { CurrencyCode } from '../../money.ts'

export const couponGroups = ['active', 'ended', 'unlinked'] as const
export type CouponGroup = (typeof couponGroups)[number]

/** When a coupon ends: within seven days, within thirty, or later. */
export const couponEnds = ['week', 'month', 'later'] as const
export type CouponEnds = (typeof couponEnds)[number]

interface Discounts {
  absolute_discount: number | null
  absolute_discount_usd: number | null
  discount_percentage: number | null
}

interface CouponTerms extends Discounts {
  valid_till: string | Date
  max_redemptions: number | null
  max_per_person: number | null
}

/** A price with a coupon, in minor units. */
interface CouponPrice {
  /** What is left to pay: 0 or more. */
  price: number
  /** What the coupon takes off: at most the price. */
  discount: number
  /** The discounts together are more than the price. */
  isBelowZero: boolean
}

/** Returns the code that somebody means by a text: codes are in capitals. */
export function couponCodeOf(text: string): string {
  return text.trim().toUpperCase()
}

/** Returns whether a coupon can no longer be redeemed. It is valid to the very instant of valid_till. */
export function hasCouponEnded({ valid_till }: Pick<CouponTerms, 'valid_till'>, now: Date): boolean {
  return new Date(valid_till).getTime() < now.getTime()
}

/**
 * Returns what something costs with a coupon: the percentage of the price and the amount in its currency are both
 * taken off, down to 0 (OQ-300). The percentage is rounded to the nearest minor unit, half a unit for the buyer.
 * @param price.current_price minor units
 */
export function couponPrice(
  { currency_code, current_price }: { currency_code: CurrencyCode; current_price: number },
  coupon: Discounts,
): CouponPrice {
  const amount = (currency_code === 'INR' ? coupon.absolute_discount : coupon.absolute_discount_usd) ?? 0
  const wanted = percentOf(current_price, coupon.discount_percentage ?? 0) + amount
  const discount = Math.min(wanted, current_price)
  return { price: current_price - discount, discount, isBelowZero: wanted > current_price }
}

/** Hundredths of a percent are whole numbers, and BigInt keeps the product of large amounts exact. */
function percentOf(amount: number, percentage: number): number {
  const hundredths = BigInt(Math.round(percentage * 100))
  return Number((BigInt(amount) * hundredths + 5_000n) / 10_000n)
}

export type RedemptionRefusal = 'ended' | 'not-linked' | 'used-up' | 'used-by-person'

/**
 * Returns why a coupon may not be redeemed, or null if it may (OQ-301).
 * @param use.isLinked whether it has an active link to what is sold
 * @param use.redeemed how often it was redeemed
 * @param use.redeemedByPerson how often the buyer has redeemed it
 */
export function redemptionRefusal(
  coupon: Pick<CouponTerms, 'valid_till' | 'max_redemptions' | 'max_per_person'>,
  use: { now: Date; isLinked: boolean; redeemed: number; redeemedByPerson: number },
): RedemptionRefusal | null {
  if (hasCouponEnded(coupon, use.now)) return 'ended'
  if (!use.isLinked) return 'not-linked'
  if (coupon.max_redemptions !== null && use.redeemed >= coupon.max_redemptions) return 'used-up'
  if (coupon.max_per_person !== null && use.redeemedByPerson >= coupon.max_per_person) return 'used-by-person'
  return null
}

export type PriceWarning = 'below-zero' | 'free' | 'no-discount'

/** Returns what staff should know about a price with a coupon. */
export function priceWarning(
  price: { currency_code: CurrencyCode; current_price: number },
  coupon: Discounts,
): PriceWarning | null {
  const { discount, price: left, isBelowZero } = couponPrice(price, coupon)
  if (isBelowZero) return 'below-zero'
  // Something free stays free.
  if (price.current_price === 0) return null
  if (discount === 0) return 'no-discount'
  return left === 0 ? 'free' : null
}

export type LinkWarning = 'off' | 'session-past' | 'ended' | 'ends-before-session'

/**
 * Returns why a coupon cannot be redeemed for something until that begins, or null.
 * @param link.start_time start of a masterclass; null for what has none
 */
export function linkWarning(
  coupon: Pick<CouponTerms, 'valid_till'>,
  link: { is_active: boolean; start_time: string | null },
  now: Date,
): LinkWarning | null {
  const start = link.start_time === null ? null : Date.parse(link.start_time)
  if (start !== null && start < now.getTime()) return 'session-past'
  if (hasCouponEnded(coupon, now)) return 'ended'
  if (!link.is_active) return 'off'
  return start !== null && new Date(coupon.valid_till).getTime() < start ? 'ends-before-session' : null
}
