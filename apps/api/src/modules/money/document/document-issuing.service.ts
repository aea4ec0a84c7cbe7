import { dayIn, taxTimeZone } from '@greenroom/contract/calendar-day'
import type { Logger } from 'pino'
import { AppError } from '../../../platform/app-error.ts'
import { systemActor } from '../../../platform/audit/actor.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isDiskFull, isUnavailable } from '../../../platform/database/database-errors.ts'
import { newId } from '../../../platform/database/record-id.ts'
import type { PaymentGateway } from '../../../platform/payments/payment-gateway.ts'
import {
  type DocumentRow,
  type DueMark,
  documentsOf,
  dueCreditNotes,
  dueInvoices,
  dueOutsideCreditNotes,
  insertDocument,
  type LockedTransaction,
  lockDocumented,
  seriesCode,
  setRefundDocumentState,
  takeNumber,
  uncreditedRefunds,
  updateDocumented,
} from './document.repository.ts'
import {
  amountsOf,
  contentOf,
  creditContentOf,
  type DocumentContent,
  type DocumentSettings,
  readContent,
} from './document-content.ts'
import { creditNotePrefix, financialYearOf, type Series, serialOf, seriesName } from './document-serial.ts'
import { issueDocumentsSoon } from './document-task.ts'

const batchSize = 100
/** One run of the job ends after this time, in milliseconds; the next one continues. */
const longestRun = 30_000

export type IssuingSettings = DocumentSettings & { INVOICE_SERIES: string }
export type DocumentIssuing = ReturnType<typeof createDocumentIssuing>

/**
 * Issues invoices and credit notes: each numbered once, without gaps, and stored as issued.
 * @param isMonthFiled whether the return of a day's month is filed, so that no document may be dated in it
 */
export function createDocumentIssuing({
  settings,
  gateway,
  log,
  isMonthFiled,
}: {
  settings: IssuingSettings
  gateway: Pick<PaymentGateway, 'kind'>
  log: Logger
  isMonthFiled: (db: Database, day: string) => Promise<boolean>
}) {
  const isSandbox = gateway.kind === 'sandbox'

  /**
   * Returns the day of a document: that of its occasion, or today if there is none or its month is filed. Its month
   * cannot be filed until the transaction ends.
   * @throws AppError UNAVAILABLE if today's month is filed
   */
  async function dayOf(call: Call, occasion: Date | null, least = ''): Promise<string> {
    const today = dayIn(call.now, taxTimeZone)
    if (occasion !== null) {
      const day = dayIn(occasion, taxTimeZone)
      const wanted = day < least ? least : day
      if (wanted < today && !(await isMonthFiled(call.db, wanted))) return wanted
    }
    // The month may have ended since the call began, and then somebody can file it.
    if (await isMonthFiled(call.db, today)) {
      throw new AppError('UNAVAILABLE', 'The month was filed while the document was issued. Try again.')
    }
    return today
  }

  async function store(
    call: Call,
    document: Pick<DocumentRow, 'kind' | 'transaction_id' | 'refund_id' | 'invoice_id' | 'replaces'> & {
      day: string
      content: DocumentContent
    },
  ): Promise<DocumentRow> {
    const { kind, day, content } = document
    const prefix = kind === 'invoice' ? settings.INVOICE_SERIES : creditNotePrefix(settings.INVOICE_SERIES)
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
      total,
      taxable,
      cgst,
      sgst,
      igst,
      sandbox: content.sandbox,
      content,
      order_reference: content.order.reference,
      buyer_name: content.recipient.name,
      buyer_email: content.recipient.email,
    })
  }

  /** Issues the invoice of a locked transaction, or one that replaces another. */
  async function issueInvoice(
    call: Call,
    transaction: LockedTransaction,
    { occasion, replaces = null }: { occasion: Date | null; replaces?: string | null },
  ): Promise<DocumentRow> {
    const invoice = await store(call, {
      kind: 'invoice',
      transaction_id: transaction.id,
      refund_id: null,
      invoice_id: null,
      replaces,
      day: await dayOf(call, occasion),
      content: { ...contentOf(transaction, transaction.venue, settings), sandbox: isSandbox },
    })
    await recordAudit(call, {
      action: 'transaction.invoice',
      entityType: 'transaction',
      entityId: transaction.id,
      label: transaction.reference_order_id,
      after: { invoice: invoice.serial },
    })
    return invoice
  }

  /** Issues a credit note for a part of an invoice. The caller has locked its transaction. */
  async function issueCreditNote(
    call: Call,
    invoice: DocumentRow,
    {
      amount,
      earlier,
      refundId,
      occasion,
    }: { amount: number; earlier: DocumentRow[]; refundId: string | null; occasion: Date | null },
  ): Promise<DocumentRow> {
    const content = readContent(invoice.content)
    const note = await store(call, {
      kind: 'credit-note',
      transaction_id: invoice.transaction_id,
      refund_id: refundId,
      invoice_id: invoice.id,
      replaces: null,
      day: await dayOf(call, occasion, invoice.document_date),
      content: creditContentOf(
        content,
        amount,
        earlier.map((row) => readContent(row.content)),
      ),
    })
    await recordAudit(call, {
      action: 'transaction.credit-note',
      entityType: 'transaction',
      entityId: invoice.transaction_id,
      label: content.order.reference,
      after: { credit_note: note.serial, invoice: invoice.serial, amount },
    })
    return note
  }

  /** Stores with a transaction that its documents are issued, and their tax. */
  async function keepTax(call: Call, transactionId: string): Promise<void> {
    const documents = await documentsOf(call.db, transactionId)
    await updateDocumented(call.db, transactionId, {
      document_state: 'issued',
      credit_note_due_at: null,
      tax_amount: documents.reduce(
        (sum, row) => sum + (row.kind === 'invoice' ? taxOf(row) : -taxOf(row)),
        0,
      ),
    })
  }

  /** Credits the processed refunds of a locked transaction, each once. */
  async function creditRefunds(call: Call, transaction: LockedTransaction): Promise<void> {
    for (const refund of await uncreditedRefunds(call.db, transaction.id)) {
      const { invoice, notes, left } = currentInvoice(await documentsOf(call.db, transaction.id))
      const amount = Math.min(refund.amount, left)
      if (!invoice || amount === 0) {
        await setRefundDocumentState(call.db, [refund.id], 'none')
        continue
      }
      await issueCreditNote(call, invoice, {
        amount,
        earlier: notes,
        refundId: refund.id,
        occasion: refund.settled_at ?? call.now,
      })
      await setRefundDocumentState(call.db, [refund.id], 'issued')
    }
    // The public product may have given back what is left, without a refund here.
    if (transaction.status === 'refunded') {
      const { invoice, notes, left } = currentInvoice(await documentsOf(call.db, transaction.id))
      if (invoice && left > 0) {
        await issueCreditNote(call, invoice, {
          amount: left,
          earlier: notes,
          refundId: null,
          occasion: transaction.credit_note_due_at,
        })
      }
    }
  }

  /**
   * Issues what is due of a transaction that the caller has locked.
   * @param isRequested whether somebody asks for the document, which issues that of an order from before the books
   */
  async function issueDue(
    call: Call,
    transaction: LockedTransaction,
    { isRequested }: { isRequested: boolean },
  ): Promise<void> {
    const isPaid = transaction.status === 'completed' || transaction.status === 'refunded'
    if (!isPaid) return
    const waiting = async () => (await uncreditedRefunds(call.db, transaction.id)).map((refund) => refund.id)
    if (transaction.outside_document !== null || transaction.document_state === 'elsewhere') {
      await updateDocumented(call.db, transaction.id, {
        document_state: 'elsewhere',
        credit_note_due_at: null,
      })
      await setRefundDocumentState(call.db, await waiting(), 'elsewhere')
      return
    }
    if (transaction.document_state === 'on-request' && !isRequested) {
      await setRefundDocumentState(call.db, await waiting(), 'on-request')
      return
    }
    if (transaction.document_state !== 'issued') {
      const isDue = transaction.document_state === 'due'
      await issueInvoice(call, transaction, { occasion: isDue ? transaction.completed_at : null })
    }
    await creditRefunds(call, transaction)
    await keepTax(call, transaction.id)
  }

  /** Issues what is due of one transaction in a transaction of its own. Another process may hold it: it issues then. */
  async function issueOne(outer: Call, transactionId: string): Promise<void> {
    await callInTransaction({ ...outer, actor: systemActor }, async (call) => {
      const transaction = await lockDocumented(call.db, transactionId, { ifFree: true })
      if (transaction) await issueDue(call, transaction, { isRequested: false })
    })
  }

  return {
    issueInvoice,
    issueCreditNote,
    issueDue,
    keepTax,

    /**
     * Job: issues every document that is due. One that fails is logged, stays due for the next run and delays no
     * other.
     */
    async issueAll(call: Call): Promise<void> {
      const end = performance.now() + longestRun
      for (const find of [dueInvoices, dueCreditNotes, dueOutsideCreditNotes]) {
        let mark: DueMark | null = null
        for (;;) {
          const due: Awaited<ReturnType<typeof find>> = await find(call.db, mark, batchSize)
          for (const { transaction_id } of due) {
            try {
              await issueOne(call, transaction_id)
            } catch (error) {
              if (isUnavailable(error) || isDiskFull(error)) throw error
              log.error({ err: error, transactionId: transaction_id }, 'A document could not be issued')
            }
          }
          mark = due.at(-1) ?? null
          if (due.length < batchSize) break
          if (performance.now() > end) {
            await issueDocumentsSoon(call.db)
            return
          }
        }
      }
    },
  }
}

/** GST code of a place that is in no State that the programs know. */
const unknownPlace = '97'

/** Returns the invoice that no other one replaces, its credit notes, and what they leave of it. */
export function currentInvoice(documents: readonly DocumentRow[]): {
  invoice: DocumentRow | undefined
  notes: DocumentRow[]
  left: number
} {
  const replaced = new Set(documents.map((row) => row.replaces))
  const invoice = documents.find((row) => row.kind === 'invoice' && !replaced.has(row.id))
  const notes = documents.filter((row) => row.invoice_id === invoice?.id && row.kind === 'credit-note')
  return {
    invoice,
    notes,
    left: invoice ? invoice.total - notes.reduce((sum, note) => sum + note.total, 0) : 0,
  }
}

function taxOf({ cgst, sgst, igst }: Pick<DocumentRow, 'cgst' | 'sgst' | 'igst'>): number {
  return cgst + sgst + igst
}
