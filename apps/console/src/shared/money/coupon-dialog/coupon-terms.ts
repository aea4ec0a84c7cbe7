import type { CurrencyCode } from '@greenroom/contract/money'
import type { Coupon } from '@greenroom/contract/money/coupon/coupon.schema'
import { businessDay } from '../../../lib/dates.ts'
import { formatMoney } from '../../../lib/money.ts'
import { formatDay } from '../../../ui/day-field-props.ts'

/** Formats the discounts of a coupon: "₹500.00 off, $5.00 off, 20% off". Without any: "No discount". */
export function discountText(
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

/** Formats the last business day on which a coupon is valid: 21 Nov 2026 (OQ-047). @param validTill ISO 8601 */
export function validityDay(validTill: string): string {
  return formatDay(businessDay(new Date(validTill)))
}

/** Returns whether a coupon has expired. */
export function isExpired({ valid_till }: Pick<Coupon, 'valid_till'>, now: number = Date.now()): boolean {
  return Date.parse(valid_till) < now
}

/** Formats the terms of a coupon: "20% off, valid till 21 Nov 2026". */
export function couponTerms(coupon: Coupon): string {
  return `${discountText(coupon)}, valid till ${validityDay(coupon.valid_till)}`
}

/** Formats an amount that may be missing. */
export function moneyOrNone(minor: number | null, currency: CurrencyCode): string | null {
  return minor === null ? null : formatMoney(minor, currency)
}

/** Formats the limits of a coupon: "Limit: at most 500, 1 per person". Null without any. */
export function limitText({
  max_redemptions: most,
  max_per_person: perPerson,
}: Pick<Coupon, 'max_redemptions' | 'max_per_person'>): string | null {
  const parts = [
    most === null ? null : `at most ${most.toLocaleString('en-IN')}`,
    perPerson === null ? null : `${perPerson.toLocaleString('en-IN')} per person`,
  ].filter((part) => part !== null)
  return parts.length > 0 ? `Limit: ${parts.join(', ')}` : null
}
