import { createHash } from 'node:crypto'
import { dayIn, taxTimeZone } from '@greenroom/contract/calendar-day'
import { countryCodes } from '@greenroom/contract/country'
import type { DataOf } from '@greenroom/contract/endpoint'
import { isRecordId } from '@greenroom/contract/field'
import { type VenuePlace, venuePlaceName, venuePlaces } from '@greenroom/contract/gst-state'
import { CurrencyCode } from '@greenroom/contract/money'
import {
  type CorrectionPreview,
  correctionMessages,
} from '@greenroom/contract/money/document/correction.schema'
import type { addDocumentStates } from '@greenroom/contract/money/document/document.endpoints'
import type { TaxDocument } from '@greenroom/contract/money/document/document.schema'
import { documentMessages } from '@greenroom/contract/money/document/document.schema'
import { lastDayOf } from '@greenroom/contract/money/gst-return/gst-return.rules'
import { prepareAll, refuseRepeated } from '../../../platform/all-or-none.ts'
import { AppError, invalid } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { findRecord } from '../../../platform/database/records.ts'
import { plannedTable } from '../gst-return/gst-table.service.ts'
import { flagsOf, presentDocument } from './document.presenter.ts'
import {
  type BillingDetails,
  type DocumentRow,
  documentsOf,
  findDocument,
  findDocumented,
  findRegistered,
  type LockedTransaction,
  lockDocumented,
  lockOrdersOf,
  uncreditedRefunds,
  updateBilling,
} from './document.repository.ts'
import { currentInvoice, debitsOf, earlierOf, keepTax } from './document-balance.service.ts'
import {
  amountsOf,
  contentOf,
  creditContentOf,
  type DocumentContent,
  readContent,
} from './document-content.ts'
import type { DocumentIssuing, IssuingSettings } from './document-issuing.service.ts'
import { isBuyerErased } from './document-link.repository.ts'
import type { DueDocuments } from './due-documents.service.ts'
import { gstinProblem, normalizedGstin } from './gstin.ts'
import { isOwnGstin } from './own-gstin.service.ts'
import { readAddress } from './place-of-supply.ts'

const longDay = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'UTC' })

/** An invoice, and the State (GST code) or country (ISO code) that it lacks. */
interface Given {
  id: string
  state?: string | undefined
  country?: string | undefined
}

/** The invoice of an order that can be corrected, and what its credit notes leave of it, in minor units. */
interface Correctable {
  transaction: LockedTransaction
  invoice: DocumentRow
  notes: DocumentRow[]
  left: number
}

/** What a correction changes of an order, and of the venue of what was sold. */
interface Correction extends Correctable {
  action: 'transaction.state' | 'transaction.correction'
  billed: Partial<BillingDetails>
  /** How the seat is taxed from now on; undefined leaves the venue as it is. */
  venue?: { state: VenuePlace; isAttendanceUnknown: boolean; replaces: boolean } | undefined
}

type Place = { state: VenuePlace; name: string } | { country: string }
type Parts = Parameters<typeof billedOf>[1] & { venue_state?: VenuePlace | undefined }

/** Where what was sold is held, by the type of what was sold; not known here. */
export type Venues = Record<
  'events' | 'masterclass' | 'custom',
  {
    /**
     * Sets the State of a venue. The caller has a transaction.
     * @param options.replaces whether it replaces a State that is known
     */
    setState: (call: Call, id: string, state: VenuePlace, options: { replaces: boolean }) => Promise<void>
  }
>

/** Corrects issued invoices: a credit note for what is left of the old one, and a new one. */
export function createDocumentCorrection({
  issuing,
  due,
  venues,
  settings,
}: {
  issuing: DocumentIssuing
  due: DueDocuments
  venues: Venues
  settings: IssuingSettings
}) {
  /**
   * Finds the order of an invoice that can be corrected, and locks it. Issues what is due of the order first.
   * @param replaced message for a document that is no invoice that counts
   * @throws AppError NOT_FOUND; WRONG_STATE if it was replaced or credited in full, or it is too late to correct
   */
  async function lockInvoice(call: Call, id: string, replaced: string): Promise<Correctable> {
    const { transaction_id: transactionId } = await findRecord(call, findDocument, id, 'document')
    const transaction = await lockDocumented(call.db, transactionId)
    // A processed refund that waits for its credit note belongs to the old invoice.
    if (transaction) await due.issueDue(call, transaction, { isRequested: false })
    return readInvoice(call, id, transaction, replaced)
  }

  async function readInvoice(
    call: Call,
    id: string,
    transaction: LockedTransaction | undefined,
    replaced: string,
  ): Promise<Correctable> {
    const { invoice, notes, left } = currentInvoice(
      transaction ? await documentsOf(call.db, transaction.id) : [],
    )
    if (!transaction || invoice?.id !== id || left === 0) throw new AppError('WRONG_STATE', replaced)
    const lastDay = await issuing.lastDayOfCredit(call.db, invoice.document_date)
    if (dayIn(call.now, taxTimeZone) > lastDay) {
      throw new AppError(
        'WRONG_STATE',
        `Invoices of this financial year could be corrected until ${longDay.format(new Date(lastDay))}. Ask your accountant.`,
      )
    }
    return { transaction, invoice, notes, left }
  }

  /** Prepares the correction of an invoice that lacks a State. Locks its order. */
  async function prepareState(call: Call, { id, ...given }: Given): Promise<Correction> {
    const place = placeOf(given)
    const found = await lockInvoice(call, id, 'This document lacks no State. Reload the list.')
    const { invoice, transaction } = found
    if (!invoice.is_state_missing) {
      throw new AppError('WRONG_STATE', 'This document lacks no State. Reload the list.')
    }
    const action = 'transaction.state'
    if (readContent(invoice.content).rule?.name === 'event-venue-unknown') {
      if ('country' in place) throw invalid([{ path: 'country', message: documentMessages.venueAbroad }])
      const venue = { state: place.state, isAttendanceUnknown: false, replaces: false }
      return { ...found, action, billed: {}, venue }
    }
    if ('state' in place && place.state === '96') {
      throw invalid([{ path: 'state', message: documentMessages.state }])
    }
    return {
      ...found,
      action,
      billed:
        'country' in place
          ? { billing_state: transaction.billing_state, billing_country: place.country }
          : { billing_state: place.name, billing_country: 'IN' },
    }
  }

  /** Prepares a correction of an invoice's buyer or venue. @throws AppError INVALID; WRONG_STATE */
  async function prepareParts(call: Call, found: Correctable, parts: Parts): Promise<Correction> {
    const { transaction } = found
    if (await isBuyerErased(call.db, transaction.id)) {
      throw new AppError('WRONG_STATE', correctionMessages.erased)
    }
    const { venue_state: state } = parts
    if (state !== undefined && transaction.venue === null) {
      throw invalid([{ path: 'venue_state', message: correctionMessages.noVenue }])
    }
    return {
      ...found,
      action: 'transaction.correction',
      billed: billedOf(transaction, parts, settings),
      venue: state && transaction.venue ? { ...transaction.venue, state, replaces: true } : undefined,
    }
  }

  /** Returns the order of a correction as its new invoice shows it. */
  function correctedOf({ transaction, left, billed, venue }: Correction): LockedTransaction {
    return {
      ...transaction,
      ...billed,
      ...(venue && { venue: { state: venue.state, isAttendanceUnknown: venue.isAttendanceUnknown } }),
      amount: left,
      // The list price and its discount belong to the whole amount.
      ...(left < transaction.amount && { discount_amount: 0 }),
    }
  }

  /** In an open month the return then has the right content; a closed one keeps what was filed. */
  const occasionOf = ({ document_date }: DocumentRow) => lastDayOf(document_date.slice(0, 7))

  /** Credits what is left of an invoice, issues a new one of that amount, and keeps what was corrected. */
  async function correct(
    call: Call,
    correction: Correction,
  ): Promise<{ note: DocumentRow; next: DocumentRow }> {
    const { transaction, invoice, notes, left, action, billed, venue } = correction
    const occasion = occasionOf(invoice)
    const note = await issuing.issueCreditNote(call, invoice, {
      amount: left,
      earlier: earlierOf(notes),
      refundId: null,
      occasion,
    })
    const next = await issuing.issueInvoice(call, correctedOf(correction), {
      occasion,
      replaces: invoice.id,
    })
    await keepTax(call, transaction.id)
    // Later tickets of the event then have the State at once.
    if (venue) {
      await venues[transaction.entity_type as keyof Venues].setState(
        call,
        transaction.entity_id,
        venue.state,
        venue,
      )
    }
    if (Object.keys(billed).length > 0) await updateBilling(call.db, transaction.id, billed)
    const names = Object.keys(billed) as (keyof BillingDetails)[]
    await recordAudit(call, {
      action,
      entityType: 'transaction',
      entityId: transaction.id,
      label: transaction.reference_order_id,
      before: {
        ...Object.fromEntries(names.map((name) => [name, transaction[name]])),
        ...(venue && {
          venue_state: transaction.venue?.state ? venuePlaceName(transaction.venue.state) : null,
        }),
      },
      after: {
        ...billed,
        ...(venue && { venue_state: venuePlaceName(venue.state) }),
        invoice: next.serial,
      },
    })
    return { note, next }
  }

  async function presented(call: Call, { note, next }: { note: DocumentRow; next: DocumentRow }) {
    const rows = await findRegistered(call.db, [note.id, next.id])
    const present = (id: string) => presentDocument(rows.find((row) => row.id === id) as (typeof rows)[0])
    return { credit_note: present(note.id), invoice: present(next.id) }
  }

  /** Returns what a correction would do. It takes no number and changes nothing. */
  async function previewOf(call: Call, correction: Correction): Promise<CorrectionPreview> {
    const { transaction, invoice, notes, left } = correction
    const corrected = correctedOf(correction)
    const now = contentOf(
      corrected,
      corrected.venue,
      settings,
      await issuing.firstInvoiceDay(call, transaction.id),
    )
    const occasion = occasionOf(invoice)
    const plan = {
      note: await issuing.plan(call, { kind: 'credit-note', occasion, least: invoice.document_date }),
      invoice: await issuing.plan(call, { kind: 'invoice', occasion }),
    }
    const rest = creditContentOf(readContent(invoice.content), left, earlierOf(notes))
    const [before, after] = [sideOf(rest), sideOf(now)]
    const { invoice: invoicePlan, note: notePlan } = plan
    const tableIn = (kind: DocumentRow['kind'], content: Omit<DocumentContent, 'sandbox'>, date: string) =>
      plannedTable(
        {
          ...amountsOf(content),
          kind,
          supply: content.supply,
          place_of_supply: content.place_of_supply_code,
          currency_code: content.currency_code,
          document_date: date,
          invoice_date: kind === 'credit-note' ? invoice.document_date : null,
          invoice_total: kind === 'credit-note' ? invoice.total : null,
        },
        settings.COMPANY_GSTIN,
      )
    const address = readAddress({
      billingState: transaction.billing_state,
      billingCountry: transaction.billing_country,
      currency: now.currency_code,
    })
    const preview = {
      invoice: { id: invoice.id, serial: invoice.serial, document_date: invoice.document_date },
      currency_code: now.currency_code,
      total: left,
      billing: {
        name: transaction.billing_name ?? '',
        address: transaction.billing_address ?? '',
        gstin: transaction.gstin ?? '',
        state: address.isAbroad ? null : address.indianState,
        country: address.isAbroad ? address.country : null,
      },
      venue: transaction.venue && {
        title: transaction.entity_title,
        state: venuePlaces.find(({ code }) => code === transaction.venue?.state)?.code ?? null,
      },
      before,
      after,
      is_changed: JSON.stringify([before, rest.sac]) !== JSON.stringify([after, now.sac]),
      credit_note: { ...notePlan, table: tableIn('credit-note', rest, notePlan.document_date) },
      new_invoice: { ...invoicePlan, table: tableIn('invoice', now, invoicePlan.document_date) },
    }
    return {
      ...preview,
      preview: createHash('sha256').update(JSON.stringify(preview)).digest('hex'),
    }
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
      return presented(call, await correct(call, await prepareState(call, { id, ...given })))
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
      const prepared = await prepareAll(given, names, (one) => prepareState(call, one))
      const corrected: DataOf<typeof addDocumentStates>['corrected'] = []
      for (const one of prepared) {
        const { note, next } = await correct(call, one)
        corrected.push({ id: one.invoice.id, credit_note: note.serial, invoice: next.serial })
      }
      return { corrected }
    },

    /**
     * Returns what the correction of an invoice's buyer or venue would do.
     * @throws AppError NOT_FOUND; INVALID; WRONG_STATE if it can't be corrected
     */
    async preview(call: Call, id: string, parts: Parts): Promise<CorrectionPreview> {
      const { transaction_id: transactionId } = await findRecord(call, findDocument, id, 'document')
      const transaction = await findDocumented(call.db, transactionId)
      const found = await readInvoice(call, id, transaction, correctionMessages.replaced)
      // What is left of the invoice is about to change.
      if ((await uncreditedRefunds(call.db, transactionId)).length > 0) {
        throw new AppError('WRONG_STATE', correctionMessages.refundDue)
      }
      return previewOf(call, await prepareParts(call, found, parts))
    },

    /**
     * Corrects an invoice's buyer or venue as its preview says.
     * @param confirmed `preview` of the preview that somebody confirmed
     * @throws AppError NOT_FOUND; INVALID; WRONG_STATE if it can't be corrected, or nothing would change; STALE with the
     * present preview if it is another one by now
     */
    async correct(
      call: Call,
      id: string,
      { preview: confirmed, ...parts }: Parts & { preview: string },
    ): Promise<{ credit_note: TaxDocument; invoice: TaxDocument }> {
      const found = await lockInvoice(call, id, correctionMessages.replaced)
      const correction = await prepareParts(call, found, parts)
      const current = await previewOf(call, correction)
      if (current.preview !== confirmed) {
        throw new AppError('STALE', correctionMessages.previewChanged, { data: current })
      }
      if (!current.is_changed) throw new AppError('WRONG_STATE', correctionMessages.nothing)
      return presented(call, await correct(call, correction))
    },

    /**
     * Takes back a part of a credit note that should not stand.
     * @param amount in minor units
     * @param left what the caller saw of the credit note that no debit note took back
     * @throws AppError NOT_FOUND; INVALID for more than is left; WRONG_STATE for a document that can't be taken back;
     * STALE if something else is left
     */
    async debit(
      call: Call,
      id: string,
      { amount, left: seen }: { amount: number; left: number },
    ): Promise<TaxDocument> {
      const { transaction_id: transactionId } = await findRecord(call, findDocument, id, 'document')
      await lockDocumented(call.db, transactionId)
      const documents = await documentsOf(call.db, transactionId)
      const note = documents.find((row) => row.id === id) as DocumentRow
      const { debits, left } = debitsOf(note, documents)
      if (left === 0) throw new AppError('WRONG_STATE', documentMessages.noDebit)
      if (left !== seen) throw new AppError('STALE', documentMessages.debitStale)
      if (amount > left) throw invalid([{ path: 'amount', message: documentMessages.debit }])
      const debit = await issuing.issueDebitNote(call, note, { amount, earlier: debits })
      await keepTax(call, transactionId)
      const [row] = await findRegistered(call.db, [debit.id])
      return presentDocument(row as NonNullable<typeof row>)
    },
  }
}

/** Returns what an invoice shows of its buyer, its place of supply and its taxes. */
function sideOf(content: Omit<DocumentContent, 'sandbox'>): CorrectionPreview['before'] {
  const { recipient } = content
  const { taxable, cgst, sgst, igst } = amountsOf(content)
  return {
    name: recipient.name,
    address: recipient.address,
    state: recipient.state,
    country: recipient.country,
    gstin: recipient.gstin,
    supply: content.supply,
    place_of_supply: content.place_of_supply,
    rate_percent: content.rate_percent,
    taxable,
    cgst,
    sgst,
    igst,
    flags: flagsOf(content.flags),
  }
}

/**
 * Returns the columns of an order that corrected parts change.
 * @throws AppError INVALID for a GSTIN that is none or the supplier's, and for an unknown State or country
 */
function billedOf(
  transaction: LockedTransaction,
  parts: {
    name?: string | undefined
    address?: string | undefined
    gstin?: string | undefined
    state?: string | undefined
    country?: string | undefined
  },
  settings: IssuingSettings,
): Partial<BillingDetails> {
  const billed: Partial<BillingDetails> = {}
  if (parts.name !== undefined) billed.billing_name = parts.name.trim() || null
  if (parts.address !== undefined) billed.billing_address = parts.address.trim() || null
  if (parts.gstin !== undefined) {
    const gstin = normalizedGstin(parts.gstin)
    const refusal =
      gstin === ''
        ? null
        : gstinProblem(gstin) !== null
          ? correctionMessages.invalidGstin
          : isOwnGstin(gstin, settings)
            ? correctionMessages.ownGstin
            : null
    if (refusal !== null) throw invalid([{ path: 'gstin', message: refusal }])
    billed.gstin = gstin || null
  }
  if (parts.state !== undefined || parts.country !== undefined) {
    const place = placeOf(parts)
    if ('state' in place) {
      if (place.state === '96') throw invalid([{ path: 'state', message: documentMessages.state }])
      billed.billing_state = place.name
      billed.billing_country = 'IN'
    } else {
      billed.billing_country = place.country
      const written = readAddress({
        billingState: transaction.billing_state,
        billingCountry: transaction.billing_country,
        currency: CurrencyCode.parse(transaction.currency_code),
      })
      // An Indian State doesn't belong to an address abroad.
      if (written.indianState !== null) billed.billing_state = null
    }
  }
  return Object.fromEntries(
    Object.entries(billed).filter(([name, value]) => transaction[name as keyof BillingDetails] !== value),
  )
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
