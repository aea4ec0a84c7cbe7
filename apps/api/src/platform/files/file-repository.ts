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

/** Deletes a file's row; false if there was none. */
export async function deleteFile(db: Database, key: string): Promise<boolean> {
  const result = await db.deleteFrom('file').where('key', '=', key).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Deletes the rows of files and returns the keys of those that existed. */
export async function deleteFiles(db: Database, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await db
    .deleteFrom('file')
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .returning('key')
    .execute()
  return rows.map((row) => row.key)
}

/** Deletes up to `limit` rows that were not claimed since a time, and returns their keys. */
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

/** Returns the keys that have a row. */
export async function knownFiles(db: Database, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db.selectFrom('file').select('key').where('key', 'in', keys).execute()
  return new Set(rows.map((row) => row.key))
}
