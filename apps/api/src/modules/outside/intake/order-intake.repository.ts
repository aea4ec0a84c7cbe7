import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { rowSet } from '../../../platform/database/row-set.ts'
import type { OrderColumn, SentOrder, StoredOrder } from './order-merge.ts'

/** The columns that records set, with their types. */
const columnTypes: Record<OrderColumn, string> = {
  status: 'text',
  amount: 'bigint',
  currency_code: 'text',
  created_at: 'timestamptz',
  completed_at: 'timestamptz',
  entity_type: 'text',
  entity_id: 'uuid',
  entity_title: 'text',
  entity_start_time: 'timestamptz',
  user_id: 'uuid',
  user_first_name: 'text',
  user_last_name: 'text',
  user_email: 'text',
  user_phone: 'text',
  payment_id: 'text',
  gateway_order_id: 'text',
  payment_method: 'text',
  coupon_id: 'uuid',
  coupon_code: 'text',
  discount_amount: 'bigint',
  billing_name: 'text',
  billing_address: 'text',
  billing_state: 'text',
  billing_country: 'text',
  gstin: 'text',
  source: 'text',
  medium: 'text',
  campaign: 'text',
  zoom_join_url: 'text',
  is_sez: 'boolean',
  attendance: 'text',
  outside_document: 'text',
  source_changed_at: 'timestamptz',
}
const columns = Object.keys(columnTypes) as OrderColumn[]
const names = sql.raw(columns.join(', '))
const assignments = sql.raw(columns.map((name) => `${name} = sent.${name}`).join(', '))

/**
 * Inserts orders whose references are new, in one statement. The caller sorts them by reference, so that two callers
 * with the same orders wait for each other in one direction.
 * @returns the references of the inserted ones
 */
export async function insertOrders(
  db: Database,
  orders: readonly { id: string; reference: string; sent: SentOrder }[],
  now: Date,
): Promise<Set<string>> {
  if (orders.length === 0) return new Set()
  // Their buyers may be new, and in another order in another call.
  await sql`select lock_contacts(array(
      select email_key(given) from unnest(${orders.map(({ sent }) => sent.user_email)}::text[]) as given
      union select phone_key(given) from unnest(${orders.map(({ sent }) => sent.user_phone)}::text[]) as given))`.execute(
    db,
  )
  const rows = orders.map(({ id, reference, sent }) => ({
    ...sent,
    id,
    reference_order_id: reference,
    user_id: sent.user_id ?? newId(),
  }))
  // Most columns of most orders are null.
  const set = columns.filter((name) => rows.some((row) => row[name] !== null))
  const types = Object.fromEntries(set.map((name) => [name, columnTypes[name]]))
  const setNames = sql.raw(set.join(', '))
  const { rows: inserted } = await sql<{ reference: string }>`
    insert into transaction (id, reference_order_id, updated_at, ${setNames})
    select id, reference_order_id, ${now}::timestamptz, ${setNames}
    from ${rowSet('sent', { id: 'uuid', reference_order_id: 'text', ...types }, rows as Record<string, unknown>[])}
    on conflict (reference_order_id) do nothing returning reference_order_id as reference`.execute(db)
  return new Set(inserted.map(({ reference }) => reference))
}

/** Locks orders until the transaction ends, and returns them by reference. */
export async function lockOrders(
  db: Database,
  references: readonly string[],
): Promise<Map<string, StoredOrder>> {
  if (references.length === 0) return new Map()
  // The order of the caller, which compares code units.
  const { rows } = await sql<StoredOrder & { reference_order_id: string }>`
    select id, reference_order_id, document_state, ${names},
      exists (select from erasure where erasure.id = user_id) as is_erased
    from transaction where reference_order_id = any(${[...references]}::text[])
    order by reference_order_id collate "C" for update of transaction`.execute(db)
  return new Map(rows.map(({ reference_order_id, ...row }) => [reference_order_id, row]))
}

/** Sets all columns of orders whose locks the caller holds. */
export async function updateOrders(
  db: Database,
  orders: readonly { id: string; values: SentOrder; isChanged: boolean }[],
  now: Date,
): Promise<void> {
  if (orders.length === 0) return
  const rows = orders.map(({ id, values, isChanged }) => ({ id, is_changed: isChanged, ...values }))
  await sql`update transaction set ${assignments},
      version = version + case when sent.is_changed then 1 else 0 end,
      updated_at = case when sent.is_changed then ${now}::timestamptz else updated_at end,
      -- As for a payment that the gateway reports.
      document_state = case
        when document_state = 'on-request' and transaction.status not in ('completed', 'refunded')
          and sent.status in ('completed', 'refunded') then 'due'
        else document_state
      end
    from ${rowSet('sent', { id: 'uuid', is_changed: 'boolean', ...columnTypes }, rows)}
    where transaction.id = sent.id`.execute(db)
}

export interface SoldRecord {
  title: string
  start_time: Date | null
}

/** Returns titles and starts of what is sold, by type and id: 'masterclass.<id>'. */
export async function findSold(
  db: Database,
  wanted: readonly { type: string; id: string }[],
): Promise<Map<string, SoldRecord>> {
  const ids = (type: string) => [...new Set(wanted.filter((one) => one.type === type).map(({ id }) => id))]
  const { rows } = await sql<SoldRecord & { key: string }>`
    select 'masterclass.' || id as key, title, start_time from masterclass
      where id = any(${ids('masterclass')}::uuid[])
    union all select 'membership.' || id, name, null from membership where id = any(${ids('membership')}::uuid[])
    union all select 'events.' || id, title, start_time from event where id = any(${ids('events')}::uuid[])
    union all select 'custom.' || id, title, null from payment_page where id = any(${ids('custom')}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ key, ...sold }) => [key, sold]))
}

/** Returns the ids of coupons by code. */
export async function findCoupons(db: Database, codes: readonly string[]): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map()
  const rows = await db
    .selectFrom('coupon')
    .select(['id', 'code'])
    .where('code', 'in', [...new Set(codes)])
    .execute()
  return new Map(rows.map(({ id, code }) => [code, id]))
}

export interface Contact {
  first_name: string
  last_name: string
  email: string
  phone: string
}

/** Returns the contact details of accounts, by id. */
export async function findContacts(db: Database, ids: readonly string[]): Promise<Map<string, Contact>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Contact & { id: string }>`
    select id, first_name, last_name, email, phone from app_user where id = any(${[...ids]}::uuid[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, ...contact }) => [id, contact]))
}
