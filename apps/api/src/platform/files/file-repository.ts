import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** A row of the table of stored files. */
export interface FileRow {
  key: string
  media_type: string
  byte_size: number
  sha256: string
  width: number | null
  height: number | null
  owner_id: string | null
}

const columns = ['key', 'media_type', 'byte_size', 'sha256', 'width', 'height', 'owner_id'] as const

/** Inserts a file's row, which makes the file readable. */
export async function insertFile(db: Database, row: FileRow): Promise<void> {
  await db.insertInto('file').values(row).execute()
}

export function findFile(db: Database, key: string): Promise<FileRow | undefined> {
  return db.selectFrom('file').select(columns).where('key', '=', key).executeTakeFirst()
}

/** Finds a file that may be served: not one of a record in the bin. */
export function findShownFile(db: Database, key: string): Promise<FileRow | undefined> {
  return db
    .selectFrom('file')
    .select(columns)
    .where('key', '=', key)
    .where('bin_item_id', 'is', null)
    .executeTakeFirst()
}

/** Assigns a file without an owner, or with this owner, to an owner; false if there is no such file. */
export async function claimFile(db: Database, key: string, ownerId: string): Promise<boolean> {
  const result = await db
    .updateTable('file')
    .set({ owner_id: ownerId })
    .where('key', '=', key)
    .where((row) => row.or([row('owner_id', 'is', null), row('owner_id', '=', ownerId)]))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Records a new key before its bytes are stored, so that a sweep finds them if no row ever uses the key. */
export async function issueKey(db: Database, key: string): Promise<void> {
  await db.insertInto('unused_file').values({ key }).execute()
}

/** Takes a key for a row of `file`; false if a sweep has given it up. */
export async function useKey(db: Database, key: string): Promise<boolean> {
  const result = await db
    .deleteFrom('unused_file')
    .where('key', '=', key)
    .where('given_up', '=', false)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Marks an unused key as given up. Returns false if a row of `file` uses it or its bytes are in the trash. */
export async function giveUpKey(db: Database, key: string): Promise<boolean> {
  const result = await db
    .updateTable('unused_file')
    .set({ given_up: true })
    .where('key', '=', key)
    .where('trashed_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Marks a key that no row uses as given up, whether or not this database recorded it as issued. */
export async function giveUpReleasedKey(db: Database, key: string): Promise<void> {
  await sql`insert into unused_file (key, given_up)
    select ${key}, true where not exists (select from file where key = ${key})
    on conflict (key) do nothing`.execute(db)
}

/** Deletes the rows of files and gives their keys up. */
export async function releaseFiles(db: Database, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await sql`with released as (delete from file where key = any(${keys}::text[]) returning key)
    insert into unused_file (key, given_up) select key, true from released`.execute(db)
}

/** Releases up to `limit` files that were not claimed since a time. Returns their number. */
export async function releaseUnclaimedFiles(db: Database, before: Date, limit: number): Promise<number> {
  const result = await sql`with released as (
      delete from file where owner_id is null and created_at < ${before} and key in (
        select key from file where owner_id is null and created_at < ${before} order by created_at limit ${limit}
      ) returning key
    )
    insert into unused_file (key, given_up) select key, true from released`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/** Counts the files without a claim, or without a row, since a time, and the released ones. */
export async function countRemovableFiles(
  db: Database,
  { unclaimed, unused }: { unclaimed: Date; unused: Date },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`select
    (select count(*) from file where owner_id is null and created_at < ${unclaimed})
    + (select count(*) from unused_file where trashed_at is null and (given_up or since < ${unused})) as n`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** Counts the stored files that have a row. */
export async function countFiles(db: Database): Promise<number> {
  const { n } = await db
    .selectFrom('file')
    .select((row) => row.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Returns the keys of the newest files that have a row. */
export async function newestFiles(db: Database, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('file').select('key').orderBy('created_at', 'desc').limit(limit).execute()
  return rows.map((row) => row.key)
}

/** Marks the keys that have been unused since a time as given up. */
export async function giveUpUnusedKeys(db: Database, before: Date): Promise<void> {
  await db
    .updateTable('unused_file')
    .set({ given_up: true })
    .where('since', '<', before)
    .where('given_up', '=', false)
    .execute()
}

/** Returns keys that were given up and whose bytes are not in the trash yet. */
export async function findGivenUpKeys(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('unused_file')
    .select('key')
    .where('given_up', '=', true)
    .where('trashed_at', 'is', null)
    .orderBy('since')
    .limit(limit)
    .execute()
  return rows.map((row) => row.key)
}

export async function markTrashed(db: Database, keys: string[], at: Date): Promise<void> {
  await db.updateTable('unused_file').set({ trashed_at: at }).where('key', 'in', keys).execute()
}

/** Returns keys whose bytes have been in the trash since before a time. */
export async function findTrashedKeys(db: Database, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('unused_file')
    .select('key')
    .where('trashed_at', '<', before)
    .orderBy('trashed_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.key)
}

/** Forgets keys whose bytes are deleted. */
export async function forgetKeys(db: Database, keys: string[]): Promise<void> {
  await db.deleteFrom('unused_file').where('key', 'in', keys).execute()
}

/** Returns the id of this database. A restored copy has the same. */
export async function installationId(db: Database): Promise<string> {
  const { id } = await db.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  return id
}
