import type { ShortlinkSort } from '@greenroom/contract/marketing/shortlink/shortlink.schema'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'
import { contains } from '../../../platform/database/text-search.ts'

export type ShortlinkRow = Omit<Selectable<DB['shortlink']>, 'params'> & { params: Record<string, string> }

/** The target of a short link. */
export type ShortlinkValues = Pick<ShortlinkRow, 'web_url' | 'app_url' | 'params'>

export interface ShortlinkPage {
  /** A part of the code or of a URL. */
  search?: string | undefined
  sort?: ShortlinkSort | undefined
  limit: number
  offset: number
}

/** As the index shortlink_search has it. */
const searched = sql<string>`(short_code || ' ' || coalesce(web_url, '') || ' ' || coalesce(app_url, ''))`

/** Lists short links, the newest or the most opened first. */
export async function listShortlinks(
  db: Database,
  { search, sort, limit, offset }: ShortlinkPage,
): Promise<ShortlinkRow[]> {
  let query = db.selectFrom('shortlink').selectAll()
  const text = search?.trim()
  if (text) query = query.where(contains(searched, text))
  // No index holds the opens, which change all the time; the table is small enough to sort (OQ-706).
  if (sort === 'opens') query = query.orderBy('opens', 'desc')
  return (await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()) as ShortlinkRow[]
}

export async function findShortlink(db: Database, code: string): Promise<ShortlinkRow | undefined> {
  return (await db.selectFrom('shortlink').selectAll().where('short_code', '=', code).executeTakeFirst()) as
    | ShortlinkRow
    | undefined
}

/** Reads a short link and locks it until the transaction ends. */
export async function lockShortlink(db: Database, code: string): Promise<ShortlinkRow | undefined> {
  return (await db
    .selectFrom('shortlink')
    .selectAll()
    .where('short_code', '=', code)
    .forUpdate()
    .executeTakeFirst()) as ShortlinkRow | undefined
}

/** Inserts a short link; undefined if its code is taken. */
export async function insertShortlink(
  db: Database,
  { id, code, now, values }: { id: string; code: string; now: Date; values: ShortlinkValues },
): Promise<ShortlinkRow | undefined> {
  return (await db
    .insertInto('shortlink')
    .values({
      id,
      short_code: code,
      ...values,
      params: JSON.stringify(values.params),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.constraint('shortlink_code').doNothing())
    .returningAll()
    .executeTakeFirst()) as ShortlinkRow | undefined
}

/** Sets the target of a short link and increments its version. */
export async function updateShortlink(
  db: Database,
  id: string,
  { values, now }: { values: ShortlinkValues; now: Date },
): Promise<ShortlinkRow> {
  return (await db
    .updateTable('shortlink')
    .set({
      ...values,
      params: JSON.stringify(values.params),
      version: sql<number>`version + 1`,
      updated_at: now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as ShortlinkRow
}

/** Adds numbers of opens by id in one statement. Version and time of change stay. */
export async function addOpens(db: Database, opens: ReadonlyMap<string, number>): Promise<void> {
  // In the order of the ids, so that two processes never wait for each other in a circle.
  const ids = [...opens.keys()].sort()
  await sql`
    with opened as (select * from unnest(${ids}::uuid[], ${ids.map((id) => opens.get(id))}::int[]) as opened (id, n)),
    locked as materialized (
      select id, n from shortlink join opened using (id) order by id for no key update of shortlink
    )
    update shortlink set opens = opens + locked.n from locked where shortlink.id = locked.id`.execute(db)
}

export async function deleteShortlink(db: Database, id: string): Promise<void> {
  await db.deleteFrom('shortlink').where('id', '=', id).execute()
}
