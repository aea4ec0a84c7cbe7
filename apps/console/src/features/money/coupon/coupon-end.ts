import { daysBetween } from '@greenroom/contract/calendar-day'
import type { Coupon } from '@greenroom/contract/money/coupon/coupon.schema'
import { businessDay } from '../../../lib/dates.ts'

const relative = new Intl.RelativeTimeFormat('en-IN')

/**
 * Says how far away the last day of a coupon is: "ends today", "in 9 days", "in 5 weeks", "in 3 months".
 * @returns isNear in the last two days
 */
export function couponEnd(
  { valid_till }: Pick<Coupon, 'valid_till'>,
  now: Date,
): { text: string; isNear: boolean } {
  const days = daysBetween(businessDay(now), businessDay(new Date(valid_till)))
  return { text: days === 0 ? 'ends today' : distance(days), isNear: days <= 1 }
}

function distance(days: number): string {
  if (days <= 14) return relative.format(days, 'day')
  if (days < 70) return relative.format(Math.round(days / 7), 'week')
  if (days < 700) return relative.format(Math.round(days / 30.4), 'month')
  return relative.format(Math.round(days / 365), 'year')
}
