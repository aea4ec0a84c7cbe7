import { createWriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type RenditionWidth, renditionWidths } from '@greenroom/contract/desk/file/rendition'
import { pictureTypes } from '@greenroom/contract/file-type'
import type { Logger } from 'pino'
import { AppError } from '../app-error.ts'
import type { Database } from '../database/database.ts'
import type { DiskSpace } from './disk-space.ts'
import { findFile } from './file-repository.ts'
import type { FileStore } from './file-store.ts'
import type { StoredFile } from './files.ts'
import { loadImageLibrary } from './image-library.ts'
import { maxPixels } from './image-size.ts'
import { isMovingPng } from './png-pieces.ts'
import { renditionName } from './rendition-name.ts'
import { newSpoolPath } from './spool.ts'

/** Max renditions that wait at once, of one process. */
const mostWaiting = 100
/** Max time to decode and encode one picture, in seconds. */
const timeLimit = 20
/** A taller picture gets a narrower rendition: WebP ends at 16,383 pixels. */
const mostHeightPerWidth = 4
/** Unreadable pictures that a process remembers, so that it does not decode them for every request. */
const mostUnreadable = 1_000

/** Smaller copies of stored pictures, re-encoded as WebP without any metadata. Moving ones keep moving. */
export interface Renditions {
  /**
   * Opens a rendition; the first request makes and stores it.
   * @returns null if the original must do: it is not a picture, cannot be decoded, or the disk is full
   * @throws AppError UNAVAILABLE if too many are waiting to be made
   */
  open(
    db: Database,
    file: StoredFile,
    width: RenditionWidth,
  ): Promise<{ stream: Readable; byteSize: number } | null>
}

export function createRenditions({
  store,
  spoolFolder,
  disk,
  log,
}: {
  store: FileStore
  spoolFolder: string
  disk: Pick<DiskSpace, 'isNearlyFull'>
  log: Logger
}): Renditions {
  const making = new Map<string, Promise<Buffer | null>>()
  const unreadable = new Set<string>()
  let last: Promise<unknown> = Promise.resolve()

  const draftPath = () => newSpoolPath(spoolFolder)

  async function make(db: Database, file: StoredFile, width: RenditionWidth): Promise<Buffer | null> {
    if (await disk.isNearlyFull()) return null
    const original = await store.read(file.key)
    if (!original) return null
    await mkdir(spoolFolder, { recursive: true, mode: 0o700 })
    const draft = draftPath()
    try {
      await pipeline(original.stream, createWriteStream(draft, { mode: 0o600 }))
      const bytes = await encode(draft, file.mediaType, width)
      if (bytes) await keep(db, file.key, width, bytes)
      else remember(file.key)
      return bytes
    } finally {
      await rm(draft, { force: true })
    }
  }

  async function encode(path: string, mediaType: string, width: RenditionWidth): Promise<Buffer | null> {
    // The library reads an animated PNG as a still one.
    if (mediaType === 'image/png' && (await isMovingPng(path))) return null
    const sharp = await loadImageLibrary()
    // All frames together have no more pixels than one picture may have. The original is served of a longer one.
    return sharp(path, { animated: true, limitInputPixels: maxPixels, failOn: 'error' })
      .timeout({ seconds: timeLimit })
      .autoOrient()
      .resize({ width, height: width * mostHeightPerWidth, fit: 'inside', withoutEnlargement: true })
      .webp()
      .toBuffer()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'A picture could not be decoded; the original is served instead')
        return null
      })
  }

  /** Stores a rendition. A failure only means that the next request makes it again. */
  async function keep(db: Database, key: string, width: RenditionWidth, bytes: Buffer): Promise<void> {
    const draft = draftPath()
    const name = renditionName(key, width)
    try {
      await writeFile(draft, bytes, { mode: 0o600 })
      await store.put(name, draft, { mediaType: 'image/webp', byteSize: bytes.length })
      // The file may have been deleted and swept in the meantime. A later sweep removes this rendition with it.
      if (!(await findFile(db, key))) await store.remove(name)
    } catch (error) {
      log.warn({ err: error, name }, 'A rendition could not be stored')
    } finally {
      await rm(draft, { force: true })
    }
  }

  function remember(key: string): void {
    if (unreadable.size >= mostUnreadable) unreadable.clear()
    unreadable.add(key)
  }

  /** Makes one rendition at a time, and each once however many requests want it. */
  function makeOnce(db: Database, file: StoredFile, width: RenditionWidth): Promise<Buffer | null> {
    const name = renditionName(file.key, width)
    const going = making.get(name)
    if (going) return going
    if (making.size >= mostWaiting) {
      throw new AppError('UNAVAILABLE', 'Many pictures are being prepared. Try again in a moment.', {
        retryAfter: 5,
      })
    }
    const turn = last
      .then(() => make(db, file, width))
      .catch((error: unknown) => {
        log.warn({ err: error, name }, 'A rendition could not be made; the original is served instead')
        return null
      })
      .finally(() => making.delete(name))
    last = turn
    making.set(name, turn)
    return turn
  }

  return {
    async open(db, file, wanted) {
      if (!pictureTypes.includes(file.mediaType) || unreadable.has(file.key)) return null
      const width = usefulWidth(file, wanted)
      const stored = await store.read(renditionName(file.key, width))
      if (stored) return stored
      const bytes = await makeOnce(db, file, width)
      return bytes && { stream: Readable.from([bytes]), byteSize: bytes.length }
    },
  }
}

/**
 * Returns the width to make: the smallest that has all the pixels, so that a small picture gets no equal copies. The
 * stored size is that before orientation, so the longer side counts.
 */
function usefulWidth(file: StoredFile, wanted: RenditionWidth): RenditionWidth {
  const longest = Math.max(file.width ?? 0, file.height ?? 0)
  return renditionWidths.find((width) => width >= Math.min(wanted, longest)) ?? wanted
}
