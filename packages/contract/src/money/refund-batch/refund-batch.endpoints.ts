import * as z from 'zod/mini'
import { endpoint, ok } from '../../endpoint.ts'
import { Id, isRecordId, reference } from '../../field.ts'
import { limit, offset } from '../../list.ts'
import { RefundNote, refundMessages } from '../refund/refund.schema.ts'
import { DeclineReason } from '../refund-request/refund-request.schema.ts'
import {
  RefundBatch,
  RefundBatchDetail,
  RefundBatchPreview,
  RefundBatchRow,
  refundBatchRowStates,
  refundBatchTypes,
} from './refund-batch.schema.ts'

const session = {
  entity_type: z.enum(refundBatchTypes, { error: 'entity_type must be masterclass or events' }),
  entity_id: reference('entity_id is required'),
}

/** What the person saw: refused with 409 STALE if it is no longer so. */
const digest = reference('digest is required')

/** Shows which orders of a session a batch would refund, which it would skip, and why. */
export const previewRefundBatch = endpoint({
  name: 'previewRefundBatch',
  method: 'GET',
  path: '/admin/refund-batches/preview',
  summary: 'Show what a refund of all orders of a session would do',
  description: 'Refuses a session with more than 5,000 paid orders (409).',
  requirements: ['OQ-840', 'OQ-841'],
  permissions: ['money.read'],
  query: z.object({ ...session, limit: limit(50), offset: offset() }),
  response: ok(RefundBatchPreview),
})

/** Lists batches, the newest first. */
export const listRefundBatches = endpoint({
  name: 'listRefundBatches',
  method: 'GET',
  path: '/admin/refund-batches',
  summary: 'List refunds of all orders of a session',
  description:
    'Lists those that wait for a second person first, then the newest. The count is at most 1,000.',
  requirements: ['OQ-840'],
  permissions: ['money.read'],
  query: z.object({ limit: limit(20), offset: offset() }),
  response: ok(z.object({ count: z.int(), batches: z.array(RefundBatch) })),
})

export const getRefundBatch = endpoint({
  name: 'getRefundBatch',
  method: 'GET',
  path: '/admin/refund-batches/:id',
  summary: 'Get a refund of all orders of a session',
  requirements: ['OQ-840'],
  permissions: ['money.read'],
  params: z.object({ id: Id }),
  response: ok(RefundBatchDetail),
})

/** Lists the orders of a batch, those to refund first, then the skipped ones. */
export const listRefundBatchRows = endpoint({
  name: 'listRefundBatchRows',
  method: 'GET',
  path: '/admin/refund-batches/:id/rows',
  summary: 'List the orders of a refund of all orders of a session',
  requirements: ['OQ-840'],
  permissions: ['money.read'],
  params: z.object({ id: Id }),
  query: z.object({
    state: z.optional(
      z.enum(refundBatchRowStates, { error: 'state must be waiting, pending, done, failed or skipped' }),
    ),
    limit: limit(50),
    offset: offset(),
  }),
  response: ok(z.object({ rows: z.array(RefundBatchRow) })),
})

/** Asks for a batch. It runs at once, or waits for a second person. A repeated request_id returns the first batch. */
export const createRefundBatch = endpoint({
  name: 'createRefundBatch',
  method: 'POST',
  path: '/admin/refund-batches',
  summary: 'Refund all orders of a session',
  description:
    'Refuses other orders or amounts than were confirmed (409 STALE, with the preview), a session without orders to refund or with a batch that waits or runs (409), a hidden reason (400), and a request_id of another batch (422 KEY_REUSED).',
  requirements: ['OQ-840', 'OQ-841', 'OQ-842'],
  permissions: ['money.refund'],
  body: z.object({
    ...session,
    reason_code: reference(refundMessages.reasonRequired),
    note: z.optional(RefundNote),
    digest,
    request_id: z
      .string({ error: refundMessages.requestRequired })
      .check(z.refine(isRecordId, { error: refundMessages.requestRequired })),
  }),
  response: ok(RefundBatchDetail),
  status: 201,
})

export const approveRefundBatch = endpoint({
  name: 'approveRefundBatch',
  method: 'POST',
  path: '/admin/refund-batches/:id/approve',
  summary: 'Approve the refund of all orders that somebody else requested, and begin it',
  description:
    'Refuses an own batch (403), one that is decided (409), and other orders or amounts than were confirmed (409 STALE, with the batch).',
  requirements: ['OQ-842'],
  permissions: ['money.approve'],
  params: z.object({ id: Id }),
  body: z.object({ digest }),
  response: ok(RefundBatchDetail),
})

export const declineRefundBatch = endpoint({
  name: 'declineRefundBatch',
  method: 'POST',
  path: '/admin/refund-batches/:id/decline',
  summary: 'Decline the refund of all orders that somebody else requested, with a reason',
  description: 'Refuses an own batch (403), and one that is decided (409).',
  requirements: ['OQ-842'],
  permissions: ['money.approve'],
  params: z.object({ id: Id }),
  body: z.object({ reason: DeclineReason }),
  response: ok(RefundBatchDetail),
})

export const withdrawRefundBatch = endpoint({
  name: 'withdrawRefundBatch',
  method: 'POST',
  path: '/admin/refund-batches/:id/withdraw',
  summary: 'Withdraw a refund of all orders that the caller requested',
  description: 'Refuses a batch of somebody else (403), and one that is decided (409).',
  requirements: ['OQ-842'],
  permissions: ['money.refund'],
  params: z.object({ id: Id }),
  response: ok(RefundBatchDetail),
})

export const stopRefundBatch = endpoint({
  name: 'stopRefundBatch',
  method: 'POST',
  path: '/admin/refund-batches/:id/stop',
  summary: 'Stop a refund of all orders',
  description:
    'Refunds that were begun are made; the other orders stay as they are. Refuses one that does not run (409).',
  requirements: ['OQ-843'],
  permissions: ['money.refund'],
  params: z.object({ id: Id }),
  response: ok(RefundBatchDetail),
})

/** Continues a stopped batch, and begins failed orders again. */
export const resumeRefundBatch = endpoint({
  name: 'resumeRefundBatch',
  method: 'POST',
  path: '/admin/refund-batches/:id/resume',
  summary: 'Continue a stopped refund of all orders, and try failed ones again',
  description: 'Refuses one that runs, and one with nothing left to do (409).',
  requirements: ['OQ-843'],
  permissions: ['money.refund'],
  params: z.object({ id: Id }),
  response: ok(RefundBatchDetail),
})
