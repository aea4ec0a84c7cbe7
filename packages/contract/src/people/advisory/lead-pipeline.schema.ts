import * as z from 'zod/mini'
import { PersonalName, PersonalNote } from '../../access/personal.ts'

const advisor = z.object({ _id: z.string(), first_name: PersonalName, last_name: PersonalName })

const actionCounts = { call_past: z.int(), call_today: z.int(), follow_up: z.int() } as const

/** What needs action today, each count at most `mostCounted`. */
export const LeadActionCounts = z.object({
  advisors: z.array(
    z.object({
      /** Null counts the leads without an advisor. */
      advisor: z.nullable(advisor),
      ...actionCounts,
    }),
  ),
})
export type LeadActionCounts = z.output<typeof LeadActionCounts>

const stageCounts = {
  booked: z.int(),
  talked: z.int(),
  quoted: z.int(),
  'payment-link': z.int(),
  won: z.int(),
} as const

/** How many leads reached each stage. A lead is counted at each stage up to its own. */
export const LeadFunnel = z.object({
  total: z.object(stageCounts),
  /** The sources with the most leads first; an empty name is leads without a source. */
  sources: z.array(z.object({ source: PersonalNote, ...stageCounts })),
  /** How many further sources there are. */
  omitted: z.int(),
})
export type LeadFunnel = z.output<typeof LeadFunnel>
export type StageCounts = LeadFunnel['total']

/** A call that an advisor has at the time of another one. */
export const AdvisorClash = z.object({
  advisor_id: z.string(),
  lead_id: z.string(),
  reference_record_id: z.string(),
  service_name: z.string(),
  start_time: z.string(),
  /** When the slot ends. */
  end_time: z.string(),
  /** When the advisor is free again: the end and the buffer. */
  free_at: z.string(),
})
export type AdvisorClash = z.output<typeof AdvisorClash>

/** Next to the data of a reassignment over a clash; absent without one (OQ-506). */
export const advisorClashWarnings = {
  warnings: z.optional(
    z.array(
      z.object({ code: z.literal('MEETING_CLASH'), message: z.string(), clashes: z.array(AdvisorClash) }),
    ),
  ),
} as const
