import { firstDayAfter } from '@greenroom/contract/money/gst-return/gst-return.rules'
import type { GstMonth } from '@greenroom/contract/money/gst-return/gst-return.schema'
import { formatMonth, formatTime } from '../../../lib/dates.ts'
import { formatMoney } from '../../../lib/money.ts'
import { formatDay } from '../../../ui/day-field-props.ts'
import { monthPageMessages as messages, monthMessages } from './month-messages.ts'
import { hasDollars, type MonthStep, openSteps, statesOf } from './month-steps.ts'

/** Returns a saved rate as it is typed; an empty text without one. */
export function rateText({ usd_rate }: Pick<GstMonth, 'usd_rate'>): string {
  return usd_rate === null ? '' : String(Number(usd_rate))
}

/** Says whether a month is filed, when and by whom. */
export function statusText({ filed_at, filed_by, arn }: GstMonth): string {
  if (filed_at === null || filed_by === null) return monthMessages.notFiled
  const text = monthMessages.filedBy(formatTime(filed_at), filed_by)
  return arn === null ? text : `${text} ${monthMessages.arn(arn)}`
}

/** Returns what a step does: "Add 15 missing States". */
export function stepTitle(step: MonthStep, month: GstMonth): string {
  return step === 'states' && month.state_missing > 0 && month.filed_at === null
    ? messages.stepStates(month.state_missing)
    : messages.steps[step]
}

/** Says what is open in a step, or why nothing is. */
export function stepText(step: MonthStep, month: GstMonth, today: string): string {
  switch (step) {
    case 'compare':
      return compareText(month)
    case 'states':
      if (month.state_missing === 0) return messages.statesDone
      return month.filed_at === null ? messages.statesOpen : messages.statesFiled(month.state_missing)
    case 'rate':
      return rateStepText(month)
    case 'check':
      if (month.is_balanced === false) return messages.differs
      if (month.documents_due > 0 && month.filed_at === null) return messages.checkDue(month.documents_due)
      if (month.refunds_open > 0 && month.filed_at === null) return messages.refundsOpen(month.refunds_open)
      return month.rate_missing > 0 ? messages.checkWaits : messages.equal
    case 'export':
      return exportText(month)
    case 'file':
      if (month.filed_at !== null) return statusText(month)
      return isOver(month.month, today)
        ? messages.fileEffect
        : messages.notOver(formatDay(firstDayAfter(month.month)))
  }
}

function compareText({ comparison }: GstMonth): string {
  const { differences, days_missing, finished_at, is_earlier } = comparison
  if (differences > 0) return messages.differencesOpen(differences)
  if (days_missing > 0) return messages.daysMissing(days_missing)
  if (finished_at !== null) return messages.compared(formatTime(finished_at))
  return is_earlier ? messages.comparedLater : messages.neverCompared
}

function exportText({ exported, filed_at }: GstMonth): string {
  if (exported === null) return filed_at === null ? messages.neverExported : messages.neverExportedFiled
  const when = formatTime(exported.at)
  if (!exported.is_outdated) return messages.exported(exported.documents, when, exported.by)
  if (exported.later === 0) return messages.sumsChanged(when)
  return (filed_at === null ? messages.laterOpen : messages.laterFiled)(exported.later, when)
}

function rateStepText(month: GstMonth): string {
  if (!hasDollars(month)) return messages.noDollars
  if (month.rate_missing === 0)
    return month.usd_rate === null ? messages.otherRates : messages.rateIs(rateText(month))
  const dollars = month.sums.find(({ currency_code }) => currency_code === 'USD')
  const isAll = dollars !== undefined && dollars.count === month.rate_missing
  return messages.rateOpen(month.rate_missing, isAll ? formatMoney(dollars.total, 'USD') : undefined)
}

/** @param today the day in India, YYYY-MM-DD */
function isOver(month: string, today: string): boolean {
  return firstDayAfter(month) <= today
}

/** Says why a month can't be marked as filed at all; undefined if it can. */
export function fileObstacle(month: GstMonth, today: string): string | undefined {
  if (!isOver(month.month, today)) return messages.notOver(formatDay(firstDayAfter(month.month)))
  return month.rate_missing > 0 ? messages.rateFirst : undefined
}

/** Names the open steps before filing: "Step 2: Add 15 missing States". */
export function openStepTexts(month: GstMonth): string[] {
  return openSteps(month)
    .filter(({ step }) => step !== 'file')
    .map(({ step, number }) => messages.openStep(number, stepTitle(step, month)))
}

/** Returns what to do next in a month; undefined if only filing is left, which its last day may still prevent. */
export function nextStepText(month: GstMonth): string | undefined {
  const states = statesOf(month)
  const next = openSteps(month)[0]
  if (next === undefined || states.file === 'done') return undefined
  return messages.next(stepTitle(next.step, month))
}

/** Names the other months whose rate documents of a month take. */
export function otherRateMonths(
  missing: readonly { rate_month: string }[],
  month: string,
): { month: string; name: string }[] {
  return [...new Set(missing.map(({ rate_month }) => rate_month))]
    .filter((one) => one !== month)
    .sort()
    .map((one) => ({ month: one, name: formatMonth(one) }))
}
