import type { DocumentKind, SupplyKind } from '@greenroom/contract/money/document/document.schema'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'
import { contains } from '../../../platform/database/text-search.ts'
import type { DocumentContent, DocumentedTransaction } from './document-content.ts'
import type { Venue } from './place-of-supply.ts'

export type DocumentRow = Omit<Selectable<DB['tax_document']>, 'kind' | 'supply'> & {
  kind: DocumentKind
  supply: SupplyKind
}
type NewDocument = Omit<DocumentRow, 'content' | 'content_format' | 'rate_percent'> & {
  rate_percent: number
  content: DocumentContent
}

/** A document as the register shows it. */
export interface RegisteredDocument extends Omit<DocumentRow, 'content'> {
  flags: string[]
  /** The serial of the invoice that a note belongs to. */
  invoice_serial: string | null
  is_current: boolean
  /** The State that is missing and that no later document has corrected. */
  missing_state: 'buyer' | 'venue' | null
}

export interface DocumentFilter {
  q?: string | undefined
  /** Whether q may be found in the buyer's e-mail address. */
  inEmail: boolean
  kind?: DocumentKind | undefined
  /** "2026-11". */
  month?: string | undefined
}

/** Whether a document `d` is on the worklist. With "offset 0" the planner looks up one row in the index. */
const lacksState = sql`(d.is_state_missing
  and exists (select from document_without_state as lacking where lacking.id = d.id offset 0))`

const registered = sql`d.id, d.kind, d.transaction_id, d.refund_id, d.invoice_id, d.serial, d.series, d.financial_year,
  d.number, d.document_date, d.issued_at, d.supply, d.place_of_supply, d.is_state_missing, d.recipient_gstin, d.sac,
  d.rate_percent, d.currency_code, d.total, d.taxable, d.cgst, d.sgst, d.igst, d.sandbox, d.content_format, d.replaces, d.credit_note_id,
  d.order_reference, d.buyer_name, d.buyer_email, coalesce(d.content -> 'flags', '[]') as flags, invoice.serial as invoice_serial,
  d.kind = 'invoice' and not exists (select from tax_document as later where later.replaces = d.id offset 0) as is_current,
  case when not ${lacksState} then null
    when d.content #>> '{rule,name}' = 'event-venue-unknown' then 'venue'
    else 'buyer' end as missing_state`

function matching({ q, inEmail, kind, month }: DocumentFilter): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (kind) conditions.push(sql`d.kind = ${kind}`)
  if (month) {
    const first = `${month}-01`
    conditions.push(
      sql`d.document_date >= ${first}::date and d.document_date < (${first}::date + interval '1 month')::date`,
    )
  }
  const text = q?.trim()
  if (text) {
    const searched = sql<string>`d.serial || ' ' || d.order_reference || ' ' || d.buyer_name || ' ' || d.buyer_email`
    conditions.push(sql`${contains(searched, text)}`)
    // The index has all of them together.
    const shown = sql<string>`d.serial || ' ' || d.order_reference || ' ' || d.buyer_name`
    if (!inEmail) conditions.push(sql`${contains(shown, text)}`)
  }
  return sql.join(conditions, sql` and `)
}

/** Reads documents for the register, the newest first. */
export async function listDocuments(
  db: Database,
  {
    onlyLackingState,
    limit,
    offset,
    ...filter
  }: DocumentFilter & { onlyLackingState: boolean; limit: number; offset: number },
): Promise<RegisteredDocument[]> {
  const { rows } = await sql<RegisteredDocument>`select ${registered}
    from tax_document as d left join tax_document as invoice on invoice.id = d.invoice_id
    where ${matching(filter)} ${onlyLackingState ? sql`and ${lacksState}` : sql``}
    order by d.document_date desc, d.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Enough pages to turn, and few enough rows to count for each request. */
const mostListed = 10_000

/** Counts the documents that match, each count up to `mostListed`. */
export async function countDocuments(
  db: Database,
  filter: DocumentFilter,
): Promise<Record<'all' | 'state-missing', number>> {
  const count = (table: 'tax_document' | 'document_without_state') => sql`(select count(*)::int from (
    select from ${sql.table(table)} as d where ${matching(filter)} limit ${sql.lit(mostListed)}
  ) as counted)`
  const { rows } = await sql<Record<'all' | 'state-missing', number>>`
    select ${count('tax_document')} as "all", ${count('document_without_state')} as "state-missing"`.execute(
    db,
  )
  return rows[0] as (typeof rows)[0]
}

/** Reads documents as the register shows them, the oldest first. */
export async function findRegistered(db: Database, ids: string[]): Promise<RegisteredDocument[]> {
  const { rows } = await sql<RegisteredDocument>`select ${registered}
    from tax_document as d left join tax_document as invoice on invoice.id = d.invoice_id
    where d.id = any (${ids}::uuid[]) order by d.issued_at, d.id`.execute(db)
  return rows
}

const documents = (db: Database) => db.selectFrom('tax_document').selectAll().$castTo<DocumentRow>()

export function findDocument(db: Database, id: string): Promise<DocumentRow | undefined> {
  return documents(db).where('id', '=', id).executeTakeFirst()
}

/** Returns all documents of a transaction, the oldest first. */
export function documentsOf(db: Database, transactionId: string): Promise<DocumentRow[]> {
  return documents(db)
    .where('transaction_id', '=', transactionId)
    .orderBy('issued_at')
    .orderBy('kind', 'desc')
    .orderBy('id')
    .execute()
}

/** Stores a document as issued. */
export async function insertDocument(db: Database, document: NewDocument): Promise<DocumentRow> {
  const row = await db
    .insertInto('tax_document')
    .values({ ...document, content: JSON.stringify(document.content) })
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as DocumentRow
}

/**
 * Takes the next number of a series in a financial year. Its row stays locked until the database transaction ends, so
 * there are no gaps: a rollback releases the number. One lock for all series keeps two transactions that take invoices
 * and credit notes in different orders from waiting for each other.
 */
export async function takeNumber(db: Database, series: string, financialYear: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('document-numbers', 0))`.execute(db)
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

/** Returns the code of the series that the last restore opened; an empty text if there was none. */
export async function seriesCode(db: Database): Promise<string> {
  const row = await db
    .selectFrom('document_series')
    .select('code')
    .orderBy('opened_at', 'desc')
    .orderBy('code', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.code ?? ''
}

type DocumentState = 'due' | 'issued' | 'on-request' | 'elsewhere' | 'none'
export type LockedTransaction = DocumentedTransaction & {
  id: string
  entity_id: string
  status: string
  completed_at: Date | null
  outside_document: string | null
  document_state: DocumentState
  /** When the order was set to refunded without a refund here; null if its credit note is not due. */
  credit_note_due_at: Date | null
  /** Where the seat is that was sold; null for everything online. */
  venue: Venue | null
}

/** The venue of a transaction `t`, as `Venue`; null for everything online. */
const venue = sql`case t.entity_type
  when 'events' then (
    select jsonb_build_object('state', event.venue_state, 'isAttendanceUnknown', false)
    from event where event.id = t.entity_id and event.event_type = 'OFFLINE')
  when 'masterclass' then (
    select jsonb_build_object('state', masterclass.venue_state,
      'isAttendanceUnknown', masterclass.attendance_type = 'hybrid' and t.attendance is null)
    from masterclass where masterclass.id = t.entity_id and masterclass.attendance_type <> 'virtual'
      and t.attendance is distinct from 'online')
  when 'custom' then (
    select jsonb_build_object('state', payment_page.venue_state, 'isAttendanceUnknown', false)
    from payment_page where payment_page.id = t.entity_id and t.attendance is distinct from 'online'
      and (payment_page.venue_state is not null or t.attendance = 'in-person'))
  end`

const documented = sql`select t.id, t.entity_id, t.status, t.completed_at, t.outside_document, t.document_state, t.credit_note_due_at,
    t.reference_order_id, t.payment_id, t.amount, t.coupon_code, t.discount_amount, t.currency_code, t.created_at, t.entity_type, t.entity_title, t.entity_start_time,
    t.user_first_name, t.user_last_name, t.user_phone, t.user_email, t.billing_name, t.billing_address, t.billing_state,
    t.billing_country, t.gstin, t.is_sez,
    case when t.currency_code = 'USD' and t.amount > 0 then round(t.base_amount::numeric / t.amount, 4)::text end as usd_rate,
    ${venue} as venue
  from transaction as t`

/**
 * Reads what the documents of a transaction need and locks it until the database transaction ends.
 * @param ifFree returns undefined instead of waiting for another lock
 */
export async function lockDocumented(
  db: Database,
  id: string,
  { ifFree = false }: { ifFree?: boolean } = {},
): Promise<LockedTransaction | undefined> {
  const { rows } = await sql<LockedTransaction>`
    ${documented} where t.id = ${id} for update of t ${ifFree ? sql`skip locked` : sql``}`.execute(db)
  return rows[0]
}

/** Reads what the documents of a transaction need, without a lock. */
export async function findDocumented(db: Database, id: string): Promise<LockedTransaction | undefined> {
  const { rows } = await sql<LockedTransaction>`${documented} where t.id = ${id}`.execute(db)
  return rows[0]
}

/** Locks the transactions of documents until the database transaction ends, in the order of their ids. */
export async function lockOrdersOf(db: Database, ids: readonly string[]): Promise<void> {
  await sql`select from transaction
    where id in (select transaction_id from tax_document where id = any (${ids}::uuid[]))
    order by id for update`.execute(db)
}

/** Sets the document columns of a transaction that the caller has locked. */
export async function updateDocumented(
  db: Database,
  id: string,
  changes: { document_state?: DocumentState; credit_note_due_at?: null; tax_amount?: number },
): Promise<void> {
  await db.updateTable('transaction').set(changes).where('id', '=', id).execute()
}

export type BillingDetails = Pick<
  DocumentedTransaction,
  'billing_name' | 'billing_address' | 'billing_state' | 'billing_country' | 'gstin'
>

/** Sets what a transaction's documents show of its buyer. The caller has locked it. */
export async function updateBilling(
  db: Database,
  id: string,
  changes: Partial<BillingDetails>,
): Promise<void> {
  await db
    .updateTable('transaction')
    .set({ ...changes, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

interface UncreditedRefund {
  id: string
  amount: number
  settled_at: Date | null
}

/** Returns the processed refunds of a transaction without a credit note, the oldest first. */
export function uncreditedRefunds(db: Database, transactionId: string): Promise<UncreditedRefund[]> {
  return db
    .selectFrom('refund')
    .select(['id', 'amount', 'settled_at'])
    .where('transaction_id', '=', transactionId)
    .where('state', '=', 'processed')
    .where('document_state', 'in', ['due', 'on-request'])
    .orderBy('settled_at')
    .orderBy('id')
    .execute()
}

export async function setRefundDocumentState(
  db: Database,
  ids: string[],
  state: DocumentState,
): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('refund').set({ document_state: state }).where('id', 'in', ids).execute()
}

/** Where the search for due documents continues. */
export interface DueMark {
  /** As text, because a Date has no microseconds. */
  at: string | null
  id: string
}
interface DueDocument extends DueMark {
  transaction_id: string
}

/** Returns paid transactions whose invoice is due, the earliest paid first. */
export async function dueInvoices(
  db: Database,
  after: DueMark | null,
  limit: number,
): Promise<DueDocument[]> {
  const { rows } =
    await sql<DueDocument>`select completed_at::text as at, id, id as transaction_id from transaction
    where document_state = 'due' and status in ('completed', 'refunded') and ${afterMark('completed_at', after)}
    order by completed_at, id limit ${limit}`.execute(db)
  return rows
}

/** Returns processed refunds whose credit note is due, the earliest first. */
export async function dueCreditNotes(
  db: Database,
  after: DueMark | null,
  limit: number,
): Promise<DueDocument[]> {
  const { rows } = await sql<DueDocument>`select settled_at::text as at, id, transaction_id from refund
    where state = 'processed' and document_state = 'due' and ${afterMark('settled_at', after)}
    order by settled_at, id limit ${limit}`.execute(db)
  return rows
}

/** Returns invoiced orders that were set to refunded without a refund here, the earliest first. */
export async function dueOutsideCreditNotes(
  db: Database,
  after: DueMark | null,
  limit: number,
): Promise<DueDocument[]> {
  const { rows } =
    await sql<DueDocument>`select credit_note_due_at::text as at, id, id as transaction_id from transaction
    where credit_note_due_at is not null and status = 'refunded' and ${afterMark('credit_note_due_at', after)}
    order by credit_note_due_at, id limit ${limit}`.execute(db)
  return rows
}

/** Rows without a time are last. */
function afterMark(
  column: 'completed_at' | 'settled_at' | 'credit_note_due_at',
  mark: DueMark | null,
): RawBuilder<unknown> {
  const time = sql.ref(column)
  if (mark === null) return sql`true`
  if (mark.at === null) return sql`${time} is null and id > ${mark.id}::uuid`
  return sql`(${time} is null or (${time}, id) > (${mark.at}::timestamptz, ${mark.id}::uuid))`
}
