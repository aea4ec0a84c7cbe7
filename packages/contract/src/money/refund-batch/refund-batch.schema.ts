import * as z from 'zod/mini'
import { PersonalName, PersonalNote } from '../../access/personal.ts'
import { CurrencyCode } from '../../money.ts'
import { approvalCauses } from '../refund/refund.rules.ts'

/** The types of orders whose sessions can be cancelled. An event and a webinar are both `events`. */
export const refundBatchTypes = ['masterclass', 'events'] as const
export type RefundBatchType = (typeof refundBatchTypes)[number]

/** Max number of paid orders that one batch can hold. */
export const mostBatchOrders = 5_000

/** Waiting: for a second person. Running: its job refunds row by row. Done: every row was begun. */
const refundBatchStates = ['waiting', 'running', 'stopped', 'done', 'declined', 'withdrawn'] as const
export type RefundBatchState = (typeof refundBatchStates)[number]

/** What became of an order of a batch. Pending: the gateway has not settled its refund. */
export const refundBatchRowStates = ['waiting', 'pending', 'done', 'failed', 'skipped'] as const
export type RefundBatchRowState = (typeof refundBatchRowStates)[number]

/** A sum in one currency, in minor units. */
export const BatchAmount = z.object({ currency_code: CurrencyCode, amount: z.int() })
export type BatchAmount = z.output<typeof BatchAmount>

/** A session whose orders are refunded. */
const BatchSession = z.object({
  entity_type: z.enum(refundBatchTypes),
  entity_id: z.string(),
  title: z.string(),
})

/** How many rows are in each state. */
const RowCounts = z.object({
  waiting: z.int(),
  pending: z.int(),
  done: z.int(),
  failed: z.int(),
  skipped: z.int(),
})

/** Which orders would be refunded now. The digest changes with every order and amount. */
const BatchContent = z.object({
  orders: z.int(),
  amounts: z.array(BatchAmount),
  skipped: z.int(),
  digest: z.string(),
})

/** The refund of all orders of a session. */
export const RefundBatch = z.object({
  _id: z.string(),
  state: z.enum(refundBatchStates),
  /** The rule that asked for a second person; null if none did. */
  cause: z.nullable(z.enum(approvalCauses)),
  session: BatchSession,
  /** What the requester confirmed. */
  orders: z.int(),
  amounts: z.array(BatchAmount),
  reason: z.object({ code: z.string(), label: z.string() }),
  note: z.nullable(PersonalNote),
  requested_by: z.string(),
  requested_at: z.string(),
  /** Whether the caller asked for it, and so cannot decide about it. */
  is_own: z.boolean(),
  /** Who approved or declined it. */
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  decision_reason: z.nullable(PersonalNote),
  stopped_by: z.nullable(z.string()),
  ended_at: z.nullable(z.string()),
  counts: RowCounts,
})
export type RefundBatch = z.output<typeof RefundBatch>

/** A batch by itself. */
export const RefundBatchDetail = z.extend(RefundBatch, {
  /** What the gateway has refunded so far. */
  refunded: z.array(BatchAmount),
  /** What would be refunded if it was approved now; null unless it waits. */
  now: z.nullable(BatchContent),
})
export type RefundBatchDetail = z.output<typeof RefundBatchDetail>

/** An order of a batch. */
export const RefundBatchRow = z.object({
  order: z.object({ _id: z.string(), reference_order_id: z.string() }),
  buyer: z.object({ first_name: PersonalName, last_name: PersonalName }),
  /** What the batch refunds, in minor units; 0 for an order that is skipped from the start. */
  amount: z.int(),
  currency_code: CurrencyCode,
  state: z.enum(refundBatchRowStates),
  /** Why it is skipped or failed; null for any other. */
  reason: z.nullable(PersonalNote),
})
export type RefundBatchRow = z.output<typeof RefundBatchRow>

/** What staff see before they ask for a batch. */
export const RefundBatchPreview = z.object({
  session: z.extend(BatchSession, {
    /** Null if the session was deleted. */
    start_time: z.nullable(z.string()),
    /** Whether people can still buy. */
    is_open: z.boolean(),
    event_type: z.nullable(z.enum(['ONLINE', 'OFFLINE'])),
  }),
  content: BatchContent,
  /** The rule that asks for a second person; null if none does. */
  cause: z.nullable(z.enum(approvalCauses)),
  /** The batch of this session that waits or runs. */
  open_batch_id: z.nullable(z.string()),
  /** Reasons to choose from. */
  reasons: z.array(z.object({ code: z.string(), label: z.string() })),
  /** The page of orders: those to refund first, then the skipped ones. */
  rows: z.array(RefundBatchRow),
})
export type RefundBatchPreview = z.output<typeof RefundBatchPreview>
