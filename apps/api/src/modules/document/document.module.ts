import { createInvoice } from '@greenroom/contract/document/document.endpoints'
import type { ModuleHost } from '../../module-host.ts'
import { on } from '../../platform/http/endpoint-route.ts'
import { createDrawingThread } from '../../platform/pdf/drawing-thread.ts'
import { createInvoiceService, type InvoiceService } from './invoice.service.ts'
import type { InvoiceDocument } from './invoice-pdf.ts'

/** Tax documents of transactions. */
export function documentModule(host: ModuleHost): InvoiceService {
  const { gateway } = host.providers
  const drawing = createDrawingThread<InvoiceDocument>('modules/document/invoice-pdf', 'drawInvoice')
  host.fastify.addHook('onClose', () => drawing.close())
  const invoices = createInvoiceService({ settings: host.settings, gateway, drawing })
  // The invoice is rendered after its number is committed, so that the next number does not wait for the rendering. A
  // repeated call returns the same document and needs no idempotency key.
  on(host, createInvoice).handle(async (call, { body }) => {
    const file = await invoices.make(call, body.order_id)
    return { data: { data: file.toString('base64') } }
  })
  return invoices
}
