import {
  createInvoice,
  listTransactions,
  refundTransaction,
} from '@greenroom/contract/transaction/transaction.endpoints'
import type { ModuleHost } from '../../module-host.ts'
import { on } from '../../platform/http/endpoint-route.ts'
import { createDrawingThread } from '../../platform/pdf/drawing-thread.ts'
import { createInvoiceService } from './invoice.service.ts'
import type { InvoiceDocument } from './invoice-pdf.ts'
import { createRefundService, settleRefundTask } from './refund.service.ts'
import { openPaymentWebhook } from './refund-webhook.ts'
import { createTransactionService } from './transaction.service.ts'

export function transactionModule(host: ModuleHost): void {
  const { gateway } = host.providers
  const transactions = createTransactionService(() =>
    host.log.error({ list: 'transactions' }, 'stored counts are wrong; run npm run counts -- --repair'),
  )
  const drawing = createDrawingThread<InvoiceDocument>('modules/transaction/invoice-pdf', 'drawInvoice')
  host.fastify.addHook('onClose', () => drawing.close())
  const invoices = createInvoiceService({ settings: host.settings, gateway, drawing })
  const refunds = createRefundService({ ...host, gateway, transactions, onRefunded: invoices.credit })
  on(host, listTransactions).handle(async (call, { query }) => ({
    data: await transactions.list(call, query),
  }))
  on(host, refundTransaction).handle(async (call, { body }) => {
    const { message, order } = await refunds.refund(call, body.order_id)
    return { data: { message, order }, message }
  })
  // The invoice is rendered after its number is committed, so that the next number does not wait for the rendering. A
  // repeated call returns the same document and needs no idempotency key.
  on(host, createInvoice).handle(async (call, { body }) => {
    const file = await invoices.make(call, body.order_id)
    return { data: { data: file.toString('base64') } }
  })
  openPaymentWebhook(host, refunds)
  host.addJob(settleRefundTask, refunds.settle)
  host.addSweep('webhook-events', refunds.forgetOldEvents)
}
