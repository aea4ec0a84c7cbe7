import { refundTransaction } from '@greenroom/contract/refund/refund.endpoints'
import type { ModuleHost } from '../../module-host.ts'
import { on } from '../../platform/http/endpoint-route.ts'
import type { TransactionService } from '../transaction/transaction.service.ts'
import { createRefundService, settleRefundTask } from './refund.service.ts'
import { openPaymentWebhook } from './refund-webhook.ts'

export function refundModule(host: ModuleHost, { transactions }: { transactions: TransactionService }): void {
  const { gateway } = host.providers
  const refunds = createRefundService({ ...host, gateway, transactions })
  on(host, refundTransaction).handle(async (call, { body }) => {
    const { message, order } = await refunds.refund(call, body.order_id)
    return { data: { message, order }, message }
  })
  openPaymentWebhook(host, refunds)
  host.addJob(settleRefundTask, refunds.settle)
  host.addSweep('webhook-events', refunds.forgetOldEvents)
}
