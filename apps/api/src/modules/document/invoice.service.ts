import { AppError } from '../../platform/app-error.ts'
import { systemActor } from '../../platform/audit/actor.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import { type Call, callInTransaction } from '../../platform/call.ts'
import { findRecord } from '../../platform/database/records.ts'
import type { PaymentGateway } from '../../platform/payments/payment-gateway.ts'
import type { DrawingThread } from '../../platform/pdf/drawing-thread.ts'
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
  documentFor,
  InvoiceContent,
  type InvoicedTransaction,
  type InvoiceSettings,
} from './invoice-content.ts'
import type { InvoiceDocument } from './invoice-pdf.ts'
import { creditNoteSeries, financialYearOf, serialOf } from './invoice-serial.ts'

export type InvoiceService = ReturnType<typeof createInvoiceService>

/** Invoices and credit notes: numbered once, stored as issued, rendered on each request. */
export function createInvoiceService({
  settings,
  gateway,
  drawing,
}: {
  settings: InvoiceSettings
  gateway: Pick<PaymentGateway, 'kind'>
  drawing: DrawingThread<InvoiceDocument>
}) {
  const isSandbox = gateway.kind === 'sandbox'

  async function nextSerial(call: Call, series: string) {
    const financialYear = financialYearOf(call.now)
    const number = await takeNumber(call.db, series, financialYear)
    return {
      serial: serialOf(series, financialYear, number),
      financial_year: financialYear,
      issued_at: call.now,
    }
  }

  async function issueInvoice(
    call: Call,
    transaction: InvoicedTransaction & { id: string },
  ): Promise<InvoiceRow> {
    const invoice = await insertInvoice(call.db, {
      transaction_id: transaction.id,
      ...(await nextSerial(call, settings.INVOICE_SERIES)),
      content: { ...contentOf(transaction, settings), sandbox: isSandbox },
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

  async function issueCreditNote(call: Call, invoice: InvoiceRow): Promise<CreditNoteRow> {
    const note = await insertCreditNote(call.db, {
      transaction_id: invoice.transaction_id,
      ...(await nextSerial(call, creditNoteSeries(settings.INVOICE_SERIES))),
    })
    await recordAudit(call, {
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
     * Returns the document of a transaction as a PDF. A paid transaction gets its serial on the first request; a
     * refunded one gets its credit note as well.
     * @throws AppError NOT_FOUND; WRONG_STATE while it is pending; UNAVAILABLE while too many are being drawn
     */
    async make(call: Call, orderId: string): Promise<Buffer> {
      const document = await callInTransaction(call, async (call) => {
        const transaction = await findRecord(call, lockInvoicedTransaction, orderId, 'transaction')
        const kind = documentFor(transaction.status)
        if (kind === 'none') throw new AppError('WRONG_STATE', 'A pending transaction has no invoice.')
        if (kind === 'statement') {
          const content = { ...contentOf(transaction, settings), sandbox: isSandbox }
          return { kind: 'statement', status: transaction.status, content } as const
        }
        const invoice =
          (await findInvoice(call.db, transaction.id)) ?? (await issueInvoice(call, transaction))
        const creditNote =
          kind === 'invoice and credit note'
            ? ((await findCreditNote(call.db, transaction.id)) ?? (await issueCreditNote(call, invoice)))
            : undefined
        return {
          kind: 'invoice',
          content: InvoiceContent.parse(invoice.content),
          serial: invoice.serial,
          issuedAt: invoice.issued_at,
          creditNote: creditNote && { serial: creditNote.serial, issuedAt: creditNote.issued_at },
        } as const
      })
      return drawing.draw(document)
    },

    /**
     * Issues the credit note of an invoice on the day of the refund. A transaction without an invoice gets both when
     * its invoice is first requested. The caller holds the transaction's lock.
     */
    async credit(call: Call, transactionId: string): Promise<void> {
      const invoice = await findInvoice(call.db, transactionId)
      if (!invoice || (await findCreditNote(call.db, transactionId))) return
      await issueCreditNote({ ...call, actor: systemActor }, invoice)
    },
  }
}
