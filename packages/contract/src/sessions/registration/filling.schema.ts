import * as z from 'zod/mini'
import { fillingKinds } from '../../money/report/report.rules.ts'
import { bounded, periodFields, seatsFields, span } from '../../money/report/report.schema.ts'

/** How many days before its start the seats of a session are looked at, from the first to 0. */
export const fillingDays = 30

/** Max sessions of a report; the latest ones. */
export const mostFillingSessions = 200

/** Which sessions a report of seats has: those that begin on some days, of one kind or all; or one session. */
export const FillingQuery = z.object({ ...periodFields, ...seatsFields }).check(...bounded())

/** How many people held a seat 30 days before the start, 29, and so on until the start; null for a time to come. */
const Held = z.array(z.nullable(z.int()))

export const FillingSession = z.object({
  _id: z.string(),
  kind: z.enum(fillingKinds),
  title: z.string(),
  start_time: z.string(),
  /** null without a limit. */
  seats: z.nullable(z.int()),
  held: Held,
})
export type FillingSession = z.output<typeof FillingSession>

/** The sum of several sessions: those that have begun. Of one session, it is that session. */
export const FillingSum = z.object({
  sessions: z.int(),
  /** What a share is of: the seats, or those who held one at the start if a session has no limit. */
  of: z.nullable(z.int()),
  has_limit: z.boolean(),
  held: Held,
})
export type FillingSum = z.output<typeof FillingSum>

export const FillingReport = z.object({
  total: FillingSum,
  /** The sessions of the earlier period; absent unless it was asked for, and for one session. */
  previous: z.optional(z.object({ ...span, total: FillingSum })),
  /** The latest first. */
  sessions: z.array(FillingSession),
  /** How many further sessions there are, which the sums leave out. */
  omitted: z.int(),
})
export type FillingReport = z.output<typeof FillingReport>
