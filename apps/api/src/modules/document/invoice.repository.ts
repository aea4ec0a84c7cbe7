import { type Selectable, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/tables.ts'
import type { InvoiceContent, InvoicedTransaction } from './invoice-content.ts'

export type InvoiceRow = Selectable<DB['invoice']>
export type CreditNoteRow = Selectable<DB['credit_note']>

/** Reads what an invoice needs and locks the transaction until the database transaction ends. */
export function lockInvoicedTransaction(
  db: Database,
  id: string,
): Promise<(InvoicedTransaction & { id: string; status: string }) | undefined> {
  return db
    .selectFrom('transaction')
    .select([
      'id',
      'status',
      'reference_order_id',
      'payment_id',
      'amount',
      'currency_code',
      'created_at',
      'entity_type',
      'entity_title',
      'entity_start_time',
      'user_first_name',
      'user_last_name',
      'user_phone',
      'user_email',
      'billing_state',
      'gstin',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export function findInvoice(db: Database, transactionId: string): Promise<InvoiceRow | undefined> {
  return db.selectFrom('invoice').selectAll().where('transaction_id', '=', transactionId).executeTakeFirst()
}

export function findCreditNote(db: Database, transactionId: string): Promise<CreditNoteRow | undefined> {
  return db
    .selectFrom('credit_note')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst()
}

/**
 * Takes the next number of a series in a financial year. Its row stays locked until the database transaction ends, so
 * there are no gaps: a rollback releases the number.
 */
export async function takeNumber(db: Database, series: string, financialYear: number): Promise<number> {
  const { last_number } = await db
    .insertInto('invoice_counter')
    .values({ series, financial_year: financialYear, last_number: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['series', 'financial_year'])
        .doUpdateSet({ last_number: sql<number>`invoice_counter.last_number + 1` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return last_number
}

/** Stores an invoice as issued; a transaction has at most one. */
export function insertInvoice(
  db: Database,
  invoice: Omit<InvoiceRow, 'content'> & { content: InvoiceContent },
): Promise<InvoiceRow> {
  return db
    .insertInto('invoice')
    .values({ ...invoice, content: JSON.stringify(invoice.content) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Stores the credit note of an invoice; a transaction has at most one. */
export function insertCreditNote(db: Database, note: CreditNoteRow): Promise<CreditNoteRow> {
  return db.insertInto('credit_note').values(note).returningAll().executeTakeFirstOrThrow()
}
