import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { invalid } from '../app-error.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { enqueue, enqueueAll } from '../jobs/job-runner.ts'
import {
  claimFile,
  deleteFile,
  deleteFiles,
  deleteUnclaimedFiles,
  type FileRow,
  findFile,
  insertFile,
  knownFiles,
} from './file-repository.ts'
import { type ByteRange, type FileStore, isFileKey, newFileKey } from './file-store.ts'
import { unlessPaused } from './removal-pause.ts'
import { renditionNames } from './rendition-name.ts'
import type { SpooledFile } from './spool.ts'

/** The description of a stored file. */
export interface StoredFile {
  key: string
  mediaType: string
  byteSize: number
  sha256: string
  width: number | null
  height: number | null
}

/** What modules do with uploaded files. */
export interface Files {
  /**
   * Stores the bytes before the transaction starts, so that no connection waits for a large upload. Optional: `keep`
   * does it otherwise. Bytes that never get a row are swept.
   */
  stage(spooled: SpooledFile): Promise<{ key: string }>
  /**
   * Stores the bytes and inserts their row in the caller's transaction; a file is readable only with its row. A
   * repeat of the transaction uses the same key. Without an owner the file must be adopted within a day.
   */
  keep(db: Database, spooled: SpooledFile, ownerId: string | null): Promise<{ key: string }>
  /**
   * Claims an uploaded file without an owner.
   * @param path the field that named it
   * @throws AppError VALIDATION if the file is unknown or has another owner
   */
  adopt(db: Database, key: string, ownerId: string, path?: string): Promise<void>
  /** Deletes the row and, in the same transaction, enqueues the deletion of the bytes. */
  release(db: Database, key: string): Promise<void>
  /** Releases any number of files with two statements. */
  releaseAll(db: Database, keys: readonly string[]): Promise<void>
  /** Describes a file; null for a malformed key or one without a row. */
  find(db: Database, key: string): Promise<StoredFile | null>
  /** Opens a file that has a row, or a part of it; null otherwise. The caller reads or destroys the stream. */
  open(db: Database, key: string, range?: ByteRange): Promise<{ file: StoredFile; stream: Readable } | null>
  /** Opens a file that `find` returned. */
  read(file: StoredFile, range?: ByteRange): Promise<Readable | null>
  /** The `remove-file` job: deletes the bytes of a released file and its renditions. */
  removeBytes(payload: unknown): Promise<void>
  /**
   * Deletes rows that were not claimed within 24 hours, and bytes that have had no row for an hour. Files with an
   * owner are never deleted.
   */
  sweep(db: Database, now: Date): Promise<{ rows: number; bytes: number }>
}

export const removeFileTask = 'remove-file'

const hour = 3_600_000
const batch = 500

export function createFiles({ store, log }: { store: FileStore; log: Logger }): Files {
  const staged = new WeakMap<SpooledFile, Promise<string>>()

  async function put(spooled: SpooledFile): Promise<string> {
    const key = newFileKey(spooled.mediaType)
    await store.put(key, spooled.path, { mediaType: spooled.mediaType, byteSize: spooled.byteSize })
    await spooled.discard()
    return key
  }

  async function stage(spooled: SpooledFile): Promise<{ key: string }> {
    const going = staged.get(spooled) ?? put(spooled)
    staged.set(spooled, going)
    try {
      return { key: await going }
    } catch (error) {
      staged.delete(spooled)
      throw error
    }
  }

  async function find(db: Database, key: string): Promise<StoredFile | null> {
    if (!isFileKey(key)) return null
    const row = await findFile(db, key)
    return row ? described(row) : null
  }

  async function read(file: StoredFile, range?: ByteRange): Promise<Readable | null> {
    const found = await store.read(file.key, range)
    if (!found) log.error({ key: file.key }, 'A file has a row but no bytes')
    return found?.stream ?? null
  }

  async function removeRows(db: Database, before: Date): Promise<number> {
    let total = 0
    while (true) {
      const keys = await inTransaction(db, async (transaction) => {
        const unclaimed = await deleteUnclaimedFiles(transaction, before, batch)
        for (const key of unclaimed) await enqueue(transaction, { task: removeFileTask, payload: { key } })
        return unclaimed
      })
      total += keys.length
      if (keys.length < batch) return total
    }
  }

  /** Deletes a file's bytes and its renditions. The original goes first, so that no more renditions are made. */
  async function removeStored(key: string): Promise<void> {
    for (const name of [key, ...renditionNames(key)]) await store.remove(name)
  }

  async function removeStray(db: Database, keys: string[]): Promise<number> {
    const known = await knownFiles(db, keys)
    const stray = keys.filter((key) => !known.has(key))
    if (stray.length === 0) return 0
    const removed = await unlessPaused(db, async () => {
      for (const key of stray) await removeStored(key)
    })
    return removed ? stray.length : 0
  }

  return {
    stage,
    find,
    read,
    async keep(db, spooled, ownerId) {
      const { key } = await stage(spooled)
      await insertFile(db, {
        key,
        media_type: spooled.mediaType,
        byte_size: spooled.byteSize,
        sha256: spooled.sha256,
        width: spooled.width,
        height: spooled.height,
        owner_id: ownerId,
      })
      return { key }
    },
    async adopt(db, key, ownerId, path = 'file') {
      if (isFileKey(key) && (await claimFile(db, key, ownerId))) return
      throw invalid([{ path, message: 'This file is not known. Upload it again.' }])
    },
    async release(db, key) {
      if (!isFileKey(key) || !(await deleteFile(db, key))) return
      await enqueue(db, { task: removeFileTask, payload: { key } })
    },
    async releaseAll(db, keys) {
      const released = await deleteFiles(db, keys.filter(isFileKey))
      await enqueueAll(
        db,
        removeFileTask,
        released.map((key) => ({ key })),
      )
    },
    async open(db, key, range) {
      const file = await find(db, key)
      const stream = file && (await read(file, range))
      return file && stream ? { file, stream } : null
    },
    async removeBytes(payload) {
      const key = payload && typeof payload === 'object' && 'key' in payload ? payload.key : null
      if (typeof key !== 'string') throw new TypeError('The job names no file.')
      await removeStored(key)
    },
    async sweep(db, now) {
      const rows = await removeRows(db, new Date(now.getTime() - 24 * hour))
      const before = new Date(now.getTime() - hour)
      let bytes = 0
      let old: string[] = []
      for await (const { key, modifiedAt } of store.list()) {
        if (modifiedAt >= before) continue
        old.push(key)
        if (old.length < batch) continue
        bytes += await removeStray(db, old)
        old = []
      }
      bytes += await removeStray(db, old)
      if (rows + bytes > 0) log.info({ rows, bytes }, 'Swept unreferenced files')
      return { rows, bytes }
    },
  }
}

function described(row: FileRow): StoredFile {
  return {
    key: row.key,
    mediaType: row.media_type,
    byteSize: row.byte_size,
    sha256: row.sha256,
    width: row.width,
    height: row.height,
  }
}

/** Returns the URL of a file: a path, or a whole URL with a base. */
export function fileUrl(key: string, publicBase = ''): string {
  return `${publicBase.replace(/\/+$/, '')}/files/${key}`
}

/** Returns the key in a URL that `fileUrl` made with the same base or without one; null for any other text. */
export function keyOfUrl(url: string, publicBase = ''): string | null {
  const base = publicBase.replace(/\/+$/, '')
  const path = base && url.startsWith(`${base}/`) ? url.slice(base.length) : url
  const key = path.startsWith('/files/') ? path.slice('/files/'.length) : ''
  return isFileKey(key) ? key : null
}
