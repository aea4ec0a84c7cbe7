import type { CurrencyCode } from '@greenroom/contract/money'
import type { ReportStep } from '@greenroom/contract/money/report/report.rules'
import { formatMonth } from '../../../lib/dates.ts'
import { formatMoney } from '../../../lib/money.ts'
import { formatDay } from '../../../ui/day-field-props.ts'
import type { Measure } from './report-search.ts'

const minus = '\u2212'

/** Formats a value of a measure: an amount, or a number of orders. */
export function valueText(value: number, measure: Measure, currency: CurrencyCode): string {
  const sign = value < 0 ? minus : ''
  const size = Math.abs(value)
  return sign + (measure === 'orders' ? countText(size) : formatMoney(size, currency))
}

/** Formats a number of people. */
export function countText(count: number): string {
  return count.toLocaleString('en-IN')
}

/** Formats a time in minutes: "45 min", "3 h 5 min", "2 d 4 h". */
export function minutesText(minutes: number): string {
  const parts = minutes < 1440 ? ([60, 'h', 1, 'min'] as const) : ([1440, 'd', 60, 'h'] as const)
  const [large, largeUnit, small, smallUnit] = parts
  const whole = Math.floor(minutes / large)
  const rest = Math.floor((minutes % large) / small)
  const texts = [whole > 0 && `${whole} ${largeUnit}`, (rest > 0 || whole === 0) && `${rest} ${smallUnit}`]
  return texts.filter(Boolean).join(' ')
}

/** Formats a value for an axis: \u20b91.5L. */
export function tickText(value: number, measure: Measure, currency: CurrencyCode): string {
  const format = new Intl.NumberFormat('en-IN', {
    notation: 'compact',
    ...(measure !== 'orders' && { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
  })
  const size = Math.abs(measure === 'orders' ? value : value / 100)
  return (value < 0 ? minus : '') + format.format(size)
}

/** Formats the change from an earlier value in percent; undefined where there is nothing to compare with. */
export function changeText(now: number | null, before: number | null | undefined): string | undefined {
  if (now === null || typeof before !== 'number' || before <= 0) return undefined
  const percent = Math.round((100 * (now - before)) / before)
  const sign = percent > 0 ? '+' : percent < 0 ? minus : ''
  return `${sign}${Math.abs(percent).toLocaleString('en-IN')}%`
}

const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const shortMonth = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Formats the days of a row: "21 Nov 2026", "16 Nov to 22 Nov 2026", "November 2026". */
export function daysText({ from, to }: { from: string; to: string }): string {
  if (from === to) return formatDay(from)
  const isMonth = from.endsWith('-01') && new Date(`${to}T24:00:00Z`).toISOString().slice(8, 10) === '01'
  if (isMonth && from.slice(0, 7) === to.slice(0, 7)) return formatMonth(from.slice(0, 7))
  const first = from.slice(0, 4) === to.slice(0, 4) ? shortDay.format(new Date(from)) : formatDay(from)
  return `${first} to ${formatDay(to)}`
}

/** Formats the first day of a row for an axis: "21 Nov", "Nov 2026". */
export function axisText(day: string, step: ReportStep): string {
  return (step === 'month' ? shortMonth : shortDay).format(new Date(`${day}T00:00:00Z`))
}
