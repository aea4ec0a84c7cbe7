import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { countUpTo } from '../../../platform/database/capped-counts.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

export type DisputeRow = Selectable<DB['dispute']>
/** A dispute with its order, where there is one. */
export type ListedDisputeRow = DisputeRow & {
  transaction_id: string | null
  reference_order_id: string | null
  entity_title: string | null
}

/** Lets only one transaction at a time store what is said about a dispute, also about one that is not stored yet. */
export async function lockDispute(db: Database, gatewayId: string): Promise<DisputeRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`dispute/${gatewayId}`}, 0))`.execute(db)
  return db.selectFrom('dispute').selectAll().where('gateway_id', '=', gatewayId).executeTakeFirst()
}

export async function insertDispute(db: Database, row: Insertable<DB['dispute']>): Promise<void> {
  await db.insertInto('dispute').values(row).execute()
}

export async function updateDispute(
  db: Database,
  id: string,
  values: Updateable<DB['dispute']>,
): Promise<void> {
  await db
    .updateTable('dispute')
    .set({ ...values, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** What the lines of settlements say about a dispute. */
interface DisputeLines {
  payment_id: string | null
  currency_code: string
  /** Debits less credits, in minor units. */
  taken: number
  first_at: Date | null
}

/** Adds up the lines of settlements that name a dispute. */
export async function sumLines(db: Database, gatewayId: string): Promise<DisputeLines | undefined> {
  const { rows } = await sql<DisputeLines>`
    select min(payment_id) as payment_id, min(currency_code) as currency_code,
      sum(debit - credit)::bigint as taken, min(coalesce(made_at, settled_at)) as first_at
    from settlement_line where dispute_id = ${gatewayId} having count(*) > 0`.execute(db)
  return rows[0]
}

const withOrder = (disputes: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<ListedDisputeRow>`
  with page as materialized (${disputes})
  select page.*, bought.transaction_id, bought.reference_order_id, bought.entity_title
  from page left join lateral (
    select id as transaction_id, reference_order_id, entity_title from transaction
    where payment_id = page.payment_id
    union all
    select transaction.id, reference_order_id, entity_title
    from order_payment join transaction on transaction.id = order_payment.transaction_id
    where order_payment.payment_id = page.payment_id
    limit 1
  ) as bought on true
  order by ${order}`

/** Lists a page: open ones by their deadline, ended ones by their end, the newest first. */
export async function listDisputes(
  db: Database,
  state: 'open' | 'ended',
  page: { limit: number; offset: number },
): Promise<ListedDisputeRow[]> {
  const order = (table: string) =>
    state === 'open'
      ? sql`${sql.ref(`${table}.respond_by`)} asc nulls last, ${sql.ref(`${table}.id`)}`
      : sql`${sql.ref(`${table}.ended_at`)} desc, ${sql.ref(`${table}.id`)} desc`
  const { rows } = await withOrder(
    sql`select * from dispute where ended_at ${state === 'open' ? sql`is null` : sql`is not null`}
      order by ${order('dispute')} limit ${page.limit} offset ${page.offset}`,
    order('page'),
  ).execute(db)
  return rows
}

/** Counts open and ended disputes, each at most `mostCounted`. */
export function countDisputes(db: Database): Promise<{ open: number; ended: number }> {
  return countUpTo(db, {
    open: sql`select from dispute where ended_at is null`,
    ended: sql`select from dispute where ended_at is not null`,
  })
}

/** Lists the newest disputes of some payments. */
export function disputesOfPayments(
  db: Database,
  paymentIds: readonly string[],
  most: number,
): Promise<DisputeRow[]> {
  return db
    .selectFrom('dispute')
    .selectAll()
    .where(sql<boolean>`payment_id = any (${[...paymentIds]}::text[])`)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}
