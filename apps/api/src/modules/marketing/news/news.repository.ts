import { type Selectable, sql } from 'kysely'
import { countUpTo } from '../../../platform/database/capped-counts.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

export type NewsRow = Selectable<DB['news']>

/** The columns that an edit may set. */
export type NewsValues = Pick<
  NewsRow,
  | 'heading'
  | 'description'
  | 'thumbnail_key'
  | 'source'
  | 'reference_link'
  | 'price'
  | 'is_active'
  | 'is_free'
>

/** Lists news snippets, the newest first. */
export function listNews(
  db: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<NewsRow[]> {
  return db
    .selectFrom('news')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Counts the snippets of each status, each at most up to `mostCounted`. */
export function countNews(db: Database): Promise<{ current: number; inactive: number }> {
  const of = (isActive: boolean) => sql`select from news where is_active = ${isActive}`
  return countUpTo(db, { current: of(true), inactive: of(false) })
}

export function findNews(db: Database, id: string): Promise<NewsRow | undefined> {
  return db.selectFrom('news').selectAll().where('id', '=', id).executeTakeFirst()
}

export function insertNews(
  db: Database,
  { id, now, values }: { id: string; now: Date; values: NewsValues },
): Promise<NewsRow> {
  return db
    .insertInto('news')
    .values({ ...values, id, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Sets columns and increments the version. */
export function updateNews(
  db: Database,
  id: string,
  { now, ...values }: Partial<NewsValues> & { now: Date },
): Promise<NewsRow> {
  return db
    .updateTable('news')
    .set({ ...values, version: sql<number>`version + 1`, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes a snippet, except its thumbnail. */
export async function deleteNews(db: Database, id: string): Promise<void> {
  await db.deleteFrom('news').where('id', '=', id).execute()
}
