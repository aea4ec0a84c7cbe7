import { type Actor, systemActor } from '../../platform/audit/actor.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import { type Database, inTransaction } from '../../platform/database/database.ts'
import { isRecordId } from '../../platform/database/record-id.ts'
import { AppError, notFound } from '../../platform/error.ts'
import { drawInvoice } from './invoice.pdf.ts'
import {
  type CreditNoteRow,
  findCreditNote,
  findInvoice,
  type InvoiceRow,
  insertCreditNote,
  insertInvoice,
  lockInvoicedTransaction,
  takeNumber,
} from './invoice.repository.ts'
import {
  contentOf,
  creditNoteSeries,
  documentFor,
  financialYearOf,
  InvoiceContent,
  type InvoicedTransaction,
  type InvoiceSettings,
  serialOf,
} from './invoice.rules.ts'

export type InvoiceService = ReturnType<typeof createInvoiceService>

/** Invoices and credit notes: numbered once, kept as issued, drawn whenever they are asked for. */
export function createInvoiceService(settings: InvoiceSettings) {
  async function nextSerial(db: Database, series: string, now: Date) {
    const financialYear = financialYearOf(now)
    const number = await takeNumber(db, series, financialYear)
    return { serial: serialOf(series, financialYear, number), financial_year: financialYear, issued_at: now }
  }

  async function issueInvoice(
    db: Database,
    transaction: InvoicedTransaction & { id: string },
    actor: Actor,
    now: Date,
  ): Promise<InvoiceRow> {
    const invoice = await insertInvoice(db, {
      transaction_id: transaction.id,
      ...(await nextSerial(db, settings.INVOICE_SERIES, now)),
      content: contentOf(transaction, settings),
    })
    await recordAudit(db, actor, {
      action: 'transaction.invoice',
      entityType: 'transaction',
      entityId: transaction.id,
      label: transaction.reference_order_id,
      after: { invoice: invoice.serial },
    })
    return invoice
  }

  async function issueCreditNote(
    db: Database,
    invoice: InvoiceRow,
    actor: Actor,
    now: Date,
  ): Promise<CreditNoteRow> {
    const note = await insertCreditNote(db, {
      transaction_id: invoice.transaction_id,
      ...(await nextSerial(db, creditNoteSeries(settings.INVOICE_SERIES), now)),
    })
    await recordAudit(db, actor, {
      action: 'transaction.credit-note',
      entityType: 'transaction',
      entityId: invoice.transaction_id,
      label: InvoiceContent.parse(invoice.content).order.reference,
      after: { credit_note: note.serial, invoice: invoice.serial },
    })
    return note
  }

  return {
    /**
     * The document of a transaction as a PDF. A paid one is given its serial here when it has none yet; a refunded one
     * its credit note as well.
     * @throws AppError NOT_FOUND; WRONG_STATE while it is pending
     */
    async make(db: Database, orderId: string, actor: Actor, now: Date): Promise<Buffer> {
      const document = await inTransaction(db, async (held) => {
        const transaction = isRecordId(orderId) ? await lockInvoicedTransaction(held, orderId) : undefined
        if (!transaction) throw notFound('This transaction does not exist')
        const kind = documentFor(transaction.status)
        if (kind === 'none') throw new AppError('WRONG_STATE', 'A pending transaction has no invoice.')
        if (kind === 'statement') {
          const content = contentOf(transaction, settings)
          return { kind: 'statement', status: transaction.status, content } as const
        }
        const invoice =
          (await findInvoice(held, transaction.id)) ?? (await issueInvoice(held, transaction, actor, now))
        const creditNote =
          kind === 'invoice and credit note'
            ? ((await findCreditNote(held, transaction.id)) ??
              (await issueCreditNote(held, invoice, actor, now)))
            : undefined
        return {
          kind: 'invoice',
          content: InvoiceContent.parse(invoice.content),
          serial: invoice.serial,
          issuedAt: invoice.issued_at,
          creditNote: creditNote && { serial: creditNote.serial, issuedAt: creditNote.issued_at },
        } as const
      })
      return drawInvoice(document)
    },

    /**
     * Gives an invoice its credit note on the day of the refund. A transaction that has no invoice yet is given both when
     * its invoice is first asked for. The caller holds the transaction.
     */
    async credit(db: Database, transactionId: string, now: Date): Promise<void> {
      const invoice = await findInvoice(db, transactionId)
      if (!invoice || (await findCreditNote(db, transactionId))) return
      await issueCreditNote(db, invoice, systemActor, now)
    },
  }
}
