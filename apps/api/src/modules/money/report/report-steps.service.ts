import { addDays, startOfDay } from '@greenroom/contract/calendar-day'
import {
  comparedSpan,
  comparedSteps,
  type DaySpan,
  type ReportComparison,
  type ReportStep,
  stepsOf,
} from '@greenroom/contract/money/report/report.rules'

interface Period extends DaySpan {
  step: ReportStep
  compare?: ReportComparison | undefined
}

type Counted<Counts> = DaySpan & { counts: Counts }

/** The counts of a period and of its days, weeks or months, beside those of the earlier period. */
interface CountedSteps<Counts> {
  total: Counts
  previous?: DaySpan & { total: Counts }
  steps: (Counted<Counts> & { previous?: Counted<Counts> | null })[]
}

/**
 * Counts a period and its days, weeks or months, beside the earlier period.
 * @param count counts each step, and all days of the whole; a whole month can have days that no step has
 */
export async function countSteps<Counts>(
  { from, to, step, compare }: Period,
  count: (steps: readonly DaySpan[], whole: DaySpan) => Promise<{ total: Counts; counts: Counts[] }>,
): Promise<CountedSteps<Counts>> {
  const whole = { from, to }
  const days = stepsOf(whole, step)
  const now = await count(days, whole)
  const steps = days.map((one, index) => ({ ...one, counts: now.counts[index] as Counts }))
  if (!compare) return { total: now.total, steps }
  const earlier = comparedSpan(whole, compare)
  const compared = comparedSteps(whole, step, compare)
  const before = await count(
    compared.filter((one) => one !== null),
    earlier,
  )
  const counts = before.counts.values()
  return {
    total: now.total,
    previous: { ...earlier, total: before.total },
    steps: steps.map((one, index) => {
      const same = compared[index]
      return { ...one, previous: same ? { ...same, counts: counts.next().value as Counts } : null }
    }),
  }
}

/** Returns the first instant of a span of days, and the first one after it. */
export function momentsOf({ from, to }: DaySpan, timeZone: string): { from: Date; until: Date } {
  return { from: startOfDay(from, timeZone), until: startOfDay(addDays(to, 1), timeZone) }
}
