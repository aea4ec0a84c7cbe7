import type { DifferenceKind } from '@greenroom/contract/reconciliation/reconciliation.schema'
import { recordAudit } from '../../platform/audit/audit.ts'
import type { Call } from '../../platform/call.ts'
import { newId } from '../../platform/database/record-id.ts'
import { closeDifference, lockOpenDifferences, storeDifference } from './difference.repository.ts'

/** What one side says. */
export interface Side {
  /** The side's own name of the state. */
  state: string | null
  amount: number | null
  currency: string | null
}

/** A difference between Greenroom and the gateway, as somebody found it. */
export interface FoundDifference {
  kind: DifferenceKind
  /** What differs: the gateway's id of a payment or a refund, or our id where the gateway has none. */
  subject: string
  transactionId: string | null
  paymentId?: string | null
  gatewayRefundId?: string | null
  /** Null if this side knows nothing of it. */
  ours: Side | null
  gateway: Side | null
  /** When the money moved, or should have. */
  at: Date | null
}

const nothing: Side = { state: null, amount: null, currency: null }

/**
 * Stores a difference, or refreshes the open one of the same kind and subject. Run it in the transaction of the change
 * that found it.
 */
export async function noteDifference(call: Call, found: FoundDifference): Promise<void> {
  const ours = found.ours ?? nothing
  const gateway = found.gateway ?? nothing
  const id = newId()
  const isNew = await storeDifference(call.db, {
    id,
    kind: found.kind,
    subject: found.subject,
    transaction_id: found.transactionId,
    payment_id: found.paymentId ?? null,
    gateway_refund_id: found.gatewayRefundId ?? null,
    our_state: ours.state,
    our_amount: ours.amount,
    our_currency: ours.currency,
    gateway_state: gateway.state,
    gateway_amount: gateway.amount,
    gateway_currency: gateway.currency,
    occurred_at: found.at,
    found_at: call.now,
    last_seen_at: call.now,
    sandbox: call.sandboxes.includes('payments'),
  })
  if (!isNew) return
  await recordAudit(call, {
    action: 'difference.find',
    entityType: 'difference',
    entityId: id,
    label: found.subject,
    after: { kind: found.kind, transaction_id: found.transactionId },
  })
}

/**
 * Closes the open differences of a subject on which both sides agree by now.
 * @param still the kinds that were found again; they stay open
 * @returns how many were closed
 */
export async function closeAgreed(
  call: Call,
  subject: string,
  still: readonly DifferenceKind[] = [],
  resolution: 'agreed' | 'healed' = 'agreed',
): Promise<number> {
  const open = await lockOpenDifferences(call.db, [subject])
  const agreed = open.filter((row) => !still.includes(row.kind as DifferenceKind))
  for (const row of agreed) {
    await closeDifference(call.db, row.id, {
      resolution,
      resolved_at: call.now,
      resolved_by: call.actor.id === 'system' ? null : call.actor.email,
      note: null,
    })
    await recordAudit(call, {
      action: 'difference.close',
      entityType: 'difference',
      entityId: row.id,
      label: row.subject,
      before: { resolution: null },
      after: { resolution },
    })
  }
  return agreed.length
}
