import type { DifferenceKind } from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import type {
  GatewayPayment,
  PaymentGateway,
  SettledLine,
} from '../../../platform/payments/payment-gateway.ts'
import { paymentFound, paymentKinds, updateDifferences } from '../difference/difference.service.ts'
import { isPaid } from '../transaction/payment.service.ts'
import { batches, ordersOf, readRows } from './compared-records.ts'
import { notPaid, orderOf, paymentDifference, settledUnknown } from './comparison-rules.ts'
import { subjectsWithOpen } from './difference-list.repository.ts'
import type { DayLists } from './gateway-lists.ts'
import { type ComparedOrder, findOrder, listCompletedOrders, type Span } from './reconciliation.repository.ts'

export type PaymentComparison = ReturnType<typeof createPaymentComparison>

/**
 * Compares payments at the gateway with orders here. Each method returns the number of open differences.
 * @param booksBegin earlier payments without an order here are of another system; undefined: none are
 */
export function createPaymentComparison({
  gateway,
  booksBegin,
}: {
  gateway: Pick<PaymentGateway, 'findPayment'>
  booksBegin: Date | undefined
}) {
  function compared(payment: GatewayPayment, order: ComparedOrder | undefined): DifferenceKind | null {
    const kind = paymentDifference(payment, order)
    const isOfOtherBooks = booksBegin !== undefined && payment.at < booksBegin
    return kind === 'payment-without-order' && isOfOtherBooks ? null : kind
  }

  /**
   * Reads a payment from the gateway again and stores the remaining difference.
   * @param line of a settlement that has the payment
   */
  async function check(
    outer: Call,
    paymentId: string,
    order: ComparedOrder | undefined,
    line?: SettledLine,
  ): Promise<number> {
    const fresh = await gateway.findPayment(paymentId)
    return callInTransaction(outer, async (call) => {
      if (!fresh) {
        const current = order && (await findOrder(call.db, order.id))
        const isStill = current?.payment_id === paymentId && isPaid(current.status)
        const settled = line ? settledUnknown(line) : null
        const found = isStill ? notPaid(current, paymentId) : settled
        return updateDifferences(call, paymentId, paymentKinds, found)
      }
      const current = orderOf(fresh, await ordersOf(call, [fresh]))
      const kind = compared(fresh, current)
      return updateDifferences(call, paymentId, paymentKinds, kind && paymentFound(kind, fresh, current))
    })
  }

  return {
    check,

    /** Checks each listed payment that differs from its order, or that has an open difference. */
    async compareListed(call: Call, lists: DayLists, tick: () => Promise<void>): Promise<number> {
      let found = 0
      for (const payments of batches([...lists.payments.values()])) {
        const orders = await ordersOf(call, payments)
        const open = await subjectsWithOpen(
          call.db,
          payments.map(({ paymentId }) => paymentId),
        )
        for (const payment of payments) {
          const order = orderOf(payment, orders)
          if (!compared(payment, order) && !open.has(payment.paymentId)) continue
          await tick()
          found += await check(call, payment.paymentId, order)
        }
      }
      return found
    },

    /** Looks up each of our paid orders that the gateway did not list on the day. */
    async compareOrders(call: Call, span: Span, lists: DayLists, tick: () => Promise<void>): Promise<number> {
      let found = 0
      const completed = readRows((after, limit) => listCompletedOrders(call.db, span, after, limit))
      for await (const order of completed) {
        if (order.payment_id !== null && lists.payments.has(order.payment_id)) continue
        await tick()
        found +=
          order.payment_id === null
            ? await callInTransaction(call, (inner) =>
                updateDifferences(inner, order.id, ['not-paid'], notPaid(order, order.id)),
              )
            : await check(call, order.payment_id, order)
      }
      return found
    },
  }
}
