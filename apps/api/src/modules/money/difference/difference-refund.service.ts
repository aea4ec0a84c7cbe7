import { recordAudit } from '../../../platform/audit/audit.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import { isRecordId } from '../../../platform/database/record-id.ts'
import type { PaymentRefund } from '../../../platform/payments/payment-gateway.ts'
import { findOfRefund, lockOrder, updateRefunding } from './difference.repository.ts'
import { closeAgreed, lockOpenDifferences, paymentKinds } from './difference.service.ts'

// Modules use each other through services.
export { awaitedRefunds, claimDueRefunds } from './difference.repository.ts'

/** How long the gateway has to report a refund before it is asked, in milliseconds. */
const firstCheckMs = 5 * 60_000

type OpenDifference = Awaited<ReturnType<typeof lockOpenDifferences>>[number]

/** The end of a refund that the gateway did not make. */
interface FailedRefund {
  reason: string
  /** Null if the gateway refused the request, or does not know the refund. */
  gatewayRefundId: string | null
}

/** Runs work under the locks of the order and of a difference, if that is still open. */
export function whileOpen(
  outer: Call,
  { id, subject, transaction_id }: Pick<OpenDifference, 'id' | 'subject' | 'transaction_id'>,
  work: (call: Call, current: OpenDifference) => Promise<unknown>,
): Promise<boolean> {
  return callInTransaction(outer, async (call) => {
    if (transaction_id !== null) await lockOrder(call.db, transaction_id)
    const current = (await lockOpenDifferences(call.db, subject)).find((one) => one.id === id)
    if (current) await work(call, current)
    return current !== undefined
  })
}

/** Stores that the payment of a difference is being refunded. The caller holds its lock. */
export async function beginRefund(call: Call, id: string, since: Date): Promise<void> {
  await updateRefunding(call.db, id, {
    refunding_at: since,
    gateway_refund_id: null,
    refund_check_at: new Date(call.now.getTime() + firstCheckMs),
    refund_failure: null,
  })
}

/** Stores what the gateway says about the refund of a difference's payment. The caller holds its lock. */
export async function applyRefund(
  call: Call,
  current: OpenDifference,
  refund: Pick<PaymentRefund, 'gatewayRefundId' | 'state' | 'reason'>,
): Promise<void> {
  const { gatewayRefundId } = refund
  // A late message about a refund that ended before.
  if (refund.state !== 'processed' && gatewayRefundId === current.failed_refund_id) return
  const isOfAnotherTry = current.gateway_refund_id !== null && current.gateway_refund_id !== gatewayRefundId
  switch (refund.state) {
    case 'processed':
      await updateRefunding(call.db, current.id, {
        refunding_at: current.refunding_at ?? call.now,
        gateway_refund_id: gatewayRefundId,
        refund_failure: null,
      })
      await closeAgreed(call, current.subject, paymentKinds, 'refunded')
      return
    case 'pending':
      if (isOfAnotherTry) return
      return updateRefunding(call.db, current.id, {
        refunding_at: current.refunding_at ?? call.now,
        gateway_refund_id: gatewayRefundId,
        refund_check_at: current.refund_check_at ?? new Date(call.now.getTime() + firstCheckMs),
        refund_failure: null,
      })
    case 'failed':
      if (isOfAnotherTry || current.refunding_at === null) return
      return failRefund(call, current, {
        reason: refund.reason ?? 'Razorpay could not make this refund.',
        gatewayRefundId,
      })
  }
}

/** Lets staff try the refund of a difference's payment again. The caller holds its lock. */
export async function failRefund(
  call: Call,
  current: Pick<OpenDifference, 'id' | 'subject'>,
  { reason, gatewayRefundId }: FailedRefund,
): Promise<void> {
  await updateRefunding(call.db, current.id, {
    refunding_at: null,
    gateway_refund_id: null,
    refund_check_at: null,
    refund_failure: reason.slice(0, 2000),
    ...(gatewayRefundId !== null && { failed_refund_id: gatewayRefundId }),
  })
  await recordAudit(call, {
    action: 'difference.refund.fail',
    entityType: 'difference',
    entityId: current.id,
    label: current.subject,
    after: { reason },
  })
}

/**
 * Applies what the gateway reports about a refund, if a difference requested it.
 * @returns false if none did
 */
export async function applyDifferenceRefund(outer: Call, refund: PaymentRefund): Promise<boolean> {
  const { reference, gatewayRefundId, paymentId } = refund
  const id = reference !== null && isRecordId(reference) ? reference : null
  const found = await findOfRefund(outer.db, { gatewayRefundId, id })
  if (!found || found.subject !== paymentId) return false
  await whileOpen(outer, found, (call, current) => applyRefund(call, current, refund))
  return true
}
