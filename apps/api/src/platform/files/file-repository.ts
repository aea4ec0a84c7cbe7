import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** A stored file as the database knows it. */
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

/** Inserts a file's row, with which it becomes readable. */
export async function insertFile(db: Database, row: FileRow): Promise<void> {
  await db.insertInto('file').values(row).execute()
}

/** The row of a file; undefined when there is none. */
export function findFile(db: Database, key: string): Promise<FileRow | undefined> {
  return db.selectFrom('file').select(columns).where('key', '=', key).executeTakeFirst()
}

/** Gives a file that has no owner, or this one already, to an owner; false when there is no such file. */
export async function claimFile(db: Database, key: string, ownerId: string): Promise<boolean> {
  const result = await db
    .updateTable('file')
    .set({ owner_id: ownerId })
    .where('key', '=', key)
    .where((row) => row.or([row('owner_id', 'is', null), row('owner_id', '=', ownerId)]))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Deletes a file's row; false when there was none. */
export async function deleteFile(db: Database, key: string): Promise<boolean> {
  const result = await db.deleteFrom('file').where('key', '=', key).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Deletes the rows of files, and gives the keys of those that were there. */
export async function deleteFiles(db: Database, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await db
    .deleteFrom('file')
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .returning('key')
    .execute()
  return rows.map((row) => row.key)
}

/** Deletes up to `limit` rows that nobody has claimed since before a time, and gives their keys. */
export async function deleteUnclaimedFiles(db: Database, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .deleteFrom('file')
    .where('owner_id', 'is', null)
    .where('created_at', '<', before)
    .where('key', 'in', (query) =>
      query
        .selectFrom('file')
        .select('key')
        .where('owner_id', 'is', null)
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit),
    )
    .returning('key')
    .execute()
  return rows.map((row) => row.key)
}

/** Gives those of the keys that have a row. */
export async function knownFiles(db: Database, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db.selectFrom('file').select('key').where('key', 'in', keys).execute()
  return new Set(rows.map((row) => row.key))
}
