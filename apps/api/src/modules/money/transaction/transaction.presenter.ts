import type { RefundProgress, Transaction } from '@greenroom/contract/money/transaction/transaction.schema'
import type { TransactionType } from '@greenroom/contract/money/transaction/transaction-kinds'
import type { ListedTransaction, TransactionRow } from './transaction.repository.ts'

type Presentable = ListedTransaction | TransactionRow

/** Presents a transaction for a response. Unknown traffic members are left out. */
export function presentTransaction(row: Presentable): Transaction {
  return {
    _id: row.id,
    reference_order_id: row.reference_order_id,
    status: row.status,
    amount: row.amount,
    currency_code: row.currency_code as Transaction['currency_code'],
    created_at: momentText(row.created_at),
    entity_type: row.entity_type as TransactionType,
    entity_id: {
      _id: row.entity_id,
      title: row.entity_title,
      start_time: row.entity_start_time === null ? null : momentText(row.entity_start_time),
    },
    user_id: {
      _id: row.user_id,
      first_name: row.user_first_name,
      last_name: row.user_last_name,
      phone: row.user_phone,
      email: row.user_email,
    },
    meta: presentTraffic(row),
    refund: presentRefund(row),
    ...presentRequest(row),
    refunded_amount: row.refunded_amount,
    coupon:
      row.coupon_code === null
        ? null
        : { _id: row.coupon_id, code: row.coupon_code, discount_amount: row.discount_amount },
  }
}

function presentTraffic(row: Presentable): Transaction['meta'] {
  const meta: Transaction['meta'] = {}
  if (row.source !== null) meta.source = row.source
  if (row.medium !== null) meta.medium = row.medium
  if (row.campaign !== null) meta.campaign = row.campaign
  if (row.zoom_join_url !== null) meta.zoom_join_url = row.zoom_join_url
  return meta
}

function presentRefund(row: Presentable): RefundProgress | null {
  if (row.refund_state === null || row.refund_requested_at === null) return null
  return {
    state: row.refund_state,
    requested_at: momentText(row.refund_requested_at),
    open_amount: row.refund_open_amount ?? 0,
    ...(row.refund_reason === null ? {} : { reason: row.refund_reason }),
  }
}

/** The refund that waits for a second person; nothing without one. */
function presentRequest(row: Presentable): Pick<Transaction, 'refund_request'> {
  const { request_id: _id, request_amount: amount, requested_by, request_at } = row
  if (_id === null || amount === null || requested_by === null || request_at === null) return {}
  return { refund_request: { _id, amount, requested_by, requested_at: momentText(request_at) } }
}

function momentText(moment: Date | string): string {
  return typeof moment === 'string' ? moment : moment.toISOString()
}
