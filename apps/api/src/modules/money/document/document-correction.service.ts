import { dayIn, taxTimeZone } from '@greenroom/contract/calendar-day'
import { countryCodes } from '@greenroom/contract/country'
import type { DataOf } from '@greenroom/contract/endpoint'
import { isRecordId } from '@greenroom/contract/field'
import { type VenuePlace, venuePlaceName, venuePlaces } from '@greenroom/contract/gst-state'
import type { addDocumentStates } from '@greenroom/contract/money/document/document.endpoints'
import type { TaxDocument } from '@greenroom/contract/money/document/document.schema'
import { documentMessages } from '@greenroom/contract/money/document/document.schema'
import { lastDayOf } from '@greenroom/contract/money/gst-return/gst-return.rules'
import { prepareAll, refuseRepeated } from '../../../platform/all-or-none.ts'
import { AppError, invalid } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { findRecord } from '../../../platform/database/records.ts'
import { presentDocument } from './document.presenter.ts'
import {
  type BillingPlace,
  type DocumentRow,
  documentsOf,
  findDocument,
  findRegistered,
  type LockedTransaction,
  lockDocumented,
  lockOrdersOf,
  updateBillingPlace,
} from './document.repository.ts'
import { currentInvoice, keepTax } from './document-balance.service.ts'
import { readContent } from './document-content.ts'
import type { DocumentIssuing } from './document-issuing.service.ts'
import type { DueDocuments } from './due-documents.service.ts'

const longDay = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'UTC' })

/** An invoice, and the State (GST code) or country (ISO code) that it lacks. */
interface Given {
  id: string
  state?: string | undefined
  country?: string | undefined
}

/** An invoice that can be corrected. Its order is locked. */
interface Correction {
  transaction: LockedTransaction
  invoice: DocumentRow
  notes: DocumentRow[]
  /** What the credit notes leave of the invoice, in minor units. */
  left: number
  place: Place
  isOfVenue: boolean
}

type Place = { state: VenuePlace; name: string } | { country: string }

/** Where what was sold is held, by the type of what was sold; not known here. */
export type Venues = Record<
  'events' | 'masterclass' | 'custom',
  {
    /** Sets the State of a venue that has none. The caller has a transaction. */
    addState: (call: Call, id: string, state: VenuePlace) => Promise<void>
  }
>

/** Corrects invoices that lack a State. */
export function createDocumentCorrection({
  issuing,
  due,
  venues,
}: {
  issuing: DocumentIssuing
  due: DueDocuments
  venues: Venues
}) {
  /**
   * Tells whether an invoice can be corrected, and locks its order. Issues what is due of the order first.
   * @throws AppError NOT_FOUND; INVALID; WRONG_STATE if no State is missing, or it is too late to correct
   */
  async function prepare(call: Call, { id, ...given }: Given): Promise<Correction> {
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
    const lastDay = await issuing.lastDayOfCredit(call.db, document.document_date)
    if (dayIn(call.now, taxTimeZone) > lastDay) {
      throw new AppError(
        'WRONG_STATE',
        `Invoices of this financial year could be corrected until ${longDay.format(new Date(lastDay))}. Ask your accountant.`,
      )
    }
    const isOfVenue = readContent(document.content).rule?.name === 'event-venue-unknown'
    if (isOfVenue && 'country' in place) {
      throw invalid([{ path: 'country', message: documentMessages.venueAbroad }])
    }
    if (!isOfVenue && 'state' in place && place.state === '96') {
      throw invalid([{ path: 'state', message: documentMessages.state }])
    }
    return { transaction, invoice, notes, left, place, isOfVenue }
  }

  /** Credits what is left of an invoice, issues a new one of that amount, and keeps the place. */
  async function correct(
    call: Call,
    { transaction, invoice, notes, left, place, isOfVenue }: Correction,
  ): Promise<{ note: DocumentRow; next: DocumentRow }> {
    const billed: BillingPlace =
      'country' in place
        ? { billing_state: transaction.billing_state, billing_country: place.country }
        : { billing_state: place.name, billing_country: 'IN' }
    const corrected = {
      ...transaction,
      ...(isOfVenue && 'state' in place
        ? { venue: { state: place.state, isAttendanceUnknown: false } }
        : billed),
      amount: left,
      // The list price and its discount belong to the whole amount.
      ...(left < transaction.amount && { discount_amount: 0 }),
    }
    // In an open month the return then has the right State; a closed one keeps what was filed.
    const occasion = lastDayOf(invoice.document_date.slice(0, 7))
    const note = await issuing.issueCreditNote(call, invoice, {
      amount: left,
      earlier: notes,
      refundId: null,
      occasion,
    })
    const next = await issuing.issueInvoice(call, corrected, { occasion, replaces: invoice.id })
    await keepTax(call, transaction.id)
    // Later tickets of the event then have the State at once.
    if (isOfVenue && 'state' in place) {
      await venues[transaction.entity_type as keyof Venues].addState(call, transaction.entity_id, place.state)
    } else await updateBillingPlace(call.db, transaction.id, billed)
    const { billing_state, billing_country, venue } = transaction
    await recordAudit(call, {
      action: 'transaction.state',
      entityType: 'transaction',
      entityId: transaction.id,
      label: transaction.reference_order_id,
      before: isOfVenue
        ? { venue_state: venue?.state ? venuePlaceName(venue.state) : null }
        : { billing_state, billing_country },
      after: {
        ...(isOfVenue && 'state' in place ? { venue_state: place.name } : billed),
        invoice: next.serial,
      },
    })
    return { note, next }
  }

  return {
    /**
     * Corrects an invoice without the State of the buyer or the venue: credits what is left of it, and issues a new
     * invoice of that amount.
     * @param given.state GST code
     * @param given.country ISO 3166-1 alpha-2 code of a buyer outside India
     * @throws AppError NOT_FOUND; INVALID; WRONG_STATE if no State is missing, or it is too late to correct
     */
    async addState(
      call: Call,
      id: string,
      given: Omit<Given, 'id'>,
    ): Promise<{ credit_note: TaxDocument; invoice: TaxDocument }> {
      const { note, next } = await correct(call, await prepare(call, { id, ...given }))
      const rows = await findRegistered(call.db, [note.id, next.id])
      const present = (id: string) => presentDocument(rows.find((row) => row.id === id) as (typeof rows)[0])
      return { credit_note: present(note.id), invoice: present(next.id) }
    },

    /**
     * Corrects several invoices: all, or none. Checks all of them before the first is corrected, so that the refusal
     * names every one that can't be.
     * @throws AppError VALIDATION or WRONG_STATE, with an error at the place of each such document
     */
    async addStates(call: Call, given: readonly Given[]): Promise<DataOf<typeof addDocumentStates>> {
      refuseRepeated(given, 'documents', documentMessages.correctedTwice)
      // Two calls lock their orders in the same order, and before any takes a number, so neither waits for the other.
      await lockOrdersOf(call.db, given.map(({ id }) => id).filter(isRecordId))
      const names = {
        member: 'documents',
        one: 'document',
        many: 'documents',
        cannot: "can't be corrected",
      }
      const prepared = await prepareAll(given, names, (one) => prepare(call, one))
      const corrected: DataOf<typeof addDocumentStates>['corrected'] = []
      for (const one of prepared) {
        const { note, next } = await correct(call, one)
        corrected.push({ id: one.invoice.id, credit_note: note.serial, invoice: next.serial })
      }
      return { corrected }
    },
  }
}

/** Where a buyer or a venue is. @throws AppError INVALID */
function placeOf({ state, country }: { state?: string | undefined; country?: string | undefined }): Place {
  if (country !== undefined) {
    if (!countryCodes.includes(country) || country === 'IN') {
      throw invalid([{ path: 'country', message: documentMessages.country }])
    }
    return { country }
  }
  const given = venuePlaces.find((one) => one.code === state)
  if (!given) throw invalid([{ path: 'state', message: documentMessages.state }])
  return { state: given.code, name: given.name }
}
