import * as z from 'zod/mini'
import { instant } from '../../date-time.ts'
import { Binned } from '../../desk/bin/bin.schema.ts'
import { Empty, endpoint, ok } from '../../endpoint.ts'
import { Id, reference } from '../../field.ts'
import { commaList, limit, offset } from '../../list.ts'
import { CountedReports, CountedReportsQuery, HandlingQuery, HandlingReport } from './handling.schema.ts'
import {
  moderationMessages,
  ReportedComment,
  ReportedUser,
  ReportType,
  reopenedEntityTypes,
  reportCountsBeside,
  reportedEntityTypes,
  withCounts,
} from './moderation.schema.ts'

/** Page size of the console's lists of reported items (MOD-03). */
export const reportPageSize = 5

/** These lists reject unknown parameters: a misspelt report_types would otherwise mean no filter (OQ-067). */
const reportTypesQuery = z.optional(commaList(ReportType))

/** How many open reports the card showed. Refused with 409 STALE if there are others by now (OQ-526). */
const seenReports = { reports: z.optional(z.int()) }

const ReportedItem = z.object({
  entity_id: reference('entity_id is required'),
  entity_type: z.enum(reportedEntityTypes, { error: moderationMessages.entityType }),
  ...seenReports,
})

/** When the reports were dismissed: what opens them again. */
const Ignored = z.object({ dismissed_at: z.string() })

export const listReportedComments = endpoint({
  name: 'listReportedComments',
  method: 'GET',
  path: '/admin/reactions',
  summary: 'List comments with open reports, the newest report first',
  requirements: ['MOD-13', 'MOD-08', 'OQ-067'],
  permissions: ['moderation.read'],
  query: z.strictObject({
    report_types: reportTypesQuery,
    reaction_limit: limit(undefined, undefined, 'reaction_limit'),
    reaction_offset: offset('reaction_offset'),
    with_counts: withCounts,
  }),
  response: ok(z.array(ReportedComment), reportCountsBeside),
})

/** Counts the reports that came in and that were handled in each day, week or month, and how long that took. */
export const getHandlingReport = endpoint({
  name: 'getHandlingReport',
  method: 'GET',
  path: '/admin/numbers/moderation',
  summary: 'Count reports that came in and were handled, and the time to handle them',
  description:
    'At most 366 days. A report is handled when it is ignored, or when it leaves with its item. Times are in minutes: the median and the 90th percentile.',
  requirements: ['OQ-672'],
  permissions: ['moderation.read'],
  query: HandlingQuery,
  response: ok(HandlingReport),
})

export const listCountedReports = endpoint({
  name: 'listCountedReports',
  method: 'GET',
  path: '/admin/numbers/moderation/reports',
  summary: 'List the reports that came in or were handled on some days, the latest first',
  description:
    'The reports behind a number: at most 366 days, and the latest 200 reports. Of reports that left with their item it has the number alone.',
  requirements: ['OQ-675'],
  permissions: ['moderation.read'],
  query: CountedReportsQuery,
  response: ok(CountedReports),
})

export const listReportedUsers = endpoint({
  name: 'listReportedUsers',
  method: 'GET',
  path: '/admin/users/report',
  summary: 'List users with open reports, the newest report first',
  requirements: ['MOD-14', 'MOD-09', 'OQ-067'],
  permissions: ['moderation.read'],
  query: z.strictObject({
    report_types: reportTypesQuery,
    limit: limit(),
    offset: offset(),
    with_counts: withCounts,
  }),
  response: ok(z.array(ReportedUser), reportCountsBeside),
})

export const ignoreReport = endpoint({
  name: 'ignoreReport',
  method: 'POST',
  path: '/admin/report/ignore',
  summary: 'Dismiss the open reports of a post or a comment',
  requirements: ['MOD-15', 'MOD-05', 'OQ-480'],
  permissions: ['moderation.write'],
  body: ReportedItem,
  response: ok(Ignored),
})

export const removeReported = endpoint({
  name: 'removeReported',
  method: 'POST',
  path: '/admin/report/remove',
  summary: 'Delete a reported post or comment; the bin keeps it for thirty days',
  description: 'Refuses a user (400).',
  requirements: ['MOD-16', 'MOD-06', 'OQ-475', 'OQ-070'],
  permissions: ['moderation.write'],
  body: z.object({
    ...ReportedItem.shape,
    /** How many comments of a post the question named; judged likewise. */
    comments: z.optional(z.int()),
  }),
  response: ok(Binned),
})

export const ignoreUserReports = endpoint({
  name: 'ignoreUserReports',
  method: 'POST',
  path: '/admin/user/:id/ignore',
  summary: 'Dismiss the open reports of a user',
  requirements: ['MOD-17', 'MOD-05', 'OQ-480'],
  permissions: ['moderation.write'],
  params: z.object({ id: Id }),
  body: z.object(seenReports),
  response: ok(Ignored),
})

/** Opens reports again that were ignored by mistake: those that one call dismissed. */
export const reopenReports = endpoint({
  name: 'reopenReports',
  method: 'POST',
  path: '/admin/report/reopen',
  summary: 'Open reports again that were ignored',
  description: 'Refuses reports that are open again, and those of a deleted record (409).',
  requirements: ['OQ-480'],
  permissions: ['moderation.write'],
  body: z.object({
    entity_id: reference('entity_id is required'),
    entity_type: z.enum(reopenedEntityTypes, { error: moderationMessages.reopenedType }),
    dismissed_at: instant('dismissed_at must be the time that the response of Ignore has'),
  }),
  response: ok(Empty),
})

export const removeUser = endpoint({
  name: 'removeUser',
  method: 'POST',
  path: '/admin/user/:id/remove',
  summary: 'Delete a user with their posts and comments; their orders and bookings stay',
  requirements: ['MOD-18', 'MOD-06', 'OQ-475', 'OQ-071'],
  permissions: ['moderation.write'],
  params: z.object({ id: Id }),
  body: z.object(seenReports),
  response: ok(Binned),
})
