import * as z from 'zod/mini'
import { PersonalName, PersonalNote } from '../../access/personal.ts'
import { bounded, countedSteps, periodFields, step } from '../../money/report/report.schema.ts'
import { ReportType } from './moderation.schema.ts'

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

/** What a number of reports counts: those that came in on its days, or those that were handled. */
const countedAs = ['received', 'handled'] as const
export type CountedAs = (typeof countedAs)[number]

/** Max reports of a list; the latest ones. */
export const mostCountedReports = 200

/** The days of a number, at most 366. */
export const CountedReportsQuery = z
  .strictObject({
    from: periodFields.from,
    to: periodFields.to,
    of: z.enum(countedAs, { error: `of must be ${countedAs.join(' or ')}` }),
  })
  .check(...bounded())

/** A report of a member whose item still exists. */
export const CountedReport = z.object({
  _id: z.string(),
  reason: ReportType,
  received_at: z.string(),
  /** When it was ignored; null while it is open. */
  handled_at: z.nullable(z.string()),
  entity_type: z.enum(['post', 'comment', 'user']),
  entity_id: z.string(),
  /** The post, or that of the comment; null for a user. */
  post_id: z.nullable(z.string()),
  /** The beginning of the post or the comment; null for a user. */
  text: z.nullable(PersonalNote),
  /** The reported user, or the author. */
  user: z.object({ _id: z.string(), first_name: PersonalName, last_name: PersonalName }),
})
export type CountedReport = z.output<typeof CountedReport>

/** The reports behind a number, which is `count` and `deleted` together. */
export const CountedReports = z.object({
  /** The latest first, at most `mostCountedReports`. */
  reports: z.array(CountedReport),
  /** How many there are, beyond those listed too. */
  count: z.int(),
  /** How many left with their item. Only their times are kept. */
  deleted: z.int(),
})
export type CountedReports = z.output<typeof CountedReports>
