import { addDays } from '../../calendar-day.ts'

/** Returns the Indian financial year of a day, 1 April to 31 March, by the year in which it starts. */
export function financialYearOf(day: string): number {
  const year = Number(day.slice(0, 4))
  return day.slice(5, 7) >= '04' ? year : year - 1
}

/** Returns a financial year as people write it: "2026-27". @param year in which it starts */
export function financialYearText(year: number): string {
  return `${year}-${String((year + 1) % 100).padStart(2, '0')}`
}

/**
 * Returns the last day on which a credit note may reduce the tax of a financial year's invoices: 30 November after its
 * end, or the day of the annual return if that was filed earlier.
 * @param year in which it starts
 * @see CGST Act, section 34(2)
 */
export function lastDayOfCredit(year: number, annualReturnFiledOn: string | null): string {
  const last = `${year + 1}-11-30`
  return annualReturnFiledOn !== null && annualReturnFiledOn < last ? annualReturnFiledOn : last
}

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
