import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

export type NoteRow = Selectable<DB['transaction_note']>
export type DocumentRow = Awaited<ReturnType<typeof documentsOfTransaction>>[number]
export type RefundRow = Awaited<ReturnType<typeof refundsOfTransaction>>[number]
export type RequestRow = Awaited<ReturnType<typeof requestsOfTransaction>>[number]
export type ChangeRow = Awaited<ReturnType<typeof changesOfTransaction>>[number]

/** Returns the newest refunds of a transaction. */
export function refundsOfTransaction(db: Database, transactionId: string, most: number) {
  return db
    .selectFrom('refund')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/** Returns the newest requests for refunds of a transaction that needed a second person. */
export function requestsOfTransaction(db: Database, transactionId: string, most: number) {
  return db
    .selectFrom('refund_request')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .orderBy('requested_at', 'desc')
    .limit(most)
    .execute()
}

/** Returns the newest tax documents of a transaction. */
export function documentsOfTransaction(db: Database, transactionId: string, most: number) {
  return db
    .selectFrom('tax_document')
    .select([
      'id',
      'kind',
      'serial',
      'document_date',
      'issued_at',
      'total',
      'currency_code',
      'is_state_missing',
      'refund_id',
      'invoice_id',
      'replaces',
      'credit_note_id',
      sql<string[]>`coalesce(content -> 'flags', '[]')`.as('flags'),
    ])
    .where('transaction_id', '=', transactionId)
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/** Returns the newest notes of a transaction. */
export function notesOfTransaction(db: Database, transactionId: string, most: number): Promise<NoteRow[]> {
  return db
    .selectFrom('transaction_note')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .orderBy('written_at', 'desc')
    .limit(most)
    .execute()
}

/** Returns the newest open differences of a transaction with the gateway. */
export function differencesOfTransaction(db: Database, transactionId: string, most: number) {
  return db
    .selectFrom('gateway_difference')
    .select(['id', 'kind'])
    .where('transaction_id', '=', transactionId)
    .where('resolved_at', 'is', null)
    .orderBy('found_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/** Audit entries that repeat what refunds, requests, documents and notes contain. */
const toldElsewhere = [
  'transaction.note',
  'transaction.refund',
  'transaction.refund.settle',
  'transaction.refund-request',
  'transaction.refund-request.approve',
  'transaction.refund-request.decline',
  'transaction.refund-request.withdraw',
  'transaction.refund-request.lapse',
  'transaction.invoice',
  'transaction.credit-note',
  'transaction.debit-note',
]

/** Returns the newest audit entries of a transaction that nothing else on its page tells. */
export function changesOfTransaction(db: Database, transactionId: string, most: number) {
  return db
    .selectFrom('audit_entry')
    .select(['id', 'at', 'actor_email', 'action', 'before', 'after'])
    .where('entity_type', '=', 'transaction')
    .where('entity_id', '=', transactionId)
    .where('action', 'not in', toldElsewhere)
    .orderBy('at', 'desc')
    .limit(most)
    .execute()
}

/** Returns whether an event is ONLINE or OFFLINE; undefined if it is gone. */
export async function eventTypeOf(db: Database, eventId: string): Promise<string | undefined> {
  const event = await db.selectFrom('event').select('event_type').where('id', '=', eventId).executeTakeFirst()
  return event?.event_type
}

/** Returns the names of the staff with these e-mail addresses. Staff who have never signed in have none. */
export function namesOfStaff(db: Database, emails: readonly string[]) {
  if (emails.length === 0) return []
  const lower = emails.map((email) => email.toLowerCase())
  return db
    .selectFrom('staff')
    .select(['email', 'name'])
    .where(sql`lower(email)`, 'in', lower)
    .where('name', '<>', '')
    .execute()
}

export async function insertNote(db: Database, note: Insertable<DB['transaction_note']>): Promise<void> {
  await db.insertInto('transaction_note').values(note).execute()
}
