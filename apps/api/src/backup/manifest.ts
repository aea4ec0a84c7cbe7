import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

/** The manifest in a backup's folder. It is written last, so a folder without it is not a backup. */
export const Manifest = z.object({
  format: z.literal(1),
  made_at: z.string(),
  /** The database's schema: names of the applied migrations. */
  migrations: z.array(z.string()),
  /** Id of the database, which marks its file store; null in backups of versions without it. */
  database_id: z.nullable(z.string()).default(null),
  /** Each after the tables that it refers to. */
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int(), sha256: z.string() }),
  ),
  files: z.array(
    z.object({ key: z.string(), media_type: z.string(), byte_size: z.int(), sha256: z.string() }),
  ),
  /** Files that rows name and that could not be copied; the rows are in the backup. */
  missing: z.array(z.object({ key: z.string(), reason: z.string() })).default([]),
  jobs: z.array(
    z.object({
      task: z.string(),
      payload: z.unknown(),
      run_at: z.string(),
      max_attempts: z.int(),
      key: z.nullable(z.string()),
    }),
  ),
})
export type Manifest = z.output<typeof Manifest>

/** A backup cannot be made or restored. The message is written for the operator. */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BackupError'
  }
}

export const manifestFile = (folder: string) => join(folder, 'manifest.json')
export const tableFile = (folder: string, table: string) => join(folder, 'tables', `${table}.copy.gz`)
export const storedFile = (folder: string, key: string) => join(folder, 'files', key.slice(0, 2), key)

/**
 * Reads the manifest of a backup.
 * @throws BackupError if the folder has no finished backup, or one of another format
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestFile(folder), 'utf8').catch(() => {
    throw new BackupError(`${folder} holds no finished backup: there is no manifest.json in it.`)
  })
  try {
    return Manifest.parse(JSON.parse(text))
  } catch (error) {
    throw new BackupError(`${manifestFile(folder)} is not what this Greenroom writes.`, { cause: error })
  }
}
