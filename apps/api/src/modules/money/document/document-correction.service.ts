import { countryCodes } from '@greenroom/contract/country'
import { type GstState, gstStateName, gstStates } from '@greenroom/contract/gst-state'
import type { TaxDocument } from '@greenroom/contract/money/document/document.schema'
import { documentMessages } from '@greenroom/contract/money/document/document.schema'
import { AppError, invalid } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import type { Database } from '../../../platform/database/database.ts'
import { findRecord } from '../../../platform/database/records.ts'
import { presentDocument } from './document.presenter.ts'
import {
  type BillingPlace,
  documentsOf,
  findDocument,
  findRegistered,
  lockDocumented,
  updateBillingPlace,
} from './document.repository.ts'
import { currentInvoice, keepTax } from './document-balance.service.ts'
import { readContent } from './document-content.ts'
import type { DocumentIssuing } from './document-issuing.service.ts'
import type { DueDocuments } from './due-documents.service.ts'

/** Where sessions are held, which is not known here. */
export interface Venues {
  /** Sets the State of a venue that has none. The caller has a transaction. */
  addState: (call: Call, eventId: string, state: GstState) => Promise<void>
}

/** Corrects invoices that lack a State. */
export function createDocumentCorrection({
  issuing,
  due,
  venues,
  isMonthFiled,
}: {
  issuing: DocumentIssuing
  due: DueDocuments
  venues: Venues
  isMonthFiled: (db: Database, day: string) => Promise<boolean>
}) {
  return {
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
      if (transaction) await due.issueDue(call, transaction, { isRequested: false })
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
      await keepTax(call, transactionId)
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
