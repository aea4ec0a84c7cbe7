import type { Dispute, OrderDispute } from '@greenroom/contract/money/dispute/dispute.schema'
import type { DisputeRow, ListedDisputeRow } from './dispute.repository.ts'

/**
 * Returns what a dispute has cost, in minor units: of a lost one what the gateway took, or else the amount in dispute.
 */
function lostBy({
  state,
  amount,
  amount_deducted: deducted,
}: Pick<DisputeRow, 'state' | 'amount' | 'amount_deducted'>): number {
  if (state !== 'lost') return 0
  return deducted > 0 ? deducted : (amount ?? 0)
}

/** Presents a dispute as a part of its order. */
export function presentOrderDispute(row: DisputeRow): OrderDispute {
  return {
    _id: row.id,
    dispute_id: row.gateway_id,
    payment_id: row.payment_id,
    amount: row.amount,
    currency: row.currency_code,
    amount_deducted: row.amount_deducted,
    lost: lostBy(row),
    taken: row.taken,
    reason_code: row.reason_code,
    reason_description: row.reason_description,
    phase: row.phase,
    state: row.state,
    respond_by: row.respond_by?.toISOString() ?? null,
    opened_at: row.opened_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  }
}

/** Presents a dispute for the list. */
export function presentDispute(row: ListedDisputeRow): Dispute {
  return {
    ...presentOrderDispute(row),
    order:
      row.transaction_id === null || row.reference_order_id === null
        ? null
        : {
            _id: row.transaction_id,
            reference_order_id: row.reference_order_id,
            entity_title: row.entity_title ?? '',
          },
    sandbox: row.sandbox,
  }
}
