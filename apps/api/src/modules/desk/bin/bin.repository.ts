import type { BinKind, BinPermission } from '@greenroom/contract/desk/bin/bin.schema'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { countUpTo } from '../../../platform/database/capped-counts.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'
import { contains } from '../../../platform/database/text-search.ts'

export type BinItemRow = Omit<Selectable<DB['bin_item']>, 'kind' | 'permission' | 'contents'> & {
  kind: BinKind
  permission: BinPermission
  contents: Record<string, number>
}

export interface BinFilter {
  kind?: BinKind | undefined
  search?: string | undefined
  permissions: readonly BinPermission[]
}

function where({ kind, search = '', permissions }: BinFilter): RawBuilder<unknown> {
  const text = search.trim()
  const conditions = [
    sql`permission = any(${[...permissions]}::text[])`,
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(text === '' ? [] : [contains(sql.ref('label'), text)]),
  ]
  return sql`where ${sql.join(conditions, sql` and `)}`
}

/** Lists items, the newest first. */
export async function listBinItems(
  db: Database,
  { limit, offset, ...filter }: BinFilter & { limit: number; offset: number },
): Promise<BinItemRow[]> {
  const { rows } = await sql<BinItemRow>`select * from bin_item ${where(filter)}
    order by deleted_at desc, id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Counts the items of a filter, at most `mostCounted`. */
export async function countBinItems(db: Database, filter: BinFilter): Promise<number> {
  const { matching } = await countUpTo(db, { matching: sql`select from bin_item ${where(filter)}` })
  return matching
}

/** Reads an item and locks it until the transaction ends. */
export async function lockBinItem(db: Database, id: string): Promise<BinItemRow | undefined> {
  const { rows } = await sql<BinItemRow>`select * from bin_item where id = ${id}::uuid for update`.execute(db)
  return rows[0]
}

/** Returns the members of a record that an item keeps. */
export async function readRecord(
  db: Database,
  itemId: string,
  recordId: string,
): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<{ content: Record<string, unknown> }>`
    select content from bin_row where item_id = ${itemId}::uuid and record_id = ${recordId}::uuid
    order by id limit 1`.execute(db)
  return rows[0]?.content
}

/** Returns the keys of the files that only this item keeps. */
export async function filesOfItem(db: Database, id: string): Promise<string[]> {
  // A picture that an account has taken over meanwhile stays.
  await sql`update file set bin_item_id = null where bin_item_id = ${id}::uuid
    and exists (select from app_user where profile_picture_key = file.key)`.execute(db)
  const { rows } = await sql<{ key: string }>`select key from file where bin_item_id = ${id}::uuid`.execute(
    db,
  )
  return rows.map((row) => row.key)
}

/** Deletes an item with its rows. */
export async function deleteBinItem(db: Database, id: string): Promise<void> {
  await sql`delete from bin_item where id = ${id}::uuid`.execute(db)
}

/** Returns items that were deleted before a time, the oldest first. */
export async function listDueItems(db: Database, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from bin_item where deleted_at < ${before} order by deleted_at, id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}
