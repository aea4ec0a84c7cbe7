import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, stat, unlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type FileRule, isTooLarge } from '@greenroom/contract/file-rule'
import { pictureTypes } from '@greenroom/contract/file-type'
import { AppError } from '../app-error.ts'
import { isSystemError } from '../system-error.ts'
import { detectFileType } from './file-type.ts'
import { removeImageMetadata } from './image-metadata.ts'
import { readImageSize } from './image-size.ts'

/** An uploaded file on disk, checked, without an owner. */
export interface SpooledFile {
  path: string
  /** 0 for a part without content, which callers treat as no file; the other members are then meaningless. */
  byteSize: number
  /** Hash of the file on disk, after an image's metadata was removed; lower-case hexadecimal. */
  sha256: string
  /** The detected type, whatever the client declared. */
  mediaType: string
  /** With its dot, for instance ".jpg". */
  extension: string
  /** Pixels; null for types that browsers do not draw. */
  width: number | null
  height: number | null
  /** Deletes the file; does nothing if it is gone. */
  discard(): Promise<void>
}

interface SpoolOptions {
  /** The spool folder; created if missing. */
  folder: string
  rule: FileRule
  /** A lower limit than the rule's in bytes, for instance what is left of a form's total. */
  maxBytes?: number
  /** True if exactly `maxBytes` is too large; the rule's own value by default. */
  exclusive?: boolean
  /** Ends the reading, as a closed connection does. */
  signal?: AbortSignal
}

const hour = 3_600_000
const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
/** Distinguishes this process from an earlier one with the same id, as the first process of every container has. */
const run = randomBytes(4).toString('hex')
const spooledName = /^([0-9a-f]{8})-(\d+)-([0-9a-f]{8})-[0-9a-f]{32}$/

/** Returns a new path in the spool folder. If this process dies, the next one that starts there deletes the file. */
export function newSpoolPath(folder: string): string {
  return join(folder, `${host}-${process.pid}-${run}-${randomBytes(16).toString('hex')}`)
}

/**
 * Writes a stream to the spool folder while counting and hashing it, then checks its type. Memory use does not depend
 * on the size. On any error no file is left, and the rest of the stream is drained so that its request can still get
 * a response.
 * @throws AppError TOO_LARGE or UNSUPPORTED_TYPE with the rule's message, STORAGE_FULL, BAD_REQUEST for a stream that
 * was cut off
 */
export async function spoolPart(stream: Readable, options: SpoolOptions): Promise<SpooledFile> {
  const limit: FileRule = {
    ...options.rule,
    maxBytes: Math.min(options.maxBytes ?? options.rule.maxBytes, options.rule.maxBytes),
    exclusive: options.exclusive ?? options.rule.exclusive ?? false,
  }
  let path: string | null = null
  try {
    await mkdir(options.folder, { recursive: true, mode: 0o700 })
    path = newSpoolPath(options.folder)
    const { byteSize, sha256 } = await write(stream, path, limit, options.signal)
    const inspected = byteSize > 0 ? await inspect(path, limit, options.folder) : nothing
    const written = path
    return { path: written, byteSize, sha256, ...inspected, discard: () => remove(written) }
  } catch (error) {
    readAway(stream)
    if (path) await remove(path)
    if (isSystemError(error, 'ENOSPC') || isSystemError(error, 'EDQUOT')) {
      throw new AppError('STORAGE_FULL', 'There is no room left to store the file.', { cause: error })
    }
    throw error
  }
}

const nothing = { mediaType: 'application/octet-stream', extension: '', width: null, height: null }

async function write(stream: Readable, path: string, limit: FileRule, signal: AbortSignal | undefined) {
  const hash = createHash('sha256')
  let byteSize = 0
  const file = await open(path, 'wx', 0o600)
  const stop = () => stream.destroy(new Error('The upload was aborted.'))
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  try {
    // A plain `for await` would destroy the stream on a refusal, and a destroyed part stalls its request.
    for await (const chunk of reading(stream)) {
      byteSize += chunk.length
      if (isTooLarge(limit, byteSize)) throw new AppError('TOO_LARGE', limit.tooLarge)
      hash.update(chunk)
      await writeAll(file, chunk)
    }
    // A multipart parser may cut a part at its own limit and end it as if it were whole.
    if ('truncated' in stream && stream.truncated === true) throw new AppError('TOO_LARGE', limit.tooLarge)
    return { byteSize, sha256: hash.digest('hex') }
  } finally {
    signal?.removeEventListener('abort', stop)
    await file.close()
  }
}

async function* reading(stream: Readable): AsyncGenerator<Buffer> {
  const chunks = stream.iterator({ destroyOnReturn: false })
  try {
    while (true) {
      const next = await chunks.next().catch((cause: unknown) => {
        throw new AppError('BAD_REQUEST', 'The upload was cut off.', { cause })
      })
      if (next.done) return
      yield Buffer.isBuffer(next.value) ? next.value : Buffer.from(next.value as Uint8Array)
    }
  } finally {
    // Release the stream, or it could not be drained.
    await chunks.return?.()
  }
}

async function writeAll(file: FileHandle, chunk: Buffer): Promise<void> {
  let offset = 0
  while (offset < chunk.length) {
    const { bytesWritten } = await file.write(chunk, offset, chunk.length - offset)
    offset += bytesWritten
  }
}

async function inspect(path: string, rule: FileRule, folder: string) {
  const type = await detectFileType(path)
  if (!type || !rule.mediaTypes.includes(type.mediaType)) {
    throw new AppError('UNSUPPORTED_TYPE', rule.wrongType)
  }
  if (!type.mediaType.startsWith('image/')) return { ...type, width: null, height: null }
  const clean = (orientation: number) =>
    removeImageMetadata(path, type.mediaType, {
      orientation,
      wrongType: rule.wrongType,
      draftPath: newSpoolPath(folder),
    })
  const isGif = type.mediaType === 'image/gif'
  // It has no orientation, and the image library cannot read some with a comment and a text behind their end.
  if (isGif) await clean(1)
  // Images that are only downloaded are never decoded here, so their pixels are not counted.
  const { width, height, orientation } = pictureTypes.includes(type.mediaType)
    ? await readImageSize(path, type.mediaType, rule.wrongType)
    : { width: null, height: null, orientation: 1 }
  if (!isGif) await clean(orientation)
  return { ...type, width, height, byteSize: (await stat(path)).size, sha256: await hashOf(path) }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

function readAway(stream: Readable): void {
  stream.on('error', () => {})
  if (!stream.destroyed) stream.resume()
}

async function remove(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if (!isSystemError(error, 'ENOENT')) throw error
  })
}

/**
 * Deletes what no request needs from the spool folder: files of ended processes, and any file older than an hour.
 * Files of other machines that share the folder are inspected by age alone.
 * @returns the number of files deleted
 */
export async function sweepSpool(folder: string, now = new Date()): Promise<number> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return []
    throw error
  })
  let removed = 0
  for (const name of names) {
    const path = join(folder, name)
    const entry = await stat(path).catch(() => null)
    if (!entry?.isFile()) continue
    if (now.getTime() - entry.mtimeMs < hour && !isAbandoned(name)) continue
    await remove(path)
    removed += 1
  }
  return removed
}

function isAbandoned(name: string): boolean {
  const [, itsHost, itsProcess, itsRun] = spooledName.exec(name) ?? []
  if (itsHost !== host) return false
  const pid = Number(itsProcess)
  if (pid === process.pid) return itsRun !== run
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return isSystemError(error, 'ESRCH')
  }
}
