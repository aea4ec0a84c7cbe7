import type { DataOf } from '@greenroom/contract/endpoint'
import { isRecordId } from '@greenroom/contract/field'
import type { listMissingStates as listMissingStatesEndpoint } from '@greenroom/contract/money/document/document.endpoints'
import type { DocumentGroup, TaxDocument } from '@greenroom/contract/money/document/document.schema'
import { seesPersonalData } from '../../../platform/access/require-permission.ts'
import { AppError } from '../../../platform/app-error.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import { findRecord } from '../../../platform/database/records.ts'
import type { PaymentGateway } from '../../../platform/payments/payment-gateway.ts'
import type { DrawingThread } from '../../../platform/pdf/drawing-thread.ts'
import { usdRateOf } from '../gst-return/gst-period.service.ts'
import { presentDocument } from './document.presenter.ts'
import {
  countDocuments,
  type DocumentFilter,
  type DocumentRow,
  documentsOf,
  findDocument,
  findRegistered,
  listDocuments,
  lockDocumented,
} from './document.repository.ts'
import { newInvoiceOf } from './document-balance.service.ts'
import { contentOf, type DocumentContent, readContent } from './document-content.ts'
import type { IssuingSettings } from './document-issuing.service.ts'
import type { PrintedDocument, PrintedFile } from './document-pdf.ts'
import type { DueDocuments } from './due-documents.service.ts'
import {
  countMissingStates,
  listMissingStates,
  type MissingStateFilter,
  type OtherOrder,
  ordersOfBuyers,
} from './missing-state.repository.ts'
import { guessOf } from './state-guess.ts'

export type DocumentService = ReturnType<typeof createDocumentService>

/** Reads tax documents, and renders their files on each request. */
export function createDocumentService({
  due,
  settings,
  gateway,
  drawing,
}: {
  due: DueDocuments
  settings: IssuingSettings
  gateway: Pick<PaymentGateway, 'kind'>
  drawing: DrawingThread<PrintedFile>
}) {
  return {
    /**
     * Returns the documents of a transaction in one PDF: each invoice with its credit notes, or an order statement. A
     * document that is due is issued first.
     * @throws AppError NOT_FOUND; WRONG_STATE while it is pending, or if another system issued its invoice; UNAVAILABLE
     * while too many are being drawn
     */
    async makeFile(call: Call, orderId: string): Promise<Buffer> {
      const file = await callInTransaction(call, async (call): Promise<PrintedFile> => {
        const transaction = await findRecord(call, lockDocumented, orderId, 'transaction')
        if (transaction.status === 'pending') {
          throw new AppError('WRONG_STATE', 'A pending transaction has no invoice.')
        }
        const isPaid = transaction.status === 'completed' || transaction.status === 'refunded'
        if (isPaid) await due.issueDue(call, transaction, { isRequested: true })
        const documents = await documentsOf(call.db, transaction.id)
        if (documents.length > 0)
          return { kind: 'documents', documents: await printedInOrder(call, documents) }
        if (transaction.outside_document !== null) {
          throw new AppError(
            'WRONG_STATE',
            `Another system issued the invoice of this order. Its number is ${transaction.outside_document}.`,
          )
        }
        const content = {
          ...contentOf(transaction, transaction.venue, settings),
          sandbox: gateway.kind === 'sandbox',
        }
        return { kind: 'statement', status: transaction.status, content }
      })
      return drawing.draw(file)
    },

    /** Returns one document as a PDF. @throws AppError NOT_FOUND; UNAVAILABLE while too many are being drawn */
    async fileOf(call: Call, id: string): Promise<Buffer> {
      const document = await findRecord(call, findDocument, id, 'document')
      const all = await documentsOf(call.db, document.transaction_id)
      return drawing.draw({ kind: 'documents', documents: [await printed(call, document, all)] })
    },

    async list(
      call: Call,
      { group, limit, offset, ...query }: Omit<DocumentFilter, 'inEmail'> & { group: DocumentGroup } & Page,
    ): Promise<{ documents: TaxDocument[]; counts: Record<DocumentGroup, number> }> {
      const filter = { ...query, inEmail: seesPersonalData(call.actor) }
      const onlyLackingState = group === 'state-missing'
      const [rows, counts] = await Promise.all([
        listDocuments(call.db, { ...filter, onlyLackingState, limit, offset }),
        countDocuments(call.db, filter),
      ])
      return { documents: rows.map(presentDocument), counts }
    },

    /** Lists invoices without a State, the newest first, each with a guess. */
    async listMissingStates(
      call: Call,
      { month, ids: wanted, limit, offset }: MissingStateFilter & Page,
    ): Promise<DataOf<typeof listMissingStatesEndpoint>> {
      // A malformed id is one of no document.
      const filter = { month, ids: wanted?.filter(isRecordId) }
      const [rows, count] = await Promise.all([
        listMissingStates(call.db, { ...filter, limit, offset }),
        countMissingStates(call.db, filter),
      ])
      const ids = rows.map(({ id }) => id)
      const [documents, orders] = await Promise.all([
        findRegistered(call.db, ids),
        ordersOfBuyers(call.db, ids),
      ])
      const documentOf = new Map(documents.map((row) => [row.id, row]))
      const ordersOf = new Map<string, OtherOrder[]>(ids.map((id) => [id, []]))
      for (const order of orders) ordersOf.get(order.document_id)?.push(order)
      return {
        count,
        documents: rows.flatMap(({ id, ordered_at, venue_state }) => {
          const document = documentOf.get(id)
          // Corrected since the first of these reads.
          if (!document?.missing_state) return []
          const guess =
            document.missing_state === 'buyer'
              ? guessOf(ordered_at, ordersOf.get(id) ?? [])
              : venue_state && { state: venue_state, country: null, order: null }
          return [{ document: presentDocument(document), guess: guess || null }]
        }),
      }
    },
  }
}

interface Page {
  limit: number
  offset: number
}

/** Orders documents for print: each invoice, then its credit and debit notes. */
function printedInOrder(call: Call, documents: DocumentRow[]): Promise<PrintedDocument[]> {
  const invoices = documents.filter((row) => row.kind === 'invoice')
  const inOrder = invoices.flatMap((invoice) => [
    invoice,
    ...documents.filter((row) => row.invoice_id === invoice.id),
  ])
  return Promise.all(inOrder.map((row) => printed(call, row, documents)))
}

/** Returns the rate of a document in dollars: that of its payment, or that of the month; null if there is none yet. */
async function rateOf(
  call: Call,
  { currency_code, usd_rate }: DocumentContent,
  day: string,
): Promise<PrintedDocument['usdRate']> {
  if (currency_code === 'INR') return null
  if (usd_rate !== null) return usd_rate
  const rupees = await usdRateOf(call.db, day)
  return rupees === null ? null : { rupees, on: day.slice(0, 7) }
}

/** @param all the documents of the order */
async function printed(call: Call, row: DocumentRow, all: readonly DocumentRow[]): Promise<PrintedDocument> {
  const content = readContent(row.content)
  const named = (found: DocumentRow | undefined) =>
    found && { serial: found.serial, date: found.document_date }
  const find = (id: string | null) => (id === null ? undefined : all.find((one) => one.id === id))
  const isCorrection = row.kind === 'credit-note' && row.refund_id === null && row.content_format > 1
  return {
    kind: row.kind,
    content,
    usdRate: await rateOf(call, content, find(row.invoice_id)?.document_date ?? row.document_date),
    serial: row.serial,
    date: row.document_date,
    issuedAt: row.issued_at,
    invoice: named(find(row.invoice_id)),
    replaced: named(find(row.replaces)),
    newInvoice: named(newInvoiceOf(row, all)),
    creditNote: named(find(row.credit_note_id)),
    isCorrection,
  }
}
