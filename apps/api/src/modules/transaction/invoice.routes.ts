import { createInvoice } from '@greenroom/contract/transaction/transaction.endpoints'
import { type EndpointHost, on } from '../../platform/http/endpoint-route.ts'
import type { InvoiceService } from './invoice.service.ts'

export function registerInvoiceRoutes(host: EndpointHost, invoices: InvoiceService): void {
  // The serial is committed before the file is drawn: others who wait for the next number need not wait for that. A
  // repeated call gives the same document, so it needs no idempotency key.
  on(host, createInvoice).handle(async ({ db, body, actor, now }) => {
    const file = await invoices.make(db, body.order_id, actor, now)
    return { data: { data: file.toString('base64') } }
  })
}
