import type { CurrencyCode } from '@greenroom/contract/money'
import type { ApprovalCause } from '@greenroom/contract/money/refund/refund.rules'
import type {
  BatchAmount,
  RefundBatchRow as PresentedRow,
  RefundBatch,
  RefundBatchRowState,
  RefundBatchState,
  RefundBatchType,
} from '@greenroom/contract/money/refund-batch/refund-batch.schema'
import type { BatchOrder, countBatchRows, ListedBatchRow, RefundBatchRow } from './refund-batch.repository.ts'
import { type JudgedOrder, sumByCurrency } from './refund-batch-orders.ts'

type BatchCounts = Awaited<ReturnType<typeof countBatchRows>>

/**
 * Presents a batch for a response.
 * @param counts of its rows, and perhaps of others'
 * @param personId the caller
 */
export function presentRefundBatch(
  row: RefundBatchRow,
  counts: BatchCounts,
  personId: string | null,
): RefundBatch {
  return {
    _id: row.id,
    state: row.state as RefundBatchState,
    cause: row.cause as ApprovalCause | null,
    session: {
      entity_type: row.entity_type as RefundBatchType,
      entity_id: row.entity_id,
      title: row.entity_title,
    },
    orders: row.orders,
    amounts: sumByCurrency([
      { currency: 'INR', amount: row.amount_inr },
      { currency: 'USD', amount: row.amount_usd },
    ]),
    reason: { code: row.reason_code, label: row.reason_label },
    note: row.note,
    requested_by: row.requested_by,
    requested_at: row.requested_at.toISOString(),
    is_own: row.requested_by_id === personId,
    decided_by: row.decided_by,
    decided_at: row.decided_at?.toISOString() ?? null,
    decision_reason: row.decision_reason,
    stopped_by: row.stopped_by,
    ended_at: row.ended_at?.toISOString() ?? null,
    counts: countsOf(row.id, counts),
  }
}

/** Counts the rows of one batch by their state. */
export function countsOf(id: string, counts: BatchCounts): RefundBatch['counts'] {
  const found = { waiting: 0, pending: 0, done: 0, failed: 0, skipped: 0 }
  for (const { batch_id, state, count } of counts) {
    if (batch_id === id) found[state as RefundBatchRowState] += count
  }
  return found
}

/** Adds up what the gateway has refunded of one batch. */
export function refundedOf(id: string, counts: BatchCounts): BatchAmount[] {
  return sumByCurrency(
    counts
      .filter(({ batch_id, state }) => batch_id === id && state === 'done')
      .map(({ currency_code, amount }) => ({ currency: currency_code, amount })),
  )
}

export function presentBatchRow(row: ListedBatchRow): PresentedRow {
  const state = row.shown_state as RefundBatchRowState
  return {
    order: { _id: row.transaction_id, reference_order_id: row.reference_order_id },
    buyer: { first_name: row.user_first_name, last_name: row.user_last_name },
    amount: row.amount,
    currency_code: row.currency_code as CurrencyCode,
    state,
    reason: state === 'failed' || state === 'skipped' ? row.shown_reason : null,
  }
}

/** Presents an order of a preview. */
export function presentJudged({ order, amount, reason }: JudgedOrder<BatchOrder>): PresentedRow {
  return {
    order: { _id: order.id, reference_order_id: order.reference_order_id },
    buyer: { first_name: order.user_first_name, last_name: order.user_last_name },
    amount,
    currency_code: order.currency_code as CurrencyCode,
    state: reason === null ? 'waiting' : 'skipped',
    reason,
  }
}
