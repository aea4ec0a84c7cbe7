import type { CurrencyCode } from '@greenroom/contract/money'
import type { RefundReason } from '@greenroom/contract/money/refund/refund.schema'
import type { RefundState } from '@greenroom/contract/money/transaction/transaction.schema'
import type { TransactionRefund } from '@greenroom/contract/money/transaction/transaction-detail.schema'
import type { RefundRow } from './refund.repository.ts'
import type { RefundReasonRow } from './refund-reason.repository.ts'

/** Presents a refund for a response. */
export function presentRefund(row: RefundRow): TransactionRefund {
  return {
    _id: row.id,
    origin: row.origin as TransactionRefund['origin'],
    state: row.state as RefundState,
    amount: row.amount,
    currency_code: row.currency_code as CurrencyCode,
    requested_at: row.requested_at.toISOString(),
    requested_by: row.requested_by,
    settled_at: row.settled_at?.toISOString() ?? null,
    reason_code: row.reason_code,
    note: row.note,
    reason: row.reason,
    gateway_refund_id: row.gateway_refund_id,
  }
}

/** Presents a reason for refunds. */
export function presentRefundReason(row: RefundReasonRow): RefundReason {
  const { id, code, label, position, is_active, version } = row
  return { _id: id, code, label, position, is_active, version }
}
