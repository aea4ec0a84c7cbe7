import { addDays, dayIn, startOfDay } from '@greenroom/contract/calendar-day'
import type { DaySum } from '@greenroom/contract/desk/overview/overview.schema'
import type { Call } from '../../../platform/call.ts'
import { type DailySum, sumCountedDays, sumOrderedDays } from './daily-sums.repository.ts'

/** The zone of the stored counts, as in the database function business_day. */
const countedZone = 'Asia/Kolkata'

/** Tells whether the stored counts have the days of a business time zone. */
export function isCountedZone(timeZone: string): boolean {
  return timeZone === countedZone
}

/**
 * Sums up the paid orders of each of the last business days per currency.
 * @param days how many, ending with today
 * @returns as `sumsOfDays`
 */
export async function sumsOfLastDays(call: Call, days: number, timeZone: string): Promise<DaySum[]> {
  const to = dayIn(call.now, timeZone)
  const sums = await sumsOfDays(call, { from: addDays(to, 1 - days), to }, timeZone)
  return sums.map(withoutTax)
}

/**
 * Sums up the paid orders of each business day of a span per currency: what was paid, what of it was refunded, and the
 * tax, all on the day of the order, as in the sums of the list of transactions (OQ-281).
 * @param span first and last day, YYYY-MM-DD
 * @returns the earliest first, without days that have no orders
 */
export async function sumsOfDays(
  call: Call,
  { from, to }: { from: string; to: string },
  timeZone: string,
): Promise<DailySum[]> {
  const counted = isCountedZone(timeZone) ? await sumCountedDays(call.db, { from, to }) : undefined
  if (counted) return counted
  return sumOrderedDays(
    call.db,
    [{ from: startOfDay(from, timeZone), until: startOfDay(addDays(to, 1), timeZone) }],
    timeZone,
  )
}

/**
 * Sums up what was ordered some days ago later in the day than now, so that a span of days can end at the same time of
 * day as one that ends now.
 * @param daysAgo each at least 1
 */
export async function sumsOfLaterToday(
  call: Call,
  daysAgo: readonly number[],
  timeZone: string,
): Promise<DaySum[]> {
  const today = dayIn(call.now, timeZone)
  const sinceMidnight = call.now.getTime() - startOfDay(today, timeZone).getTime()
  const spans = daysAgo.map((days) => {
    const day = addDays(today, -days)
    const until = startOfDay(addDays(day, 1), timeZone)
    // On the day of a change to summer time the last hour may have passed already.
    const from = new Date(Math.min(startOfDay(day, timeZone).getTime() + sinceMidnight, until.getTime()))
    return { from, until }
  })
  const sums = await sumOrderedDays(call.db, spans, timeZone)
  return sums.map(withoutTax)
}

function withoutTax({ tax: _tax, ...sum }: DailySum): DaySum {
  return sum
}
