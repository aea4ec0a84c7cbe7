import * as z from 'zod/mini'
import { endpoint, ok } from '../../endpoint.ts'
import { Id } from '../../field.ts'
import { limit, offset } from '../../list.ts'
import { onlyRecord } from '../../only-record.ts'
import { Transaction } from '../transaction/transaction.schema.ts'
import { DeclineReason, RefundLimits, RefundRequest } from './refund-request.schema.ts'

/** Page size of the console's list of requests. */
const refundRequestPageSize = 20

/** Lists requests: open ones by when they were made, the oldest first; decided ones by their end, the newest first. */
export const listRefundRequests = endpoint({
  name: 'listRefundRequests',
  method: 'GET',
  path: '/admin/refund-requests',
  summary: 'List refunds that wait for a second person, or were decided',
  description: 'Each count is at most 1,000.',
  requirements: ['OQ-350', 'OQ-353'],
  permissions: ['money.read'],
  query: z.object({
    state: z._default(z.enum(['open', 'decided'], { error: 'state must be open or decided' }), 'open'),
    /** Only this one, if it is in the list. */
    id: onlyRecord,
    limit: limit(refundRequestPageSize),
    offset: offset(),
  }),
  response: ok(
    z.object({
      /** All open and decided ones, each at most `mostCounted`. */
      counts: z.object({ open: z.int(), decided: z.int() }),
      limits: RefundLimits,
      requests: z.array(RefundRequest),
    }),
  ),
})

/** Approves a request that somebody else made, and makes its refund. */
export const approveRefundRequest = endpoint({
  name: 'approveRefundRequest',
  method: 'POST',
  path: '/admin/refund-requests/:id/approve',
  summary: 'Approve a refund that somebody else requested, and make it',
  description:
    "Refuses an own request (403), one that is decided or has lapsed, and one while another refund is in progress (409). Fails with the gateway's reason (502).",
  requirements: ['OQ-352', 'OQ-526'],
  permissions: ['money.approve'],
  params: z.object({ id: Id }),
  body: z.object({
    /** What was left of the order when it was confirmed. Refused with 409 STALE if another amount is left (OQ-526). */
    left: z.optional(z.int()),
  }),
  response: ok(z.object({ message: z.string(), request: RefundRequest, order: Transaction })),
  ownTransactions: true,
})

export const declineRefundRequest = endpoint({
  name: 'declineRefundRequest',
  method: 'POST',
  path: '/admin/refund-requests/:id/decline',
  summary: 'Decline a refund that somebody else requested, with a reason',
  description: 'Refuses an own request (403), and one that is decided (409).',
  requirements: ['OQ-352'],
  permissions: ['money.approve'],
  params: z.object({ id: Id }),
  body: z.object({ reason: DeclineReason }),
  response: ok(RefundRequest),
})

export const withdrawRefundRequest = endpoint({
  name: 'withdrawRefundRequest',
  method: 'POST',
  path: '/admin/refund-requests/:id/withdraw',
  summary: 'Withdraw a refund that the caller requested',
  description: 'Refuses a request of somebody else (403), and one that is decided (409).',
  requirements: ['OQ-352'],
  permissions: ['money.refund'],
  params: z.object({ id: Id }),
  response: ok(RefundRequest),
})
