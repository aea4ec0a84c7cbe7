import {
  createRefundReason,
  getRefundable,
  listRefundReasons,
  refundPart,
  refundTransaction,
  updateRefundReason,
} from '@greenroom/contract/refund/refund.endpoints'
import type { ModuleHost } from '../../module-host.ts'
import { on } from '../../platform/http/endpoint-route.ts'
import { notePaymentDifference } from '../reconciliation/difference.service.ts'
import { createPaymentService } from '../transaction/payment.service.ts'
import type { TransactionService } from '../transaction/transaction.service.ts'
import { applyEarlyEventsTask, createGatewayEventService } from './gateway-event.service.ts'
import { createRefundService, type RefundService, settleRefundTask } from './refund.service.ts'
import { createRefundReasonService } from './refund-reason.service.ts'
import { openPaymentWebhook } from './refund-webhook.ts'

export function refundModule(
  host: ModuleHost,
  { transactions }: { transactions: TransactionService },
): RefundService {
  const { gateway } = host.providers
  const payments = createPaymentService({ ...host, noteDifference: notePaymentDifference })
  const reasons = createRefundReasonService()
  const refunds = createRefundService({ ...host, gateway, transactions, reasons })
  const events = createGatewayEventService({ payments, refunds, log: host.log })
  on(host, refundTransaction).handle(async (call, { body }) => {
    const { message, order } = await refunds.refund(call, body.order_id)
    return { data: { message, order }, message }
  })
  on(host, refundPart).handle(async (call, { params, body }) => {
    const { message, ...data } = await refunds.refundPart(call, params.id, body)
    return { data: { message, ...data }, message }
  })
  on(host, getRefundable).handle(async (call, { params }) => ({
    data: await refunds.refundable(call, params.id),
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
  return refunds
}
