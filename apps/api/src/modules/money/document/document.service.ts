import { countryCodes } from '@greenroom/contract/country'
import { type GstState, gstStateName, gstStates } from '@greenroom/contract/gst-state'
import type { DocumentGroup, TaxDocument } from '@greenroom/contract/money/document/document.schema'
import { documentMessages } from '@greenroom/contract/money/document/document.schema'
import { seesPersonalData } from '../../../platform/access/require-permission.ts'
import { AppError, invalid } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import type { Database } from '../../../platform/database/database.ts'
import { findRecord } from '../../../platform/database/records.ts'
import type { PaymentGateway } from '../../../platform/payments/payment-gateway.ts'
import type { DrawingThread } from '../../../platform/pdf/drawing-thread.ts'
import { presentDocument } from './document.presenter.ts'
import {
  type BillingPlace,
  countDocuments,
  type DocumentFilter,
  type DocumentRow,
  documentsOf,
  findDocument,
  findRegistered,
  listDocuments,
  lockDocumented,
  updateBillingPlace,
} from './document.repository.ts'
import { contentOf, readContent } from './document-content.ts'
import { currentInvoice, type DocumentIssuing, type IssuingSettings } from './document-issuing.service.ts'
import type { PrintedDocument, PrintedFile } from './document-pdf.ts'

/** Where sessions are held, which is not known here. */
export interface Venues {
  /** Sets the State of a venue that has none. The caller has a transaction. */
  addState: (call: Call, eventId: string, state: GstState) => Promise<void>
}

/** Reads and corrects tax documents, and renders their files on each request. */
export function createDocumentService({
  issuing,
  settings,
  gateway,
  drawing,
  venues,
  isMonthFiled,
}: {
  issuing: DocumentIssuing
  settings: IssuingSettings
  gateway: Pick<PaymentGateway, 'kind'>
  drawing: DrawingThread<PrintedFile>
  venues: Venues
  isMonthFiled: (db: Database, day: string) => Promise<boolean>
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
        if (isPaid) await issuing.issueDue(call, transaction, { isRequested: true })
        const documents = await documentsOf(call.db, transaction.id)
        if (documents.length > 0) return { kind: 'documents', documents: printedInOrder(documents) }
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
      const invoice =
        document.invoice_id === null ? undefined : await findDocument(call.db, document.invoice_id)
      return drawing.draw({ kind: 'documents', documents: [printed(document, invoice)] })
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

    /**
     * Corrects an invoice without the State of the buyer or the venue: credits what is left of it, and issues a new
     * invoice of that amount.
     * @param given.state GST code
     * @param given.country ISO 3166-1 alpha-2 code of a buyer outside India
     * @throws AppError NOT_FOUND; INVALID; WRONG_STATE if no State is missing, or its month is filed
     */
    async addState(
      call: Call,
      id: string,
      given: { state?: string | undefined; country?: string | undefined },
    ): Promise<{ credit_note: TaxDocument; invoice: TaxDocument }> {
      const place = placeOf(given)
      const { transaction_id: transactionId } = await findRecord(call, findDocument, id, 'document')
      const transaction = await lockDocumented(call.db, transactionId)
      // A processed refund that waits for its credit note belongs to the old invoice.
      if (transaction) await issuing.issueDue(call, transaction, { isRequested: false })
      const documents = await documentsOf(call.db, transactionId)
      const { invoice, notes, left } = currentInvoice(documents)
      const document = documents.find((row) => row.id === id)
      if (!transaction || !document?.is_state_missing || document.id !== invoice?.id || left === 0) {
        throw new AppError('WRONG_STATE', 'This document lacks no State. Reload the list.')
      }
      if (await isMonthFiled(call.db, document.document_date)) {
        throw new AppError(
          'WRONG_STATE',
          'The return of this month is filed, so its documents can no longer be corrected. Ask your accountant for an amendment.',
        )
      }
      const isOfVenue = readContent(document.content).rule?.name === 'event-venue-unknown'
      if (isOfVenue && 'country' in place) {
        throw invalid([{ path: 'country', message: documentMessages.venueAbroad }])
      }
      const billed: BillingPlace =
        'country' in place
          ? { billing_state: transaction.billing_state, billing_country: place.country }
          : { billing_state: place.name, billing_country: 'IN' }
      const corrected = {
        ...transaction,
        ...(isOfVenue && 'state' in place ? { venue: { state: place.state } } : billed),
        amount: left,
      }
      const note = await issuing.issueCreditNote(call, invoice, {
        amount: left,
        earlier: notes,
        refundId: null,
        occasion: null,
      })
      const next = await issuing.issueInvoice(call, corrected, { occasion: null, replaces: invoice.id })
      await issuing.keepTax(call, transactionId)
      // Later tickets of the event then have the State at once.
      if (isOfVenue && 'state' in place) await venues.addState(call, transaction.entity_id, place.state)
      else await updateBillingPlace(call.db, transactionId, billed)
      const { billing_state, billing_country, venue } = transaction
      await recordAudit(call, {
        action: 'transaction.state',
        entityType: 'transaction',
        entityId: transactionId,
        label: transaction.reference_order_id,
        before: isOfVenue
          ? { venue_state: venue?.state ? gstStateName(venue.state) : null }
          : { billing_state, billing_country },
        after: {
          ...(isOfVenue && 'state' in place ? { venue_state: place.name } : billed),
          invoice: next.serial,
        },
      })
      const rows = await findRegistered(call.db, [note.id, next.id])
      const present = (id: string) => presentDocument(rows.find((row) => row.id === id) as (typeof rows)[0])
      return { credit_note: present(note.id), invoice: present(next.id) }
    },
  }
}

/** Where a buyer or a venue is. @throws AppError INVALID */
function placeOf({
  state,
  country,
}: {
  state?: string | undefined
  country?: string | undefined
}): { state: GstState; name: string } | { country: string } {
  if (country !== undefined) {
    if (!countryCodes.includes(country) || country === 'IN') {
      throw invalid([{ path: 'country', message: documentMessages.country }])
    }
    return { country }
  }
  const given = gstStates.find((one) => one.code === state)
  if (!given) throw invalid([{ path: 'state', message: documentMessages.state }])
  return { state: given.code, name: given.name }
}

interface Page {
  limit: number
  offset: number
}

/** Orders documents for print: each invoice, then its credit notes. */
function printedInOrder(documents: DocumentRow[]): PrintedDocument[] {
  const invoices = documents.filter((row) => row.kind === 'invoice')
  return invoices.flatMap((invoice) => [
    printed(invoice, undefined),
    ...documents.filter((row) => row.invoice_id === invoice.id).map((note) => printed(note, invoice)),
  ])
}

function printed(row: DocumentRow, invoice: DocumentRow | undefined): PrintedDocument {
  return {
    kind: row.kind,
    content: readContent(row.content),
    serial: row.serial,
    date: row.document_date,
    issuedAt: row.issued_at,
    invoice: invoice && { serial: invoice.serial, date: invoice.document_date },
    isCorrection: row.kind === 'credit-note' && row.refund_id === null && row.content_format > 1,
  }
}
