import * as z from 'zod/mini'
import { bounded, periodFields, span, step } from '../../money/report/report.schema.ts'

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

export const HandlingReport = z.object({
  total: HandlingCounts,
  /** The earlier period; absent unless it was asked for. */
  previous: z.optional(z.object({ ...span, total: HandlingCounts })),
  /** Every day, week or month of the period, the earliest first. */
  steps: z.array(
    z.object({
      ...span,
      counts: HandlingCounts,
      /** The same part of the earlier period; null where that has no such day. */
      previous: z.optional(z.nullable(z.object({ ...span, counts: HandlingCounts }))),
    }),
  ),
})
export type HandlingReport = z.output<typeof HandlingReport>
