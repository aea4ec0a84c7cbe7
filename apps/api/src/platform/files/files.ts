import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { AppError, invalid } from '../app-error.ts'
import type { Database } from '../database/database.ts'
import {
  claimFile,
  type FileRow,
  findFile,
  findShownFile,
  forgetKeys,
  giveUpKey,
  giveUpReleasedKey,
  insertFile,
  issueKey,
  releaseFiles,
  useKey,
} from './file-repository.ts'
import { type ByteRange, type FileStore, isFileKey, newFileKey } from './file-store.ts'
import { requireOwnStore } from './file-store-owner.ts'
import { createFileSweep, type FileSweep } from './file-sweep.ts'
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
export interface Files extends FileSweep {
  /**
   * Records a new key and stores the bytes, both before the transaction starts, so that no connection waits for a large
   * upload. Optional: `keep` does it otherwise. Bytes that never get a row are swept.
   */
  stage(spooled: SpooledFile): Promise<{ key: string }>
  /**
   * Stores the bytes and inserts their row in the caller's transaction; a file is readable only with its row. A
   * repeat of the transaction uses the same key. Without an owner the file must be adopted within a day.
   * @throws AppError BAD_REQUEST if the bytes were staged so long ago that a sweep took them
   */
  keep(db: Database, spooled: SpooledFile, ownerId: string | null): Promise<{ key: string }>
  /**
   * Copies a file for another record, in the caller's transaction: each record releases its own file.
   * @returns the key of the copy; null if the file has no row or no bytes
   */
  copy(db: Database, key: string, ownerId: string): Promise<{ key: string } | null>
  /**
   * Claims an uploaded file without an owner.
   * @param path the field that named it
   * @throws AppError VALIDATION if the file is unknown or has another owner
   */
  adopt(db: Database, key: string, ownerId: string, path?: string): Promise<void>
  /** Deletes a staged file that got no row; does nothing if a row uses it. */
  discard(key: string): Promise<void>
  /** Deletes the row. The next sweep moves the bytes to the trash. */
  release(db: Database, key: string): Promise<void>
  /** Releases any number of files with one statement. */
  releaseAll(db: Database, keys: readonly string[]): Promise<void>
  /** Deletes the bytes of released files with their renditions at once, also from the trash. */
  destroy(keys: readonly string[]): Promise<void>
  /** The job `remove-file` of earlier versions, which may still wait: releases the bytes of a deleted row. */
  releaseByJob(payload: unknown): Promise<void>
  /** Describes a file; null for a malformed key, one without a row, or one of a record in the bin (OQ-476). */
  find(db: Database, key: string): Promise<StoredFile | null>
  /** Opens a file that has a row, or a part of it; null otherwise. The caller reads or destroys the stream. */
  open(db: Database, key: string, range?: ByteRange): Promise<{ file: StoredFile; stream: Readable } | null>
  /** Opens a file that `find` returned. */
  read(file: StoredFile, range?: ByteRange): Promise<Readable | null>
}

/**
 * Creates the access to uploaded files.
 * @param db the connection pool: new keys are recorded whatever happens to the transaction that uses them
 */
export function createFiles({
  store,
  db: pool,
  log,
}: {
  store: FileStore
  db: Database
  log: Logger
}): Files {
  const staged = new WeakMap<SpooledFile, Promise<string>>()

  async function put(spooled: SpooledFile): Promise<string> {
    const key = newFileKey(spooled.mediaType)
    await issueKey(pool, key)
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
    const row = await findShownFile(db, key)
    return row ? described(row) : null
  }

  async function read(file: StoredFile, range?: ByteRange): Promise<Readable | null> {
    const found = await store.read(file.key, range)
    if (!found) log.error({ key: file.key }, 'A file has a row but no bytes')
    return found?.stream ?? null
  }

  return {
    ...createFileSweep({ store, db: pool, log }),
    stage,
    find,
    read,
    async keep(db, spooled, ownerId) {
      const { key } = await stage(spooled)
      if (!(await useKey(db, key))) {
        throw new AppError('BAD_REQUEST', 'The upload took too long. Upload the file again.')
      }
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
    async copy(db, key, ownerId) {
      const file = await findFile(db, key)
      if (!file) return null
      const copy = newFileKey(file.media_type)
      await issueKey(pool, copy)
      if (!(await store.copy(key, copy))) {
        log.error({ key }, 'A file has a row but no bytes')
        return null
      }
      await useKey(db, copy)
      await insertFile(db, { ...file, key: copy, owner_id: ownerId })
      return { key: copy }
    },
    async adopt(db, key, ownerId, path = 'file') {
      if (isFileKey(key) && (await claimFile(db, key, ownerId))) return
      throw invalid([{ path, message: 'This file is not known. Upload it again.' }])
    },
    async discard(key) {
      if (!(await giveUpKey(pool, key))) return
      await store.remove(key)
      await forgetKeys(pool, [key])
    },
    release: (db, key) => releaseFiles(db, [key]),
    releaseAll: releaseFiles,
    async destroy(keys) {
      await requireOwnStore(pool, store)
      for (const key of keys) {
        // A file that has a row is in use.
        if (!isFileKey(key) || (await findFile(pool, key))) continue
        for (const name of [key, ...renditionNames(key)]) await store.remove(name)
        await forgetKeys(pool, [key])
      }
    },
    async releaseByJob(payload) {
      const key = payload && typeof payload === 'object' && 'key' in payload ? payload.key : null
      if (typeof key !== 'string') throw new TypeError('The job names no file.')
      await giveUpReleasedKey(pool, key)
    },
    async open(db, key, range) {
      const file = await find(db, key)
      const stream = file && (await read(file, range))
      return file && stream ? { file, stream } : null
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
