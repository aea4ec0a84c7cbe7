import { dueDay } from '@greenroom/contract/money/gst-return/gst-return.rules'
import type { GstMonth } from '@greenroom/contract/money/gst-return/gst-return.schema'

/** The steps of a month, in the order in which they are done (OQ-658). */
export const monthSteps = ['compare', 'states', 'rate', 'check', 'export', 'file'] as const
export type MonthStep = (typeof monthSteps)[number]
/** skipped: the month doesn't need it, or it can't be done any more. */
export type StepState = 'done' | 'open' | 'skipped'

/** Whether a month has documents that are reported at its rate. */
export function hasDollars({ sums, rate_missing }: Pick<GstMonth, 'sums' | 'rate_missing'>): boolean {
  return rate_missing > 0 || sums.some(({ currency_code }) => currency_code === 'USD')
}

/** Returns the state of each step. */
export function statesOf(month: GstMonth): Record<MonthStep, StepState> {
  const { differences, days_missing, finished_at, is_earlier } = month.comparison
  const isFiled = month.filed_at !== null
  const isCompared = differences === 0 && days_missing === 0
  const done = (isDone: boolean): StepState => (isDone ? 'done' : 'open')
  return {
    compare: isCompared && is_earlier ? 'skipped' : done(isCompared && finished_at !== null),
    // A correction of a filed month belongs to the present one.
    states: isFiled && month.state_missing > 0 ? 'skipped' : done(month.state_missing === 0),
    rate: hasDollars(month) ? done(month.rate_missing === 0) : 'skipped',
    check: done(
      isFiled ||
        (month.is_balanced === true &&
          month.rate_missing === 0 &&
          month.documents_due === 0 &&
          month.refunds_open === 0),
    ),
    export: isFiled && month.exported === null ? 'skipped' : done(month.exported?.is_outdated === false),
    file: done(isFiled),
  }
}

/** Returns the steps that are open, by their numbers from 1. */
export function openSteps(month: GstMonth): { step: MonthStep; number: number }[] {
  const states = statesOf(month)
  return monthSteps.flatMap((step, at) => (states[step] === 'open' ? [{ step, number: at + 1 }] : []))
}

/** Returns how many steps of a month are done, or aren't needed. A filed month is done. */
export function progressOf(month: GstMonth): number {
  return month.filed_at === null ? monthSteps.length - openSteps(month).length : monthSteps.length
}

/** Tells whether a month that isn't filed should be by now. @param today the day in India, YYYY-MM-DD */
export function isLate(month: string, today: string): boolean {
  return dueDay(month) < today
}
