import {
  createRefundReason,
  getRefundable,
  listRefundReasons,
  refundPart,
  refundTransaction,
  updateRefundReason,
} from '@greenroom/contract/money/refund/refund.endpoints'
import {
  approveRefundBatch,
  createRefundBatch,
  declineRefundBatch,
  getRefundBatch,
  listRefundBatches,
  listRefundBatchRows,
  previewRefundBatch,
  resumeRefundBatch,
  stopRefundBatch,
  withdrawRefundBatch,
} from '@greenroom/contract/money/refund-batch/refund-batch.endpoints'
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
import { createRefundBatchService } from './refund-batch.service.ts'
import { createRefundBatchRun } from './refund-batch-run.service.ts'
import { runRefundBatchTask } from './refund-batch-task.ts'
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
  openBatches(host, createRefundBatchService({ reasons, approval }))
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
  host.addJob(runRefundBatchTask, createRefundBatchRun({ ...host, refunds }).run, { isLong: true })
  host.addRecurringJob(applyEarlyEventsTask, '* * * * *', events.applyEarly)
  host.addSweep('webhook-events', events.forgetOldEvents)
  return { refunds, events }
}

function openBatches(host: ModuleHost, batches: ReturnType<typeof createRefundBatchService>): void {
  on(host, previewRefundBatch).handle(async (call, { query }) => ({
    data: await batches.preview(call, query),
  }))
  on(host, listRefundBatches).handle(async (call, { query }) => ({ data: await batches.list(call, query) }))
  on(host, getRefundBatch).handle(async (call, { params }) => ({ data: await batches.get(call, params.id) }))
  on(host, listRefundBatchRows).handle(async (call, { params, query }) => ({
    data: await batches.rows(call, params.id, query),
  }))
  on(host, createRefundBatch).handle(async (call, { body }) => {
    const data = await batches.create(call, body)
    const message =
      data.state === 'waiting' ? 'A second person has to approve these refunds' : 'Refunds started'
    return { data, message }
  })
  on(host, approveRefundBatch).handle(async (call, { params, body }) => ({
    data: await batches.approve(call, params.id, body.digest),
    message: 'Refunds approved and started',
  }))
  on(host, declineRefundBatch).handle(async (call, { params, body }) => ({
    data: await batches.decline(call, params.id, body.reason),
    message: 'Refunds declined',
  }))
  on(host, withdrawRefundBatch).handle(async (call, { params }) => ({
    data: await batches.withdraw(call, params.id),
    message: 'Request withdrawn',
  }))
  on(host, stopRefundBatch).handle(async (call, { params }) => ({
    data: await batches.stop(call, params.id),
    message: 'Refunds stopped',
  }))
  on(host, resumeRefundBatch).handle(async (call, { params }) => ({
    data: await batches.resume(call, params.id),
    message: 'Refunds continue',
  }))
}
