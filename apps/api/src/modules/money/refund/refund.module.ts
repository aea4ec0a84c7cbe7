import {
  createRefundReason,
  getRefundable,
  listRefundReasons,
  refundPart,
  refundTransaction,
  updateRefundReason,
} from '@greenroom/contract/money/refund/refund.endpoints'
import {
  approveRefundRequest,
  declineRefundRequest,
  listRefundRequests,
  withdrawRefundRequest,
} from '@greenroom/contract/money/refund-request/refund-request.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { paymentDifferences } from '../difference/difference.service.ts'
import { createPaymentService } from '../transaction/payment.service.ts'
import type { TransactionService } from '../transaction/transaction.service.ts'
import {
  applyEarlyEventsTask,
  createGatewayEventService,
  type GatewayEventService,
} from './gateway-event.service.ts'
import { createRefundService, type RefundService } from './refund.service.ts'
import { createRefundApproval } from './refund-approval.service.ts'
import { createRefundReasonService } from './refund-reason.service.ts'
import { createRefundRequestService } from './refund-request.service.ts'
import { settleRefundTask } from './refund-task.ts'
import { openPaymentWebhook } from './refund-webhook.ts'

export function refundModule(
  host: ModuleHost,
  { transactions, isListed }: { transactions: TransactionService; isListed(email: string): boolean },
): { refunds: RefundService; events: GatewayEventService } {
  const { gateway } = host.providers
  const payments = createPaymentService({ ...host, ...paymentDifferences })
  const reasons = createRefundReasonService()
  const approval = createRefundApproval(host.settings)
  const refunds = createRefundService({
    ...host,
    gateway,
    transactions,
    reasons,
    approval,
  })
  const requests = createRefundRequestService({ refunds, limits: approval.limits, isListed })
  const events = createGatewayEventService({ payments, refunds, log: host.log })
  on(host, refundTransaction).handle(async (call, { body }) => {
    const data = await refunds.refund(call, body.order_id, body.amount)
    return { data, message: data.message }
  })
  on(host, refundPart).handle(async (call, { params, body }) => {
    const data = await refunds.refundPart(call, params.id, body)
    return { data, message: data.message }
  })
  on(host, getRefundable).handle(async (call, { params }) => ({
    data: await refunds.refundable(call, params.id),
  }))
  on(host, listRefundRequests).handle(async (call, { query }) => ({ data: await requests.list(call, query) }))
  on(host, approveRefundRequest).handle(async (call, { params, body }) => {
    const data = await requests.approve(call, params.id, body.left)
    return { data, message: data.message }
  })
  on(host, declineRefundRequest).handle(async (call, { params, body }) => ({
    data: await requests.decline(call, params.id, body.reason),
    message: 'Refund declined',
  }))
  on(host, withdrawRefundRequest).handle(async (call, { params }) => ({
    data: await requests.withdraw(call, params.id),
    message: 'Request withdrawn',
  }))
  on(host, listRefundReasons).handle(async (call) => ({ data: await reasons.list(call) }))
  on(host, createRefundReason).handle(async (call, { body }) => ({
    data: await reasons.create(call, body),
    message: 'Reason added',
  }))
  on(host, updateRefundReason).handle(async (call, { params, body }) => ({
    data: await reasons.update(call, params.id, body),
    message: 'Reason updated',
  }))
  openPaymentWebhook(host, events)
  host.addJob(settleRefundTask, refunds.settle)
  host.addRecurringJob(applyEarlyEventsTask, '* * * * *', events.applyEarly)
  host.addSweep('webhook-events', events.forgetOldEvents)
  return { refunds, events }
}
