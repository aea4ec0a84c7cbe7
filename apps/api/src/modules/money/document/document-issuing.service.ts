import { dayIn, taxTimeZone } from '@greenroom/contract/calendar-day'
import { financialYearOf } from '@greenroom/contract/money/gst-return/gst-return.rules'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/record-id.ts'
import type { PaymentGateway } from '../../../platform/payments/payment-gateway.ts'
import {
  type DocumentRow,
  documentsOf,
  insertDocument,
  type LockedTransaction,
  seriesCode,
  takeNumber,
} from './document.repository.ts'
import {
  amountsOf,
  contentOf,
  creditContentOf,
  type DocumentContent,
  type DocumentSettings,
  debitContentOf,
  financialContentOf,
  readContent,
} from './document-content.ts'
import {
  creditNotePrefix,
  debitNotePrefix,
  financialNotePrefix,
  type Series,
  serialOf,
  serialStart,
  seriesName,
} from './document-serial.ts'

export type IssuingSettings = DocumentSettings & { INVOICE_SERIES: string }
export type DocumentIssuing = ReturnType<typeof createDocumentIssuing>

/**
 * Issues invoices and credit notes: each numbered once, without gaps, and stored as issued.
 * @param isMonthClosed whether a day's month takes no more documents, as its return was filed or exported
 * @param lastDayOfCredit the last day on which a credit note reduces the tax of an invoice of a day
 */
export function createDocumentIssuing({
  settings,
  gateway,
  isMonthClosed,
  lastDayOfCredit,
}: {
  settings: IssuingSettings
  gateway: Pick<PaymentGateway, 'kind'>
  isMonthClosed: (db: Database, day: string, today: string) => Promise<boolean>
  lastDayOfCredit: (db: Database, day: string) => Promise<string>
}) {
  const isSandbox = gateway.kind === 'sandbox'

  /**
   * Returns the day of a document: that of its occasion, or today if there is none or its month is closed. Its month
   * cannot be filed until the transaction ends.
   * @param occasion in India, YYYY-MM-DD
   * @param least the earliest day
   * @throws AppError UNAVAILABLE if today's month is filed
   */
  async function dayOf(call: Call, occasion: string | null, least = ''): Promise<string> {
    const today = dayIn(call.now, taxTimeZone)
    if (occasion !== null) {
      const wanted = occasion < least ? least : occasion
      if (wanted < today && !(await isMonthClosed(call.db, wanted, today))) return wanted
    }
    // The month may have ended since the call began, and then somebody can file it.
    if (await isMonthClosed(call.db, today, today)) {
      throw new AppError('UNAVAILABLE', 'The month was filed while the document was issued. Try again.')
    }
    return today
  }

  /** Returns the day of a transaction's first invoice: its time of supply stays; undefined before it. */
  async function firstInvoiceDay(call: Call, transactionId: string): Promise<string | undefined> {
    return (await documentsOf(call.db, transactionId))[0]?.document_date
  }

  return {
    lastDayOfCredit,
    firstInvoiceDay,

    /**
     * Returns the day that a document would get now, and its number without the running part.
     * @param plan.least the earliest day of a credit note
     */
    async plan(
      call: Call,
      { kind, occasion, least }: { kind: 'invoice' | 'credit-note'; occasion: string; least?: string },
    ): Promise<{ document_date: string; series: string }> {
      const day = await dayOf(call, occasion, least)
      const prefix = kind === 'invoice' ? settings.INVOICE_SERIES : creditNotePrefix(settings.INVOICE_SERIES)
      const series: Series = { prefix, code: await seriesCode(call.db) }
      return { document_date: day, series: serialStart(series, financialYearOf(day)) }
    },

    /** Issues the invoice of a locked transaction, or one that replaces another. */
    async issueInvoice(
      call: Call,
      transaction: LockedTransaction,
      { occasion, replaces = null }: { occasion: string | null; replaces?: string | null },
    ): Promise<DocumentRow> {
      const day = await dayOf(call, occasion)
      // A corrected invoice keeps the time of supply of the first one.
      const first = replaces === null ? undefined : await firstInvoiceDay(call, transaction.id)
      const invoiced = first ?? day
      const invoice = await store(call, settings.INVOICE_SERIES, {
        kind: 'invoice',
        transaction_id: transaction.id,
        refund_id: null,
        invoice_id: null,
        replaces,
        credit_note_id: null,
        day,
        content: { ...contentOf(transaction, transaction.venue, settings, invoiced), sandbox: isSandbox },
      })
      await recordAudit(call, {
        action: 'transaction.invoice',
        entityType: 'transaction',
        entityId: transaction.id,
        label: transaction.reference_order_id,
        after: { invoice: invoice.serial },
      })
      return invoice
    },

    /** Issues a credit note for a part of an invoice. The caller has locked its transaction. */
    async issueCreditNote(
      call: Call,
      invoice: DocumentRow,
      {
        amount,
        earlier,
        refundId,
        occasion,
      }: { amount: number; earlier: DocumentContent[]; refundId: string | null; occasion: string | null },
    ): Promise<DocumentRow> {
      const content = readContent(invoice.content)
      const day = await dayOf(call, occasion, invoice.document_date)
      const isLate = day > (await lastDayOfCredit(call.db, invoice.document_date))
      const build = isLate ? financialContentOf : creditContentOf
      const note = await store(call, settings.INVOICE_SERIES, {
        kind: 'credit-note',
        transaction_id: invoice.transaction_id,
        refund_id: refundId,
        invoice_id: invoice.id,
        replaces: null,
        credit_note_id: null,
        day,
        content: build(content, amount, earlier),
      })
      await recordAudit(call, {
        action: 'transaction.credit-note',
        entityType: 'transaction',
        entityId: invoice.transaction_id,
        label: content.order.reference,
        after: { credit_note: note.serial, invoice: invoice.serial, amount },
      })
      return note
    },

    /**
     * Issues a debit note, dated today, that takes back a part of a credit note. The caller has locked its transaction.
     * @param options.earlier earlier debit notes of the credit note
     */
    async issueDebitNote(
      call: Call,
      note: DocumentRow,
      { amount, earlier }: { amount: number; earlier: readonly DocumentRow[] },
    ): Promise<DocumentRow> {
      const debit = await store(call, settings.INVOICE_SERIES, {
        kind: 'debit-note',
        transaction_id: note.transaction_id,
        refund_id: null,
        invoice_id: note.invoice_id,
        credit_note_id: note.id,
        replaces: null,
        // Section 34(4): it belongs to the return of the month in which it is issued.
        day: await dayOf(call, null),
        content: debitContentOf(
          readContent(note.content),
          amount,
          earlier.map((row) => readContent(row.content)),
        ),
      })
      await recordAudit(call, {
        action: 'transaction.debit-note',
        entityType: 'transaction',
        entityId: note.transaction_id,
        label: note.order_reference,
        after: { debit_note: debit.serial, credit_note: note.serial, amount },
      })
      return debit
    },
  }
}

/** GST code of a place that is in no State that the programs know. */
const unknownPlace = '97'

async function store(
  call: Call,
  invoiceSeries: string,
  document: Pick<
    DocumentRow,
    'kind' | 'transaction_id' | 'refund_id' | 'invoice_id' | 'replaces' | 'credit_note_id'
  > & {
    day: string
    content: DocumentContent
  },
): Promise<DocumentRow> {
  const { kind, day, content } = document
  const notePrefix = kind === 'credit-note' ? creditNotePrefix : debitNotePrefix
  const prefix =
    kind === 'invoice'
      ? invoiceSeries
      : (content.is_financial ? financialNotePrefix : notePrefix)(invoiceSeries)
  const series: Series = { prefix, code: await seriesCode(call.db) }
  const financialYear = financialYearOf(day)
  const number = await takeNumber(call.db, seriesName(series), financialYear)
  const { total, taxable, cgst, sgst, igst } = amountsOf(content)
  return insertDocument(call.db, {
    id: newId(),
    kind,
    transaction_id: document.transaction_id,
    refund_id: document.refund_id,
    invoice_id: document.invoice_id,
    replaces: document.replaces,
    credit_note_id: document.credit_note_id,
    serial: serialOf(series, financialYear, number),
    series: seriesName(series),
    financial_year: financialYear,
    number,
    document_date: day,
    issued_at: call.now,
    supply: content.supply,
    place_of_supply: content.place_of_supply_code || unknownPlace,
    is_state_missing: kind === 'invoice' && content.is_state_missing,
    recipient_gstin: content.recipient.gstin,
    sac: content.sac,
    rate_percent: content.rate_percent,
    currency_code: content.currency_code,
    usd_rate: content.usd_rate?.rupees ?? null,
    total,
    taxable,
    cgst,
    sgst,
    igst,
    is_financial: content.is_financial,
    sandbox: content.sandbox,
    content,
    order_reference: content.order.reference,
    buyer_name: content.recipient.name,
    buyer_email: content.recipient.email,
  })
}
