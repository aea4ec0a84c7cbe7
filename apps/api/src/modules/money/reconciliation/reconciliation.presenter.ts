import type {
  Comparison,
  Difference,
  DifferenceAction,
  DifferenceKind,
  DifferenceResolution,
} from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import { isPaid } from '../transaction/payment.service.ts'
import type { ComparisonRow } from './comparison.repository.ts'
import type { DifferenceRow } from './difference-list.repository.ts'

/** Presents a difference for a response. */
export function presentDifference(row: DifferenceRow): Difference {
  return {
    _id: row.id,
    kind: row.kind as DifferenceKind,
    order:
      row.transaction_id === null || row.reference_order_id === null
        ? null
        : {
            _id: row.transaction_id,
            reference_order_id: row.reference_order_id,
            entity_title: row.entity_title ?? '',
            payment_id: row.order_payment_id,
          },
    payment_id: row.payment_id,
    gateway_refund_id: row.gateway_refund_id,
    ours: { state: row.our_state, amount: row.our_amount, currency: row.our_currency },
    gateway: { state: row.gateway_state, amount: row.gateway_amount, currency: row.gateway_currency },
    occurred_at: row.occurred_at?.toISOString() ?? null,
    found_at: row.found_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    refunding_at: row.refunding_at?.toISOString() ?? null,
    refund_failure: row.resolved_at === null ? row.refund_failure : null,
    action: actionsOf(row)[0] ?? null,
    actions: actionsOf(row),
    version: row.version,
    resolved:
      row.resolved_at === null || row.resolution === null
        ? null
        : {
            at: row.resolved_at.toISOString(),
            resolution: row.resolution as DifferenceResolution,
            by: row.resolved_by,
            note: row.note,
          },
  }
}

/** Returns what Greenroom can do about an open difference, the main action first; none if staff must decide. */
export function actionsOf(row: DifferenceRow): DifferenceAction[] {
  if (row.resolved_at !== null || row.transaction_id === null) return []
  // Its refund waits for the bank, or nobody knows whether it was requested: then it can be requested again.
  if (row.refunding_at !== null) return row.gateway_refund_id === null ? ['refund-payment'] : []
  const isUnpaid = row.our_state !== null && !isPaid(row.our_state)
  switch (row.kind as DifferenceKind) {
    case 'paid-not-completed':
      return ['complete-order']
    case 'refund-unknown':
      return ['record-refund']
    case 'paid-twice':
      return ['refund-payment']
    case 'amount-differs':
      if (!isUnpaid) return []
      return row.gateway_currency === row.our_currency
        ? ['accept-amount', 'refund-payment']
        : ['refund-payment']
    case 'payment-of-another-order':
      return isUnpaid ? ['complete-order', 'refund-payment'] : []
    default:
      return []
  }
}

/** Presents a comparison for a response. */
export function presentComparison(row: ComparisonRow): Comparison {
  return {
    day: row.day,
    state: row.state as Comparison['state'],
    finished_at: row.finished_at?.toISOString() ?? null,
    payments: row.payments,
    refunds: row.refunds,
    settlements: row.settlements,
    differences: row.differences,
    failure: row.failure,
  }
}
