import { type Selectable, sql } from 'kysely'
import { countUpTo } from '../../../platform/database/capped-counts.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'
import { contains } from '../../../platform/database/text-search.ts'

export type PaymentPageRow = Selectable<DB['payment_page']>

/** The columns that an edit may set. */
export type PaymentPageValues = Pick<
  PaymentPageRow,
  | 'title'
  | 'description'
  | 'is_active'
  | 'banner_key'
  | 'venue_state'
  | 'original_price_usd'
  | 'current_price_usd'
  | 'original_price_inr'
  | 'current_price_inr'
  | 'lsq_add_to_cart'
  | 'lsq_purchase'
>

/** Lists payment pages by status and title, the newest first. */
export function listPaymentPages(
  db: Database,
  filter: { isActive?: boolean | undefined; title?: string | undefined; limit: number; offset: number },
): Promise<PaymentPageRow[]> {
  let query = db.selectFrom('payment_page').selectAll()
  if (filter.isActive !== undefined) query = query.where('is_active', '=', filter.isActive)
  if (filter.title?.trim()) {
    query = query.where(contains(sql.ref<string>('title'), filter.title.trim()))
  }
  return query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute()
}

/** Counts the pages of each status whose title contains a text, each at most up to `mostCounted`. */
export function countPaymentPages(
  db: Database,
  title: string | undefined,
): Promise<{ active: number; inactive: number }> {
  const text = title?.trim()
  const of = (isActive: boolean) =>
    sql`select from payment_page where is_active = ${isActive}
      ${text ? sql`and ${contains(sql.ref<string>('title'), text)}` : sql``}`
  return countUpTo(db, { active: of(true), inactive: of(false) })
}

export function findPaymentPage(db: Database, id: string): Promise<PaymentPageRow | undefined> {
  return db.selectFrom('payment_page').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Inserts a payment page. Its banner already has a row. */
export function insertPaymentPage(
  db: Database,
  { id, now, values }: { id: string; now: Date; values: PaymentPageValues },
): Promise<PaymentPageRow> {
  return db
    .insertInto('payment_page')
    .values({ ...values, id, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Sets columns and increments the version. */
export function updatePaymentPage(
  db: Database,
  id: string,
  { now, ...values }: Partial<PaymentPageValues> & { now: Date },
): Promise<PaymentPageRow> {
  return db
    .updateTable('payment_page')
    .set({ ...values, version: sql<number>`version + 1`, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
