import * as z from 'zod/mini'

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

export const moderationMessages = {
  entityType: 'entity_type must be activity or reaction',
  handled: 'This report has already been handled.',
  providerAuthor: "This user writes the provider's posts and cannot be deleted.",
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

export const ReportedComment = z.object({
  id: z.string(),
  _id: z.string(),
  /** The parent: the post, or the comment that this one replies to. */
  parent_id: z.string(),
  /** The post that the comment belongs to. */
  post_id: z.string(),
  user: z.object({ _id: z.string(), first_name: z.string(), last_name: z.string() }),
  created_at: z.string(),
  reaction_message: z.string(),
  reports: Reports,
})
export type ReportedComment = z.output<typeof ReportedComment>

export const ReportedUser = z.object({
  _id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.string(),
  email: z.string(),
  description: z.string(),
  memberships: z.object({ is_opc: z.boolean() }),
  reports: Reports,
})
export type ReportedUser = z.output<typeof ReportedUser>
