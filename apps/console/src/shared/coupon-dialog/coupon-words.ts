import type { Coupon } from '@greenroom/contract/coupon/coupon.schema'
import { businessDay } from '../../lib/dates.ts'
import { formatMoney } from '../../lib/money.ts'
import { formatDay } from '../../ui/day-field-props.ts'

/** What a coupon takes off, in words: "₹500.00 off, $5.00 off, 20% off"; "No discount" when it takes off nothing. */
export function discountWords(
  coupon: Pick<Coupon, 'absolute_discount' | 'absolute_discount_usd' | 'discount_percentage'>,
): string {
  const { absolute_discount: inr, absolute_discount_usd: usd, discount_percentage: percentage } = coupon
  const parts = [
    inr ? `${formatMoney(inr, 'INR')} off` : null,
    usd ? `${formatMoney(usd, 'USD')} off` : null,
    percentage ? `${percentage}% off` : null,
  ].filter((part) => part !== null)
  return parts.length > 0 ? parts.join(', ') : 'No discount'
}

/** Returns the last business day on which a coupon is good: 21 Nov 2026 (OQ-047). Takes ISO 8601. */
export function validityDay(validTill: string): string {
  return formatDay(businessDay(new Date(validTill)))
}

/** Tells whether a coupon's validity has passed. */
export function isExpired({ valid_till }: Pick<Coupon, 'valid_till'>, now: number = Date.now()): boolean {
  return Date.parse(valid_till) < now
}

/** What a coupon says beside its code: "20% off, valid till 21 Nov 2026". */
export function couponTerms(coupon: Coupon): string {
  return `${discountWords(coupon)}, valid till ${validityDay(coupon.valid_till)}`
}
