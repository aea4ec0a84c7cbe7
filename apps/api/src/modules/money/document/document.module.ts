import {
  addDocumentState,
  addDocumentStates,
  correctInvoice,
  createDocumentLink,
  createInvoice,
  getDocumentFile,
  issueDebitNote,
  listDocuments,
  listMissingStates,
  previewCorrection,
} from '@greenroom/contract/money/document/document.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { createDrawingThread } from '../../../platform/pdf/drawing-thread.ts'
import { isMonthClosed } from '../gst-return/gst-period.service.ts'
import { findLastDayOfCredit } from '../gst-return/gst-year.service.ts'
import { createDocumentService } from './document.service.ts'
import { createDocumentCorrection, type Venues } from './document-correction.service.ts'
import { createDocumentIssuing } from './document-issuing.service.ts'
import { createDocumentLinks } from './document-link.service.ts'
import { openDocumentLinks } from './document-link-route.ts'
import type { PrintedFile } from './document-pdf.ts'
import { issueDocumentsTask } from './document-task.ts'
import { createDueDocuments } from './due-documents.service.ts'

/** Tax documents of transactions. */
export function documentModule(host: ModuleHost, { venues }: { venues: Venues }): void {
  const { gateway } = host.providers
  const { settings, log } = host
  const drawing = createDrawingThread<PrintedFile>('modules/money/document/document-pdf', 'drawDocuments')
  host.fastify.addHook('onClose', () => drawing.close())
  const issuing = createDocumentIssuing({
    settings,
    gateway,
    isMonthClosed,
    lastDayOfCredit: findLastDayOfCredit,
  })
  const due = createDueDocuments({ issuing, log, settings })
  const documents = createDocumentService({ due, settings, gateway, drawing })
  const correction = createDocumentCorrection({ issuing, due, venues, settings })
  // A file is rendered after its documents are committed, so that the next number does not wait for the rendering. A
  // repeated call returns the same file and needs no idempotency key.
  on(host, createInvoice).handle(async (call, { body }) => ({
    data: { data: (await documents.makeFile(call, body.order_id)).toString('base64') },
  }))
  on(host, listDocuments).handle(async (call, { query }) => ({ data: await documents.list(call, query) }))
  on(host, getDocumentFile).handle(async (call, { params }) => ({
    data: { data: (await documents.fileOf(call, params.id)).toString('base64') },
  }))
  const links = createDocumentLinks({ ...host, documents })
  on(host, createDocumentLink).handle(
    async (call, { params }) => ({ data: await links.create(call, params.id), message: 'Link created' }),
    (call, link) => links.renew(call, link),
  )
  openDocumentLinks(host, links)
  host.addSweep('document-links', links.sweep)
  on(host, addDocumentState).handle(async (call, { params, body }) => ({
    data: await correction.addState(call, params.id, body),
    message: 'Invoice corrected',
  }))
  on(host, listMissingStates).handle(async (call, { query }) => ({
    data: await documents.listMissingStates(call, query),
  }))
  on(host, addDocumentStates).handle(async (call, { body }) => {
    const data = await correction.addStates(call, body.documents)
    const { length } = data.corrected
    return { data, message: length === 1 ? 'Invoice corrected' : `${length} invoices corrected` }
  })
  on(host, previewCorrection).handle(async (call, { params, query }) => ({
    data: await correction.preview(call, params.id, query),
  }))
  on(host, correctInvoice).handle(async (call, { params, body }) => ({
    data: await correction.correct(call, params.id, body),
    message: 'Invoice corrected',
  }))
  on(host, issueDebitNote).handle(async (call, { params, body }) => ({
    data: await correction.debit(call, params.id, body),
    message: 'Debit note issued',
  }))
  host.addRecurringJob(issueDocumentsTask, '* * * * *', due.issueAll)
}
