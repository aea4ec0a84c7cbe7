import { dayIn, taxTimeZone } from '@greenroom/contract/calendar-day'
import type { Logger } from 'pino'
import { systemActor } from '../../../platform/audit/actor.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import { isDiskFull, isUnavailable } from '../../../platform/database/database-errors.ts'
import {
  type DueMark,
  documentsOf,
  dueCreditNotes,
  dueInvoices,
  dueOutsideCreditNotes,
  type LockedTransaction,
  lockDocumented,
  setRefundDocumentState,
  uncreditedRefunds,
  updateDocumented,
} from './document.repository.ts'
import { creditedOf, currentInvoice, earlierOf, keepTax } from './document-balance.service.ts'
import type { DocumentIssuing } from './document-issuing.service.ts'
import { issueDocumentsSoon } from './document-task.ts'

const batchSize = 100
/** One run of the job ends after this time, in milliseconds; the next one continues. */
const longestRun = 30_000

const dayInIndia = (moment: Date) => dayIn(moment, taxTimeZone)

export type DueDocuments = ReturnType<typeof createDueDocuments>

/** Issues what is due of transactions: their invoices, and credit notes for what was given back. */
export function createDueDocuments({
  issuing,
  log,
  settings,
}: {
  issuing: DocumentIssuing
  log: Logger
  settings: { ZERO_ORDER_INVOICES: 'none' | 'issue'; BOOKS_BEGIN?: string | undefined }
}) {
  /** Tells whether an order without an invoice was paid before our books begin: another system invoiced it. */
  function isOfOtherBooks({ document_state, completed_at, created_at }: LockedTransaction): boolean {
    if (settings.BOOKS_BEGIN === undefined || document_state === 'issued') return false
    return dayInIndia(completed_at ?? created_at) < settings.BOOKS_BEGIN
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
      await issuing.issueCreditNote(call, invoice, {
        amount,
        earlier: earlierOf(notes),
        refundId: refund.id,
        occasion: dayInIndia(refund.settled_at ?? call.now),
      })
      await setRefundDocumentState(call.db, [refund.id], 'issued')
    }
    // The public product may have given back what is left, without a refund here.
    if (transaction.status === 'refunded') {
      const { invoice, notes } = currentInvoice(await documentsOf(call.db, transaction.id))
      // What a debit note took back is not credited again.
      const amount = invoice ? invoice.total - creditedOf(notes) : 0
      if (invoice && amount > 0) {
        await issuing.issueCreditNote(call, invoice, {
          amount,
          earlier: earlierOf(notes),
          refundId: null,
          occasion: transaction.credit_note_due_at && dayInIndia(transaction.credit_note_due_at),
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
    const { outside_document, document_state } = transaction
    if (outside_document !== null || document_state === 'elsewhere' || isOfOtherBooks(transaction)) {
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
      // Without a consideration there is no supply (CGST Act, section 7(1)(a)), so a document would report none.
      if (transaction.amount === 0 && settings.ZERO_ORDER_INVOICES === 'none') {
        await updateDocumented(call.db, transaction.id, { document_state: 'none' })
        await setRefundDocumentState(call.db, await waiting(), 'none')
        return
      }
      const isDue = transaction.document_state === 'due'
      const { completed_at } = transaction
      await issuing.issueInvoice(call, transaction, {
        occasion: isDue && completed_at ? dayInIndia(completed_at) : null,
      })
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
    issueDue,

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
