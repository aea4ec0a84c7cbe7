import type { Logger } from 'pino'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import type { GatewayPayment } from '../../../platform/payments/payment-gateway.ts'
import { announceOrder } from '../../staff/webhook/order-announcement.service.ts'
import { issueDocumentsSoon } from '../document/document-task.ts'
import {
  findIdByPayment,
  isOfAnotherOrder,
  lockPaidOrder,
  type PaidOrder,
  updatePaidOrder,
} from './payment.repository.ts'
import { isPaid, nextStatus } from './transaction-state.ts'

// Modules use each other through services.
export { isPaid, movesTo } from './transaction-state.ts'

/** What a payment did to its order. */
type PaymentOutcome = 'completed' | 'failed' | 'unchanged' | 'differs'

/** A payment that contradicts its order, so that staff must look at both. */
export interface PaymentDifference {
  kind: 'amounts-differ' | 'paid-twice' | 'payment-of-another-order' | 'paid-in-another-status'
  order: PaidOrder
  payment: GatewayPayment
}

export type PaymentService = ReturnType<typeof createPaymentService>

/**
 * Payments of orders as the gateway reports them: by webhooks, by a check of a pending order, by the daily comparison.
 * @param noteDifference stores a contradiction for staff, in the caller's transaction
 */
export function createPaymentService({
  log,
  noteDifference,
}: {
  log: Logger
  noteDifference?: (call: Call, difference: PaymentDifference) => Promise<void>
}) {
  async function differs(call: Call, difference: PaymentDifference): Promise<'differs'> {
    const { kind, order, payment } = difference
    log.warn(
      { transactionId: order.id, paymentId: payment.paymentId, kind },
      'A payment contradicts its order',
    )
    await noteDifference?.(call, difference)
    return 'differs'
  }

  async function change(
    call: Call,
    order: PaidOrder,
    changes: Parameters<typeof updatePaidOrder>[2],
  ): Promise<void> {
    await updatePaidOrder(call.db, order.id, changes)
    const names = Object.keys(changes) as (keyof typeof changes)[]
    await recordAudit(call, {
      action: 'transaction.payment',
      entityType: 'transaction',
      entityId: order.id,
      label: order.reference_order_id,
      before: Object.fromEntries(names.map((name) => [name, order[name]])),
      after: { ...changes },
    })
  }

  async function applyCaptured(
    call: Call,
    order: PaidOrder,
    payment: GatewayPayment,
  ): Promise<PaymentOutcome> {
    const difference = (kind: PaymentDifference['kind']) => differs(call, { kind, order, payment })
    const isOther = order.payment_id !== null && order.payment_id !== payment.paymentId
    if (isPaid(order.status) && isOther) return difference('paid-twice')
    if (payment.amount !== order.amount || payment.currency !== order.currency_code) {
      return difference('amounts-differ')
    }
    if (isOfOtherGatewayOrder(order, payment) || (await isOfAnotherOrder(call.db, order.id, payment))) {
      return difference('payment-of-another-order')
    }
    const paid = {
      payment_id: payment.paymentId,
      gateway_order_id: order.gateway_order_id ?? payment.gatewayOrderId,
      payment_method: payment.method ?? order.payment_method,
    }
    if (isPaid(order.status)) {
      // The public product completed it. The gateway may know more.
      const isKnown =
        order.payment_id === paid.payment_id &&
        order.gateway_order_id === paid.gateway_order_id &&
        order.payment_method === paid.payment_method
      if (!isKnown) await change(call, order, paid)
      return 'unchanged'
    }
    if (nextStatus(order.status, payment) !== 'completed') return difference('paid-in-another-status')
    await change(call, order, {
      ...paid,
      status: 'completed',
      completed_at: arrivalOf(order, payment, call.now),
    })
    await issueDocumentsSoon(call.db)
    await announceOrder(call, order, 'completed')
    return 'completed'
  }

  return {
    /** Returns the id of a payment's order. It may not exist yet. */
    findOrderId: (call: Call, payment: GatewayPayment) => findIdByPayment(call.db, payment),

    /**
     * Applies a payment to its order. The order only moves forward, so payments may be applied in any order and more
     * than once.
     * @returns differs if the payment contradicts the order, which is then unchanged and noted for staff
     */
    async applyPayment(
      outer: Call,
      { transactionId, payment }: { transactionId: string; payment: GatewayPayment },
    ): Promise<PaymentOutcome> {
      return callInTransaction(outer, async (call) => {
        const order = await lockPaidOrder(call.db, transactionId)
        if (!order) throw new Error('A payment was applied to an order that does not exist')
        if (payment.state === 'captured') return applyCaptured(call, order, payment)
        // Another attempt to pay may still succeed.
        const isOther =
          (order.payment_id !== null && order.payment_id !== payment.paymentId) ||
          isOfOtherGatewayOrder(order, payment)
        if (isOther || nextStatus(order.status, payment) !== 'failed') return 'unchanged'
        await change(call, order, { status: 'failed' })
        return 'failed'
      })
    },
  }
}

/** Tells whether a payment belongs to another order of the gateway than the one that is stored here (OQ-317). */
export function isOfOtherGatewayOrder(
  order: { gateway_order_id: string | null },
  payment: Pick<GatewayPayment, 'gatewayOrderId'>,
): boolean {
  const { gatewayOrderId } = payment
  return (
    order.gateway_order_id !== null && gatewayOrderId !== null && order.gateway_order_id !== gatewayOrderId
  )
}

/** When the money arrived: never before the order, and never in the future. */
function arrivalOf(order: PaidOrder, payment: GatewayPayment, now: Date): Date {
  const latest = Math.min(payment.at.getTime(), now.getTime())
  return new Date(Math.max(latest, Math.min(order.created_at.getTime(), now.getTime())))
}
