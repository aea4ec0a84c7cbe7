import * as z from 'zod/mini'
import { endpoint, ok } from '../../endpoint.ts'

/**
 * What waits for staff, each number at most `mostCounted` (OQ-196). A number is absent if the caller's role does not
 * include its screen (OQ-368).
 */
export const Waiting = z.object({
  reported_users: z.optional(z.int()),
  reported_posts: z.optional(z.int()),
  reported_comments: z.optional(z.int()),
  /** Open leads that nobody advises. */
  leads_without_advisor: z.optional(z.int()),
  /** Invoices that used the supplier's State, because the buyer's or the venue's is unknown. */
  documents_without_state: z.optional(z.int()),
  /** Differences with the payment gateway that nobody has resolved. */
  open_differences: z.optional(z.int()),
  /** Disputes that are not won, lost or closed. */
  open_disputes: z.optional(z.int()),
  /** Refunds that wait for a second person. */
  refund_requests: z.optional(z.int()),
  /** Webhooks that have failed for good. */
  failed_webhooks: z.optional(z.int()),
  /** Unpublished sessions that begin within a day. */
  drafts_beginning: z.optional(z.object({ masterclass: z.int(), webinar: z.int(), event: z.int() })),
})
export type Waiting = z.output<typeof Waiting>

/** Returns the numbers that the sidebar shows. */
export const getWaiting = endpoint({
  name: 'getWaiting',
  method: 'GET',
  path: '/admin/waiting',
  summary: 'Count what waits for staff',
  description: "Each count is at most 1,000. Leaves out those of sections that the caller doesn't see.",
  requirements: ['SHELL-08', 'OQ-196', 'OQ-368'],
  permissions: [],
  isUpkeep: true,
  response: ok(Waiting),
})
