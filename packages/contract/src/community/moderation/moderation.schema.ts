import * as z from 'zod/mini'
import { PersonalEmail, PersonalName, PersonalNote, PersonalPhone } from '../../access/personal.ts'
import { booleanText } from '../../field.ts'

/** The reasons for a report, in the specification's order (MOD-10, OQ-067). */
export const reportTypes = [
  'offensive',
  'spam',
  'misleading',
  'hate',
  'illegal',
  'sensitive',
  'other',
  'harassment',
] as const
export type ReportType = (typeof reportTypes)[number]

export const ReportType = z.enum(reportTypes, {
  error: `report_types must be among ${reportTypes.join(', ')}`,
})

/** A post or a comment, in the API's terms (OQ-070). */
export const reportedEntityTypes = ['activity', 'reaction'] as const

/** What the reports are about that are opened again. */
export const reopenedEntityTypes = [...reportedEntityTypes, 'user'] as const

export const moderationMessages = {
  entityType: 'entity_type must be activity or reaction',
  reopenedType: 'entity_type must be activity, reaction or user',
  changed: 'The reports have changed. Look at them again.',
  commentsChanged: 'The comments have changed. Look at them again.',
  handled: 'This report has already been handled.',
  openAgain: 'These reports are open again already.',
  ignoredByOther: 'Somebody else has ignored these reports. Only they can open them again.',
  ignoredAgain: 'These reports have been ignored again meanwhile.',
  reportsDeleted: 'These reports were deleted.',
  deletedAlready: 'The public product has deleted this already. Ignore its reports.',
  providerAuthor: "This user writes the provider's posts and can't be deleted.",
} as const

/** Number of open reports of one item by reason. */
export const Reports = z.object({
  offensive: z.int(),
  spam: z.int(),
  misleading: z.int(),
  hate: z.int(),
  illegal: z.int(),
  sensitive: z.int(),
  other: z.int(),
  harassment: z.int(),
})
export type Reports = z.output<typeof Reports>

/** How many items have open reports, and how many for each reason; each at most `mostCounted` (OQ-217). */
export const ReportCounts = z.object({ waiting: z.int(), of_type: Reports })
export type ReportCounts = z.output<typeof ReportCounts>

/** Asks for `report_counts` beside the list, which the head of a queue shows (OQ-217). */
export const withCounts = z.optional(booleanText())
export const reportCountsBeside = { report_counts: z.optional(ReportCounts) }

/** What the public product did to an item since its oldest open report. The item is listed as it was then (OQ-775). */
export const Changed = z.object({
  how: z.enum(['edited', 'deleted']),
  /** The latest change. */
  at: z.string(),
  /** What it says now; empty for a deleted one. */
  message: PersonalNote,
})
export type Changed = z.output<typeof Changed>

export const ReportedComment = z.object({
  id: z.string(),
  _id: z.string(),
  /** The parent: the post, or the comment that this one replies to. */
  parent_id: z.string(),
  /** The post that the comment belongs to. */
  post_id: z.string(),
  /** The beginning of the post, and its author. */
  post: z.object({
    message: PersonalNote,
    user: z.object({ first_name: PersonalName, last_name: PersonalName }),
  }),
  user: z.object({ _id: z.string(), first_name: PersonalName, last_name: PersonalName }),
  created_at: z.string(),
  reaction_message: PersonalNote,
  changed: z.nullable(Changed),
  reports: Reports,
})
export type ReportedComment = z.output<typeof ReportedComment>

export const ReportedUser = z.object({
  _id: z.string(),
  first_name: PersonalName,
  last_name: PersonalName,
  phone: PersonalPhone,
  email: PersonalEmail,
  description: PersonalNote,
  memberships: z.object({ is_opc: z.boolean() }),
  reports: Reports,
})
export type ReportedUser = z.output<typeof ReportedUser>
