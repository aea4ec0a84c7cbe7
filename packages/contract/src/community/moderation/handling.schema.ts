import * as z from 'zod/mini'
import { bounded, countedSteps, periodFields, step } from '../../money/report/report.schema.ts'

/** What a report about handled reports counts: at most 366 days, by day, week or month. */
export const HandlingQuery = z.object({ ...periodFields, step }).check(...bounded())

/** The reports of members in some days. */
export const HandlingCounts = z.object({
  /** How many came in. */
  received: z.int(),
  /** How many were ignored, or left with their item, whenever they came in. */
  handled: z.int(),
  /** Minutes from a report to its handling, of those handled: half of them took at most so long; null without any. */
  median_minutes: z.nullable(z.int()),
  /** Nine of ten took at most so long. */
  p90_minutes: z.nullable(z.int()),
})
export type HandlingCounts = z.output<typeof HandlingCounts>

export const HandlingReport = z.object(countedSteps(HandlingCounts))
export type HandlingReport = z.output<typeof HandlingReport>
