import type { Logger } from 'pino'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import type { GatewayPayment } from '../../../platform/payments/payment-gateway.ts'
import { announceOrder } from '../../staff/webhook/order-announcement.service.ts'
import { issueDocumentsSoon } from '../document/document-task.ts'
import {
  findIdByPayment,
  isOfAnotherOrder,
  keepRupees,
  listOrderPayments,
  lockPaidOrder,
  type OrderPayment,
  type PaidOrder,
  storeOrderPayments,
  updatePaidOrder,
} from './payment.repository.ts'
import { addUp, chargedBy } from './payment-sum.ts'
import { isPaid, nextStatus } from './transaction-state.ts'

// Modules use each other through services.
export { listOrderPayments } from './payment.repository.ts'
export { addUp, type Charged, chargedBy } from './payment-sum.ts'
export { isPaid, movesTo } from './transaction-state.ts'

/** What a payment did to its order. */
type PaymentOutcome = 'completed' | 'failed' | 'unchanged' | 'differs'

/** A payment that contradicts its order, so that staff must look at both. */
export interface PaymentDifference {
  kind: 'amounts-differ' | 'paid-twice' | 'payment-of-another-order' | 'paid-in-another-status'
  order: PaidOrder
  payment: GatewayPayment
}

type Accepted = 'attempt' | 'amount'

export type PaymentService = ReturnType<typeof createPaymentService>

/**
 * Payments of orders as the gateway reports them: by webhooks, by a check of a pending order, by the daily comparison.
 * @param noteDifference stores a contradiction for staff, in the caller's transaction
 * @param closeDifferences closes the contradictions of a payment that its order counts by now
 */
export function createPaymentService({
  log,
  noteDifference,
  closeDifferences,
}: {
  log: Logger
  noteDifference?: (call: Call, difference: PaymentDifference) => Promise<void>
  closeDifferences?: (call: Call, paymentId: string) => Promise<unknown>
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

  /** Applies a captured payment to an order that is paid, by this payment or by another one. */
  async function applyToPaid(
    call: Call,
    order: PaidOrder,
    payment: GatewayPayment,
    parts: readonly OrderPayment[],
  ): Promise<PaymentOutcome> {
    const difference = (kind: PaymentDifference['kind']) => differs(call, { kind, order, payment })
    if (parts.some(({ payment_id }) => payment_id === payment.paymentId)) return 'unchanged'
    const isOwn = order.payment_id === null || order.payment_id === payment.paymentId
    // The gateway said that the whole order was paid, and an earlier part of that arrives now.
    const isLatePart = parts.length > 0 && chargedBy(parts) + payment.amount <= order.amount
    if (isLatePart) {
      await storeOrderPayments(call.db, order.id, [...parts, orderPaymentOf(order, payment)])
      return 'unchanged'
    }
    // What was given back needs no decision any more.
    if (!isOwn) return payment.refunded >= payment.amount ? 'unchanged' : difference('paid-twice')
    const sum = addUp(order.amount, [payment], payment.order)
    if (!sum || payment.currency !== order.currency_code) return difference('amounts-differ')
    if (isOfAnotherAttempt(order, payment) || (await isOfAnotherOrder(call.db, order.id, payment))) {
      return difference('payment-of-another-order')
    }
    // Parts that were paid before stay differences if this payment is the whole amount.
    const isPlain = !sum.isFeeOfBuyer && payment.amount === order.amount
    const earlier = chargedBy(parts) + payment.amount <= order.amount ? parts : []
    await storeOrderPayments(call.db, order.id, isPlain ? [] : [...earlier, orderPaymentOf(order, payment)])
    if (isPlain && payment.rupees) await keepRupees(call.db, order.id, payment.rupees)
    // The public product completed it. The gateway may know more.
    const paid = paidBy(order, payment)
    const names = ['payment_id', 'gateway_order_id', 'payment_method'] as const
    if (names.some((name) => order[name] !== paid[name])) await change(call, order, paid)
    return 'unchanged'
  }

  async function applyCaptured(
    call: Call,
    order: PaidOrder,
    payment: GatewayPayment,
    accepted: Accepted | undefined,
  ): Promise<PaymentOutcome> {
    const difference = (kind: PaymentDifference['kind']) => differs(call, { kind, order, payment })
    const parts = await listOrderPayments(call.db, order.id)
    if (isPaid(order.status)) return applyToPaid(call, order, payment, parts)
    const others = parts.filter(({ payment_id }) => payment_id !== payment.paymentId)
    const alone = addUp(order.amount, [payment])
    // Money that was given back pays for nothing.
    if (!alone && payment.refunded >= payment.amount) {
      await storeOrderPayments(call.db, order.id, others)
      return 'unchanged'
    }
    if (payment.currency !== order.currency_code) return difference('amounts-differ')
    const isOther = accepted === undefined && isOfAnotherAttempt(order, payment)
    if (isOther || (await isOfAnotherOrder(call.db, order.id, payment))) {
      return difference('payment-of-another-order')
    }
    if (nextStatus(order.status, payment) !== 'completed') return difference('paid-in-another-status')
    const all = [...others, orderPaymentOf(order, payment)]
    const sum = alone ?? addUp(order.amount, all) ?? addUp(order.amount, [payment], payment.order)
    if (!sum && accepted !== 'amount') {
      // Further payments may complete it.
      if (chargedBy(all) < order.amount) await storeOrderPayments(call.db, order.id, all)
      return difference('amounts-differ')
    }
    // Whatever else was paid beside the whole amount, or beside an amount that staff accept, stays a difference.
    const isWhole = alone !== null || !sum || chargedBy(all) > order.amount
    const counted = isWhole && !addUp(order.amount, all) ? all.slice(-1) : all
    const isPlain = counted.length === 1 && !sum?.isFeeOfBuyer && payment.amount === order.amount
    await storeOrderPayments(call.db, order.id, isPlain ? [] : counted)
    await change(call, order, {
      ...paidBy(order, payment),
      ...(sum ? {} : { amount: chargedBy(counted) }),
      status: 'completed',
      completed_at: arrivalOf(order, payment, call.now),
    })
    if (isPlain && payment.rupees) await keepRupees(call.db, order.id, payment.rupees)
    for (const { payment_id } of counted) await closeDifferences?.(call, payment_id)
    await issueDocumentsSoon(call.db)
    await announceOrder(call, order, 'completed')
    return 'completed'
  }

  return {
    /** Forgets a payment that a pending order counted as a part, because it was given back. */
    async forgetPart(call: Call, transactionId: string, paymentId: string): Promise<void> {
      const parts = await listOrderPayments(call.db, transactionId)
      const left = parts.filter(({ payment_id }) => payment_id !== paymentId)
      await storeOrderPayments(call.db, transactionId, left)
    },

    /** Returns the id of a payment's order. It may not exist yet. */
    findOrderId: (call: Call, payment: GatewayPayment) => findIdByPayment(call.db, payment),

    /**
     * Applies a payment to its order. The order only moves forward, so payments may be applied in any order and more
     * than once.
     * @param accepted what staff accept: that the payment belongs to another attempt to pay ("attempt"), or also that
     * its amount becomes the order's ("amount")
     * @returns differs if the payment contradicts the order, which is then unchanged and noted for staff
     */
    async applyPayment(
      outer: Call,
      {
        transactionId,
        payment,
        accepted,
      }: { transactionId: string; payment: GatewayPayment; accepted?: Accepted | undefined },
    ): Promise<PaymentOutcome> {
      return callInTransaction(outer, async (call) => {
        const order = await lockPaidOrder(call.db, transactionId)
        if (!order) throw new Error('A payment was applied to an order that does not exist')
        if (payment.state === 'captured') return applyCaptured(call, order, payment, accepted)
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

/**
 * Tells whether a payment belongs to another order of the gateway than the stored one, and not to an earlier or later
 * attempt to pay ours, which has our reference (OQ-317).
 */
export function isOfAnotherAttempt(
  order: { gateway_order_id: string | null; reference_order_id: string },
  payment: Pick<GatewayPayment, 'gatewayOrderId' | 'reference'>,
): boolean {
  return isOfOtherGatewayOrder(order, payment) && payment.reference !== order.reference_order_id
}

function isOfOtherGatewayOrder(
  order: { gateway_order_id: string | null },
  { gatewayOrderId }: Pick<GatewayPayment, 'gatewayOrderId'>,
): boolean {
  return (
    order.gateway_order_id !== null && gatewayOrderId !== null && order.gateway_order_id !== gatewayOrderId
  )
}

/** What a payment says about its order. */
function paidBy(order: PaidOrder, payment: GatewayPayment) {
  return {
    payment_id: payment.paymentId,
    gateway_order_id: order.gateway_order_id ?? payment.gatewayOrderId,
    payment_method: payment.method ?? order.payment_method,
  }
}

function orderPaymentOf(order: PaidOrder, payment: GatewayPayment): OrderPayment {
  return {
    payment_id: payment.paymentId,
    transaction_id: order.id,
    amount: payment.amount,
    fee: payment.fee,
    method: payment.method,
    paid_at: payment.at,
  }
}

/** When the money arrived: never before the order, and never in the future. */
function arrivalOf(order: PaidOrder, payment: GatewayPayment, now: Date): Date {
  const latest = Math.min(payment.at.getTime(), now.getTime())
  return new Date(Math.max(latest, Math.min(order.created_at.getTime(), now.getTime())))
}
