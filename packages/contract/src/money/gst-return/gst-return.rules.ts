import { addDays } from '../../calendar-day.ts'

/** Returns the day on which GSTR-1 of a month is due. @param month YYYY-MM @see docs/tax.md */
export function dueDay(month: string): string {
  return `${monthAfter(month)}-11`
}

/** Returns the first day after a month, on which it can be filed. */
export function firstDayAfter(month: string): string {
  return `${monthAfter(month)}-01`
}

/** Returns the last day of a month, YYYY-MM-DD. */
export function lastDayOf(month: string): string {
  return addDays(firstDayAfter(month), -1)
}

const rateParts = 10_000n

/** Converts cents to paise, rounded half up. @param rate rupees for one dollar, with up to four decimals */
export function paiseOf(cents: number, rate: string): number {
  const [whole = '0', fraction = ''] = rate.split('.')
  const scaled = BigInt(whole) * rateParts + BigInt(fraction.padEnd(4, '0').slice(0, 4))
  return Number((BigInt(cents) * scaled + rateParts / 2n) / rateParts)
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}
