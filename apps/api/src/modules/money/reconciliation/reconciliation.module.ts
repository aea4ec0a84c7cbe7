import {
  acceptDifference,
  checkOrder,
  compareDay,
  compareMonth,
  healDifference,
  listComparisons,
  listDifferences,
  refundDifference,
  resolveDifference,
  resolveDifferences,
} from '@greenroom/contract/money/reconciliation/reconciliation.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import type { Call } from '../../../platform/call.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { paymentDifferences } from '../difference/difference.service.ts'
import type { RefundService } from '../refund/refund.service.ts'
import { createPaymentService } from '../transaction/payment.service.ts'
import type { TransactionService } from '../transaction/transaction.service.ts'
import { compareDayTask, createComparisonService } from './comparison.service.ts'
import { createDifferencePayments } from './difference-payment.service.ts'
import { createMonthComparisonService, type MonthComparisonService } from './month-comparison.service.ts'
import { createPendingCheckService } from './pending-check.service.ts'
import { findOrder, findRefundOf, listMoved } from './reconciliation.repository.ts'
import { createReconciliationService } from './reconciliation.service.ts'

/** Nothing hangs: pending orders and open refunds are followed up, and days are compared with the gateway. */
export function reconciliationModule(
  host: ModuleHost,
  { transactions, refunds }: { transactions: TransactionService; refunds: RefundService },
): { monthComparisons: MonthComparisonService } {
  const { gateway } = host.providers
  gateway.readRecords?.({
    listMoved: (span) => listMoved(host.db, span),
    findOrder: (column, value) => findOrder(host.db, value, column),
    findRefund: (gatewayRefundId) => findRefundOf(host.db, { gatewayRefundId, id: null }),
  })
  const payments = createPaymentService({ ...host, ...paymentDifferences })
  const checks = createPendingCheckService({ ...host, gateway, payments, transactions })
  const comparisons = createComparisonService({ ...host, gateway, refunds })
  const reconciliation = createReconciliationService({ ...host, gateway, payments, comparisons })

  on(host, checkOrder).handle(async (call, { params }) => {
    const data = await checks.check(call, params.id)
    return { data, message: data.message }
  })
  on(host, listDifferences).handle(async (call, { query }) => ({
    data: await reconciliation.list(call, query),
  }))
  on(host, resolveDifference).handle(async (call, { params, body }) => ({
    data: await reconciliation.resolve(call, params.id, body.note),
    message: 'Difference resolved',
  }))
  on(host, resolveDifferences).handle(async (call, { body }) => {
    const data = await reconciliation.resolveAll(call, body)
    const { length } = data.resolved
    return { data, message: length === 1 ? 'Difference resolved' : `${length} differences resolved` }
  })
  on(host, healDifference).handle(async (call, { params }) => ({
    data: await reconciliation.heal(call, params.id),
    message: 'Difference settled',
  }))
  const differencePayments = createDifferencePayments({ ...host, gateway, payments, refunds })
  on(host, acceptDifference).handle(async (call, { params, body }) => ({
    data: await differencePayments.accept(call, params.id, body.amount),
    message: 'Amount accepted',
  }))
  on(host, refundDifference).handle(async (call, { params, body }) => {
    const data = await differencePayments.refund(call, params.id, body.amount)
    return { data, message: data.resolved === null ? 'Refund requested' : 'Payment refunded' }
  })
  on(host, listComparisons).handle(async (call, { query }) => ({ data: await comparisons.list(call, query) }))
  on(host, compareDay).handle(async (call, { body }) => ({
    data: await comparisons.request(call, body.day),
    message: 'Comparison requested',
  }))
  on(host, compareMonth).handle(async (call, { body }) => ({
    data: await comparisons.requestMonth(call, body.month),
    message: 'Comparison requested',
  }))

  const continueRefunds = async (call: Call) => {
    await reconciliation.continueRefunds(call)
    await differencePayments.checkRefunds(call)
  }
  // Both ask the gateway about many orders, one after the other.
  host.addRecurringJob('continue-refunds', '*/5 * * * *', continueRefunds, { isLong: true })
  host.addRecurringJob('check-pending-orders', '*/5 * * * *', checks.checkPending, { isLong: true })
  // 02:30 in India, when the gateway's day has settled.
  host.addRecurringJob('compare-last-days', '0 21 * * *', comparisons.requestLastDays)
  host.addJob(compareDayTask, comparisons.compare, { isLong: true })
  return { monthComparisons: createMonthComparisonService(host) }
}
