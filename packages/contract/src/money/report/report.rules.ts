import { addDays, daysBetween } from '../../calendar-day.ts'

/** What one row of a report covers. Weeks begin on Monday. */
export const reportSteps = ['day', 'week', 'month'] as const
export type ReportStep = (typeof reportSteps)[number]

/** The earlier period beside a report: the one just before, or the same days a year earlier. */
export const reportComparisons = ['before', 'year'] as const
export type ReportComparison = (typeof reportComparisons)[number]

/** What the orders of a report can be divided by instead of their time. */
export const reportDimensions = [
  'type',
  'session',
  'membership',
  'creator',
  'coupon',
  'source',
  'campaign',
  'method',
  'state',
] as const
export type ReportDimension = (typeof reportDimensions)[number]

/** Reports whose rows are no orders. Each needs the permission of its rows. */
export const otherReports = ['leads', 'moderation', 'seats'] as const
export type OtherReport = (typeof otherReports)[number]

/** The kinds of sessions whose seats a report can have. */
export const fillingKinds = ['masterclass', 'event', 'webinar'] as const
export type FillingKind = (typeof fillingKinds)[number]

/** Max rows of a division. The rest is one sum. */
export const mostParts = 100

/** Max days of a report: a leap year. */
export const longestReport = 366

/** Days from the first to the last, YYYY-MM-DD. */
export interface DaySpan {
  from: string
  to: string
}

/** Returns how many days a span has. */
export function daysOf({ from, to }: DaySpan): number {
  return daysBetween(from, to) + 1
}

/** Divides a span into its days, weeks or months. The first and the last one end with the span. */
export function stepsOf({ from, to }: DaySpan, step: ReportStep): DaySpan[] {
  const steps: DaySpan[] = []
  for (let first = from; first <= to; ) {
    const end = lastOf(first, step)
    const last = end < to ? end : to
    steps.push({ from: first, to: last })
    first = addDays(last, 1)
  }
  return steps
}

/**
 * Returns the earlier period of a span. That just before whole months is as many whole months, otherwise as many days.
 */
export function comparedSpan(span: DaySpan, comparison: ReportComparison): DaySpan {
  const back = shiftOf(span, comparison)
  if ('days' in back) return { from: addDays(span.from, -back.days), to: addDays(span.to, -back.days) }
  return {
    from: startBefore(span.from, back.months),
    to: isWhole(span) ? monthEnd(dayBefore(span.to, back.months)) : dayBefore(span.to, back.months),
  }
}

/**
 * Returns the earlier period of each step of a span. Weeks and months have all days of `comparedSpan`, each once.
 * @returns null for a step without one: 31 October has no day in September
 */
export function comparedSteps(
  span: DaySpan,
  step: ReportStep,
  comparison: ReportComparison,
): (DaySpan | null)[] {
  const back = shiftOf(span, comparison)
  const steps = stepsOf(span, step)
  if ('days' in back) {
    return steps.map(({ from, to }) => ({ from: addDays(from, -back.days), to: addDays(to, -back.days) }))
  }
  const end = comparedSpan(span, comparison).to
  return steps.map(({ from, to }) => {
    const first = startBefore(from, back.months)
    // A longer earlier month has days that no day of this one stands for. They belong to the week or month that ends there.
    const until = to === span.to ? end : addDays(startBefore(addDays(to, 1), back.months), -1)
    const last = step === 'day' ? dayBefore(to, back.months) : until
    return first <= last ? { from: first, to: last } : null
  })
}

function shiftOf(span: DaySpan, comparison: ReportComparison): { days: number } | { months: number } {
  if (comparison === 'year') return { months: 12 }
  return isWhole(span) ? { months: monthsOf(span) } : { days: daysOf(span) }
}

/** Tells whether a span is whole calendar months. */
function isWhole({ from, to }: DaySpan): boolean {
  return from.endsWith('-01') && to === monthEnd(to)
}

function monthsOf({ from, to }: DaySpan): number {
  return monthNumber(to) - monthNumber(from) + 1
}

function monthNumber(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
}

function lastOf(day: string, step: ReportStep): string {
  if (step === 'day') return day
  if (step === 'month') return monthEnd(day)
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, (7 - weekday) % 7)
}

function monthEnd(day: string): string {
  return addDays(monthStart(monthNumber(day) + 1), -1)
}

function monthStart(number: number): string {
  const month = `${(number % 12) + 1}`.padStart(2, '0')
  return `${`${Math.floor(number / 12)}`.padStart(4, '0')}-${month}-01`
}

/** Returns the same day of an earlier month; the last day of a month that is too short. */
function dayBefore(day: string, months: number): string {
  const first = monthStart(monthNumber(day) - months)
  const same = addDays(first, Number(day.slice(8)) - 1)
  const end = monthEnd(first)
  return same < end ? same : end
}

/** As `dayBefore`, but the first day after a month that is too short: the day before it belongs to an earlier step. */
function startBefore(day: string, months: number): string {
  const same = dayBefore(day, months)
  return same.slice(8) === day.slice(8) ? same : addDays(same, 1)
}
