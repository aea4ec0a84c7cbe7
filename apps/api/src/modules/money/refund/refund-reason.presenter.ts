import type { RefundReason } from '@greenroom/contract/money/refund/refund.schema'
import type { RefundReasonRow } from './refund-reason.repository.ts'

/** Presents a reason for refunds. */
export function presentRefundReason(row: RefundReasonRow): RefundReason {
  const { id, code, label, position, is_active, version } = row
  return { _id: id, code, label, position, is_active, version }
}
