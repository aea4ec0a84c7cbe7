import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { fileExtension, storableMediaTypes } from '@greenroom/contract/file-type'
import { originalOf } from './rendition-name.ts'

/** A part of a file: its first and its last byte, counted from 0, both inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/** Storage of uploaded bytes. A key comes from `newFileKey` or `renditionName`; stores reject any other text. */
export interface FileStore {
  /** The folder or the s3:// address, for messages to the operator. */
  place: string
  /** The folder on this machine that the files are written to; undefined for an object store. */
  folder?: string
  /**
   * Stores the file at `sourcePath` under a key. The source may be moved away. Once resolved, the bytes survive a
   * crash. Repeating it with the same key and bytes changes nothing.
   */
  put(key: string, sourcePath: string, about: { mediaType: string; byteSize: number }): Promise<void>
  /**
   * Returns the bytes, or a part of them, and the size of the whole file; null for an unknown key. Also reads from the
   * trash, so that a backup, or a database restored to an earlier time, finds the files deleted since.
   */
  read(key: string, range?: ByteRange): Promise<{ stream: Readable; byteSize: number } | null>
  /** Copies a file to an unused key; false if there is no such file. Once resolved, the copy survives a crash. */
  copy(key: string, newKey: string): Promise<boolean>
  /** Moves a file to the trash; does nothing if there is none. */
  trash(key: string): Promise<void>
  /** Deletes a file, also from the trash; does nothing if there is none. */
  remove(key: string): Promise<void>
  /** Yields the key of every stored file outside the trash, without renditions, in no particular order. */
  list(): AsyncIterable<string>
  /** Returns the id of the database that owns this store; null if it is unclaimed. */
  readOwner(): Promise<string | null>
  writeOwner(databaseId: string): Promise<void>
  /** Returns the list of erased people; null if there is none. It is outside the database, so a restore keeps it. */
  readErasures(): Promise<string | null>
  writeErasures(list: string): Promise<void>
  /** Resolves if files can be stored now. */
  check(): Promise<void>
}

/** Name of the file in a store that holds the id of the owning database. */
export const ownerFile = 'greenroom-database-id'
/** Name of the file in a store that lists the erasures of people. */
export const erasuresFile = 'greenroom-erasures.json'
/** Folder or prefix of deleted files in a store. */
export const trashFolder = 'trash'

const endings = storableMediaTypes.map((type) => fileExtension(type)?.slice(1)).join('|')
const keyPattern = new RegExp(`^[0-9a-f]{32}\\.(?:${endings})$`)

/**
 * Creates a key that cannot be guessed: 128 random bits in hexadecimal, and the extension of the media type.
 * @throws TypeError for a media type that may not be stored
 */
export function newFileKey(mediaType: string): string {
  const extension = fileExtension(mediaType)
  if (!extension) throw new TypeError(`No file of type ${mediaType} may be stored.`)
  return randomBytes(16).toString('hex') + extension
}

/** Tells whether a text has the exact form of a key, so that it is safe in a path or a URL. */
export function isFileKey(text: string): boolean {
  return keyPattern.test(text)
}

/** Returns the key of the file that a stored name belongs to, also for a rendition; null for any other name. */
function fileKeyOf(name: string): string | null {
  const key = originalOf(name)
  return isFileKey(key) ? key : null
}

/**
 * Returns the key of a file or a rendition.
 * @throws TypeError if it is malformed, so that no other text ever reaches a path
 */
export function requireFileKey(key: string): string {
  if (fileKeyOf(key) === null) throw new TypeError('This is not the key of a file.')
  return key
}
