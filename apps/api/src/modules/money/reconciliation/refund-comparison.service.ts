import { type Call, callInTransaction } from '../../../platform/call.ts'
import type {
  ListedRefund,
  PaymentGateway,
  PaymentRefund,
} from '../../../platform/payments/payment-gateway.ts'
import { updateDifferences } from '../difference/difference.service.ts'
import { applyDifferenceRefund, awaitedRefunds } from '../difference/difference-refund.service.ts'
import type { RefundService } from '../refund/refund.service.ts'
import { isPaid } from '../transaction/payment.service.ts'
import { batches, ordersOf, ordersOfPayments, readRows, refundOf } from './compared-records.ts'
import {
  counts,
  isRefundedAnyhow,
  needsCheck,
  orderOf,
  refundDifference,
  refundedTooLittle,
  refundFound,
  refundKinds,
  refundNotMade,
} from './comparison-rules.ts'
import { subjectsWithOpen } from './difference-list.repository.ts'
import { type DayLists, refundsMade } from './gateway-lists.ts'
import {
  type ComparedOrder,
  type ComparedRefund,
  listProcessedRefunds,
  listRefundedOutside,
  type Span,
} from './reconciliation.repository.ts'

export type RefundComparison = ReturnType<typeof createRefundComparison>

/** Compares refunds at the gateway with ours. Each method returns the number of open differences. */
export function createRefundComparison({
  gateway,
  refunds,
}: {
  gateway: Pick<PaymentGateway, 'findListedRefund' | 'findPayment' | 'refundsOf'>
  refunds: Pick<RefundService, 'applyEvent'>
}) {
  /**
   * Tells whether a refund is of a payment that nobody captured, or that its order does not count: then the difference
   * of the payment, if there is one, says all (OQ-750, OQ-752).
   * @param order that counts the payment
   */
  async function isUncounted(
    call: Call,
    { paymentId }: ListedRefund,
    order: ComparedOrder | undefined,
  ): Promise<boolean> {
    const payment = await gateway.findPayment(paymentId)
    if (payment?.state === 'returned') return true
    return payment !== null && !order && orderOf(payment, await ordersOf(call, [payment])) !== undefined
  }

  /** Lets the refund module record the gateway's state of a refund, as a webhook would, and stores what still differs. */
  async function apply(outer: Call, listed: ListedRefund): Promise<number> {
    await applyDifferenceRefund(outer, listed)
    const orders = await ordersOfPayments(outer, [listed.paymentId])
    // A part of an order that is not paid yet pays for nothing, and so does its refund.
    const order = orders.find(
      (one) => one.payment_id === listed.paymentId || (isPaid(one.status) && counts(one, listed.paymentId)),
    )
    if (!(await refundOf(outer, listed)) && (await isUncounted(outer, listed, order))) {
      return callInTransaction(outer, (call) =>
        updateDifferences(call, listed.gatewayRefundId, refundKinds, null),
      )
    }
    if (order) await refunds.applyEvent(outer, listed)
    return callInTransaction(outer, async (call) => {
      const refund = await refundOf(call, listed)
      const kind = refundDifference(listed, refund)
      const found = kind && refundFound(kind, listed, refund, order)
      return updateDifferences(call, listed.gatewayRefundId, refundKinds, found)
    })
  }

  /** Looks up a processed refund of ours at the gateway. */
  async function checkOurs(outer: Call, refund: ComparedRefund): Promise<number> {
    let isMade = false
    if (refund.gateway_refund_id !== null) {
      const listed = await gateway.findListedRefund(refund.gateway_refund_id)
      if (listed) return apply(outer, listed)
    } else if (refund.payment_id !== null) {
      isMade = isRefundedAnyhow(refund, await refundsMade(gateway, refund.payment_id))
    }
    const difference = refundNotMade(refund)
    return callInTransaction(outer, (call) =>
      updateDifferences(call, difference.subject, refundKinds, isMade ? null : difference),
    )
  }

  return {
    apply,

    /** Reads each listed refund that differs from ours, or that has an open difference, again and applies it. */
    async compareListed(call: Call, lists: DayLists, tick: () => Promise<void>): Promise<number> {
      let found = 0
      for (const listed of batches([...lists.refunds.values()])) {
        const ids = listed.map(({ gatewayRefundId }) => gatewayRefundId)
        const open = new Set([
          ...(await subjectsWithOpen(call.db, ids)),
          ...(await awaitedRefunds(call.db, ids)),
        ])
        for (const refund of listed) {
          const differs = needsCheck(refund, await refundOf(call, refund))
          if (!differs && !open.has(refund.gatewayRefundId)) continue
          await tick()
          const fresh = await gateway.findListedRefund(refund.gatewayRefundId)
          if (fresh) found += await apply(call, fresh)
        }
      }
      return found
    },

    /** Looks up each of our processed refunds that the gateway did not list on the day. */
    async compareOurs(call: Call, span: Span, lists: DayLists, tick: () => Promise<void>): Promise<number> {
      let found = 0
      const processed = readRows((after, limit) => listProcessedRefunds(call.db, span, after, limit))
      for await (const refund of processed) {
        if (refund.gateway_refund_id !== null && lists.refunds.has(refund.gateway_refund_id)) continue
        await tick()
        found += await checkOurs(call, refund)
      }
      return found
    },

    /** Asks the gateway about each order that the public product set to refunded. */
    async compareOutside(call: Call, span: Span, tick: () => Promise<void>): Promise<number> {
      let found = 0
      const orders = readRows((after, limit) => listRefundedOutside(call.db, span, after, limit))
      for await (const order of orders) {
        await tick()
        const ids =
          order.payments.length > 0 ? order.payments.map((one) => one.payment_id) : [order.payment_id]
        const made: PaymentRefund[] = []
        for (const id of ids) if (id !== null) made.push(...(await refundsMade(gateway, id)))
        found += await callInTransaction(call, (inner) =>
          updateDifferences(inner, order.id, refundKinds, refundedTooLittle(order, made)),
        )
      }
      return found
    },
  }
}
