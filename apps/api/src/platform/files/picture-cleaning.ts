import type { FileRule } from '@greenroom/contract/file-rule'
import { AppError } from '../app-error.ts'
import { type Database, inTransaction } from '../database/database.ts'
import type { FileStore } from './file-store.ts'
import { spoolPart } from './spool.ts'

/** How many rows are read at once. */
const batchSize = 100

interface Cleaned {
  /** Stored pictures that were looked at. */
  checked: number
  /** Those of which something was removed. */
  changed: number
  /** Keys of pictures that can't be read by today's rules, or whose bytes are missing. They stay as they are. */
  unreadable: string[]
}

/**
 * Removes from pictures that are stored already what an upload of today would not keep: metadata about place, device and
 * person. Runs beside the program, may be stopped and run again, and changes nothing that is clean. Renditions are made of
 * pixels alone and have none.
 * @param spoolFolder where each picture lies for the time of its cleaning
 * @param onProgress called after each batch
 */
export async function cleanStoredPictures(
  db: Database,
  store: Pick<FileStore, 'read' | 'put'>,
  { spoolFolder, onProgress }: { spoolFolder: string; onProgress: (done: Cleaned) => void },
): Promise<Cleaned> {
  const done: Cleaned = { checked: 0, changed: 0, unreadable: [] }
  let after = ''
  for (;;) {
    const rows = await db
      .selectFrom('file')
      .select(['key', 'media_type'])
      .where('key', '>', after)
      .where('media_type', 'like', 'image/%')
      .orderBy('key')
      .limit(batchSize)
      .execute()
    for (const { key, media_type: mediaType } of rows) {
      const outcome = await cleanOne(db, store, { key, mediaType, spoolFolder })
      done.checked++
      if (outcome === 'changed') done.changed++
      if (outcome === 'unreadable') done.unreadable.push(key)
    }
    if (rows.length > 0) onProgress(done)
    if (rows.length < batchSize) return done
    after = rows.at(-1)?.key ?? ''
  }
}

async function cleanOne(
  db: Database,
  store: Pick<FileStore, 'read' | 'put'>,
  { key, mediaType, spoolFolder }: { key: string; mediaType: string; spoolFolder: string },
): Promise<'clean' | 'changed' | 'unreadable'> {
  const stored = await store.read(key)
  if (!stored) return 'unreadable'
  const rule: FileRule = {
    mediaTypes: [mediaType],
    maxBytes: Number.MAX_SAFE_INTEGER,
    tooLarge: '',
    wrongType: 'This picture can’t be read.',
  }
  const spooled = await spoolPart(stored.stream, { folder: spoolFolder, rule }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'UNSUPPORTED_TYPE') return null
    throw error
  })
  if (!spooled || spooled.byteSize === 0) return 'unreadable'
  try {
    return await inTransaction(db, async (transaction) => {
      // A deletion waits, so that no bytes come back whose row is gone.
      const row = await transaction
        .selectFrom('file')
        .select('sha256')
        .where('key', '=', key)
        .forUpdate()
        .executeTakeFirst()
      if (!row || row.sha256 === spooled.sha256) return 'clean'
      // After a stop between these two, the next run finds clean bytes with another hash, and stores both again.
      const { byteSize, sha256, width, height } = spooled
      await store.put(key, spooled.path, { mediaType, byteSize })
      await transaction
        .updateTable('file')
        .set({ byte_size: byteSize, sha256, width, height })
        .where('key', '=', key)
        .execute()
      return 'changed'
    })
  } finally {
    await spooled.discard()
  }
}
