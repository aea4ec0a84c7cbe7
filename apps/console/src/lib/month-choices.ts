import { formatMonth } from './dates.ts'

const monthPattern = /^20\d{2}-(0[1-9]|1[0-2])$/

/** Returns a month of an address; undefined if it is none. */
export function readMonth(month: string | undefined): string | undefined {
  return month !== undefined && monthPattern.test(month) ? month : undefined
}

const offeredMonths = 24

/**
 * Returns the months to choose from, the newest first.
 * @param today YYYY-MM-DD
 * @param chosen offered too, however old it is
 */
export function monthChoices(today: string, chosen?: string): { value: string; label: string }[] {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const months = Array.from({ length: offeredMonths }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
  if (chosen !== undefined && !months.includes(chosen)) months.push(chosen)
  return months.map((value) => ({ value, label: formatMonth(value) }))
}
