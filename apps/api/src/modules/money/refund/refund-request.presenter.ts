import { Role } from '@greenroom/contract/access/permission'
import { permissionsOf } from '@greenroom/contract/access/role'
import type { CurrencyCode } from '@greenroom/contract/money'
import type { ApprovalCause } from '@greenroom/contract/money/refund/refund.rules'
import type {
  RefundRequest,
  RefundRequestState,
} from '@greenroom/contract/money/refund-request/refund-request.schema'
import type { RefundState } from '@greenroom/contract/money/transaction/transaction.schema'
import type { TransactionType } from '@greenroom/contract/money/transaction/transaction-kinds'
import * as z from 'zod/mini'
import type { RefundRequestRow } from './refund-request.repository.ts'

/**
 * Presents a request for a response.
 * @param viewer.personId the caller
 * @param viewer.isListed whether ADMIN_EMAILS lists the requester, who is an owner then, whatever the table says
 */
export function presentRefundRequest(
  row: RefundRequestRow,
  { personId, isListed }: { personId: string | null; isListed: boolean },
): RefundRequest {
  return {
    _id: row.id,
    state: row.state as RefundRequestState,
    cause: row.cause as ApprovalCause,
    order: {
      _id: row.transaction_id,
      reference_order_id: row.reference_order_id,
      amount: row.order_amount,
      entity_type: row.entity_type as TransactionType,
      entity_title: row.entity_title,
    },
    buyer: {
      first_name: row.user_first_name,
      last_name: row.user_last_name,
      phone: row.user_phone,
      email: row.user_email,
    },
    amount: row.amount,
    currency_code: row.currency_code as CurrencyCode,
    reason:
      row.reason_code === null ? null : { code: row.reason_code, label: row.reason_label ?? row.reason_code },
    note: row.note,
    requested_by: row.requested_by,
    requested_at: row.requested_at.toISOString(),
    requester_problem: row.state === 'open' && !isListed ? problemOf(row) : null,
    is_own: row.requested_by_id === personId,
    decided_by: row.decided_by,
    decided_at: row.decided_at?.toISOString() ?? null,
    decision_reason: row.decision_reason,
    refund:
      row.refund_id === null
        ? null
        : { _id: row.refund_id, state: row.refund_state as RefundState, reason: row.refund_reason },
  }
}

function problemOf(row: RefundRequestRow): RefundRequest['requester_problem'] {
  if (row.is_requester_disabled) return 'disabled'
  return permissionsOf(z.parse(Role, row.requester_role)).has('money.refund') ? null : 'no-permission'
}
