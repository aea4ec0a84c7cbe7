import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Database } from './platform/database/database.ts'
import type { DB } from './platform/database/tables.ts'

/** How many each database has: test files may share this module. */
const counts = new WeakMap<Database, number>()
/** Inserts an order with a document. Returns the document's id. */
export async function storeDocument(
  db: Database,
  values: Partial<Insertable<DB['tax_document']>> = {},
): Promise<string> {
  const count = (counts.get(db) ?? 0) + 1
  counts.set(db, count)
  const [id, transactionId] = [randomUUID(), randomUUID()]
  const series = values.kind === 'credit-note' ? 'GRC' : 'GR'
  await db
    .insertInto('transaction')
    .values({
      id: transactionId,
      reference_order_id: `order_${count}`,
      status: 'completed',
      amount: 118_000,
      currency_code: 'INR',
      created_at: new Date('2026-10-05T10:00:00.000Z'),
      entity_type: 'masterclass',
      entity_id: randomUUID(),
      entity_title: 'Save tax the legal way',
      user_id: randomUUID(),
      user_first_name: 'Priya',
      user_last_name: 'Sharma',
      user_phone: '+919876543210',
      user_email: 'priya@mail.example',
    })
    .execute()
  await db
    .insertInto('tax_document')
    .values({
      id,
      kind: 'invoice',
      transaction_id: transactionId,
      serial: `${series}/2627/${String(count).padStart(6, '0')}`,
      series,
      financial_year: 2026,
      number: count,
      document_date: '2026-10-05',
      issued_at: new Date('2026-10-05T10:00:00.000Z'),
      supply: 'b2c',
      place_of_supply: '29',
      sac: '999293',
      rate_percent: 18,
      currency_code: 'INR',
      total: 118_000,
      taxable: 100_000,
      cgst: 9_000,
      sgst: 9_000,
      igst: 0,
      sandbox: true,
      content: '{}',
      order_reference: `order_${count}`,
      buyer_name: '=Priya',
      ...values,
    })
    .execute()
  return id
}
