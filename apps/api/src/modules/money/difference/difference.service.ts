import type {
  DifferenceKind,
  DifferenceResolution,
} from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import { systemActor } from '../../../platform/audit/actor.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { newId } from '../../../platform/database/record-id.ts'
import type { GatewayPayment } from '../../../platform/payments/payment-gateway.ts'
import type { PaymentDifference } from '../transaction/payment.service.ts'
import {
  closeDifference,
  isSettledByStaff,
  lockOpenDifferences,
  storeDifference,
} from './difference.repository.ts'

// Modules use each other through services.
export { lockOpenDifferences, lockOrder } from './difference.repository.ts'

/** The record of one side. */
interface Side {
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

/** The kinds of differences that one payment can have; at most one at a time. */
export const paymentKinds = [
  'paid-not-completed',
  'paid-twice',
  'amount-differs',
  'payment-without-order',
  'payment-of-another-order',
  'not-paid',
  'settled-unknown',
] as const satisfies readonly DifferenceKind[]

/** What payments do to differences, for the service of payments. */
export const paymentDifferences = {
  noteDifference: (call: Call, found: PaymentDifference) => notePaymentDifference(call, found),
  closeDifferences: (call: Call, paymentId: string) => closeAgreed(call, paymentId, paymentKinds, 'healed'),
}

const nothing: Side = { state: null, amount: null, currency: null }

/**
 * Stores a difference, or refreshes the open one of the same kind and subject. One that staff closed with a note stays
 * closed while both sides are unchanged since then. Run it in the transaction of the change that found it.
 * @returns whether it is open now
 */
async function noteDifference(call: Call, found: FoundDifference): Promise<boolean> {
  const ours = found.ours ?? nothing
  const gateway = found.gateway ?? nothing
  const id = newId()
  const difference = {
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
  }
  if (await isSettledByStaff(call.db, difference)) return false
  if (!(await storeDifference(call.db, difference))) return true
  await recordAudit(call, {
    action: 'difference.find',
    entityType: 'difference',
    entityId: id,
    label: found.subject,
    after: { kind: found.kind, transaction_id: found.transactionId },
  })
  return true
}

/**
 * Stores what was found about a subject, and closes what is no longer different.
 * @param kinds the kinds that were compared
 * @param found null if both sides agree
 * @returns the number of differences that are open now: 1 or 0
 */
export async function updateDifferences(
  call: Call,
  subject: string,
  kinds: readonly DifferenceKind[],
  found: FoundDifference | null,
): Promise<number> {
  const isOpen = found ? await noteDifference(call, found) : false
  await closeAgreed(
    call,
    subject,
    kinds.filter((kind) => kind !== found?.kind),
  )
  return isOpen ? 1 : 0
}

/**
 * Closes the open differences of a subject of the given kinds, because both sides agree on it by now. One whose payment
 * is being refunded waits for the end of the refund.
 * @returns how many were closed
 */
export async function closeAgreed(
  call: Call,
  subject: string,
  kinds: readonly DifferenceKind[],
  resolution: Exclude<DifferenceResolution, 'staff'> = 'agreed',
): Promise<number> {
  const open = await lockOpenDifferences(call.db, subject)
  const agreed = open.filter(
    (row) =>
      kinds.some((kind) => kind === row.kind) && (row.refunding_at === null || resolution === 'refunded'),
  )
  for (const row of agreed) {
    await closeDifference(call.db, row.id, {
      resolution,
      resolved_at: call.now,
      resolved_by: call.actor.id === systemActor.id ? null : call.actor.email,
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

/** Closes an open difference with a note of staff. The caller holds its lock. */
export async function closeWithNote(
  call: Call,
  row: { id: string; subject: string },
  note: string,
): Promise<void> {
  await closeDifference(call.db, row.id, {
    resolution: 'staff',
    resolved_at: call.now,
    resolved_by: call.actor.email,
    note,
  })
  await recordAudit(call, {
    action: 'difference.resolve',
    entityType: 'difference',
    entityId: row.id,
    label: row.subject,
    before: { resolution: null, note: null },
    after: { resolution: 'staff', note },
  })
}

/** Stores what a payment that contradicts its order says, for staff. */
async function notePaymentDifference(call: Call, found: PaymentDifference): Promise<void> {
  await noteDifference(call, paymentFound(kindOf[found.kind], found.payment, found.order))
}

/**
 * Stores that more was refunded of an order than was paid, for staff. A larger sum later opens it again (OQ-524).
 * @param refunded the sum of the refunds that the gateway has made, in minor units
 */
export async function noteRefundedTooMuch(
  call: Call,
  order: {
    id: string
    payment_id: string | null
    status: string
    amount: number
    currency_code: string
  },
  refunded: number,
): Promise<void> {
  await noteDifference(call, {
    kind: 'refunded-too-much',
    subject: order.id,
    transactionId: order.id,
    paymentId: order.payment_id,
    ours: { state: order.status, amount: order.amount, currency: order.currency_code },
    gateway: { state: 'processed', amount: refunded, currency: order.currency_code },
    at: call.now,
  })
}

const kindOf: Record<PaymentDifference['kind'], DifferenceKind> = {
  'amounts-differ': 'amount-differs',
  'paid-twice': 'paid-twice',
  'payment-of-another-order': 'payment-of-another-order',
  'paid-in-another-status': 'paid-not-completed',
}

/** Describes a difference about a payment. */
export function paymentFound(
  kind: DifferenceKind,
  payment: GatewayPayment,
  order: { id: string; status: string; amount: number; currency_code: string } | undefined,
): FoundDifference {
  return {
    kind,
    subject: payment.paymentId,
    transactionId: order?.id ?? null,
    paymentId: payment.paymentId,
    ours: order ? { state: order.status, amount: order.amount, currency: order.currency_code } : null,
    gateway: { state: payment.state, amount: payment.amount, currency: payment.currency },
    at: payment.at,
  }
}
