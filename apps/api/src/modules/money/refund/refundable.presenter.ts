import type { ApprovalFacts } from '@greenroom/contract/money/refund/refund.rules'
import { isPastRefundLimit, leastRefund, refundDays } from '@greenroom/contract/money/refund/refund.rules'
import type { Refundable, RefundReason } from '@greenroom/contract/money/refund/refund.schema'
import type { TransactionType } from '@greenroom/contract/money/transaction/transaction-kinds'
import { presentRefund } from '../transaction/transaction-detail.presenter.ts'
import type { RefundedTransaction, RefundRow } from './refund.repository.ts'
import { currencyOf, leftOf, processedOf } from './refund-left.ts'

/**
 * Presents what staff see before money moves.
 * @param standing the refunds that are in progress or done
 * @param refunds the newest refunds, failed ones too
 */
export function presentRefundable({
  transaction,
  standing,
  refunds,
  reasons,
  facts,
  refusal,
  now,
}: {
  transaction: RefundedTransaction
  standing: readonly RefundRow[]
  refunds: readonly RefundRow[]
  reasons: readonly RefundReason[]
  facts: ApprovalFacts
  refusal: string | null
  now: Date
}): Refundable {
  const paidAt = transaction.completed_at ?? transaction.created_at
  const refunded = processedOf(standing)
  return {
    order: {
      _id: transaction.id,
      reference_order_id: transaction.reference_order_id,
      status: transaction.status,
      entity_type: transaction.entity_type as TransactionType,
      entity_title: transaction.entity_title,
      created_at: transaction.created_at.toISOString(),
    },
    currency_code: currencyOf(transaction),
    amount: transaction.amount,
    refunded_amount: refunded,
    open_amount: standing.reduce((sum, { amount }) => sum + amount, 0) - refunded,
    left: leftOf(transaction, standing),
    least: leastRefund,
    paid_at: paidAt.toISOString(),
    payment_method: transaction.payment_method,
    is_past_limit: isPastRefundLimit(paidAt, now),
    days: refundDays(transaction.payment_method),
    refusal,
    approval: {
      above: facts.above,
      unapproved: facts.unapproved,
      per_day: facts.perDay,
      today: facts.today,
    },
    refunds: refunds.map(presentRefund),
    reasons: reasons.filter(({ is_active }) => is_active),
  }
}
