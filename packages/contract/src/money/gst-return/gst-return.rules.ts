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

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}
