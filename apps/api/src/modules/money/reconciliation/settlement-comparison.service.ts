import { type Call, callInTransaction } from '../../../platform/call.ts'
import type { PaymentGateway, SettledLine } from '../../../platform/payments/payment-gateway.ts'
import { updateDifferences } from '../difference/difference.service.ts'
import { isPaid } from '../transaction/payment.service.ts'
import { batches, ordersOfPayments } from './compared-records.ts'
import { counts, settledDifference } from './comparison-rules.ts'
import type { PaymentComparison } from './payment-comparison.service.ts'
import { type ComparedOrder, findRefundOf } from './reconciliation.repository.ts'
import type { RefundComparison } from './refund-comparison.service.ts'

/** Compares the lines of the gateway's settlements with our orders and refunds. */
export function createSettlementComparison({
  gateway,
  payments,
  refunds,
}: {
  gateway: Pick<PaymentGateway, 'findListedRefund'>
  payments: Pick<PaymentComparison, 'check'>
  refunds: Pick<RefundComparison, 'apply'>
}) {
  async function checkPayment(outer: Call, line: SettledLine, orders: ComparedOrder[]): Promise<number> {
    const order = orders.find((one) => counts(one, line.id))
    if (!order || !isPaid(order.status)) return payments.check(outer, line.id, order, line)
    const part = order.payments.find(({ payment_id }) => payment_id === line.id)
    return store(outer, line, order.id, {
      ...order,
      amount: part?.amount ?? order.amount,
      state: order.status,
    })
  }

  async function checkRefund(outer: Call, line: SettledLine): Promise<number> {
    const refund = await findRefundOf(outer.db, { gatewayRefundId: line.id, id: null })
    if (refund) return store(outer, line, refund.transaction_id, refund)
    const listed = await gateway.findListedRefund(line.id)
    return listed ? refunds.apply(outer, listed) : 0
  }

  return {
    /** @returns the number of open differences */
    async compare(call: Call, settled: readonly SettledLine[], tick: () => Promise<void>): Promise<number> {
      let found = 0
      for (const lines of batches(settled)) {
        const orders = await ordersOfPayments(
          call,
          lines.flatMap(({ paymentId }) => paymentId ?? []),
        )
        for (const line of lines) {
          await tick()
          if (line.kind === 'payment') found += await checkPayment(call, line, orders)
          if (line.kind === 'refund') found += await checkRefund(call, line)
        }
      }
      return found
    },
  }
}

function store(
  outer: Call,
  line: SettledLine,
  transactionId: string,
  ours: Parameters<typeof settledDifference>[2],
): Promise<number> {
  const found = settledDifference(line, transactionId, ours)
  const kinds = ['settled-differs', 'settled-unknown'] as const
  return callInTransaction(outer, (call) => updateDifferences(call, line.id, kinds, found))
}
