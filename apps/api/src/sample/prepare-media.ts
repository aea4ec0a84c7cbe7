import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { postFileRules } from '@greenroom/contract/community/post/post.schema'
import type { Database } from '../platform/database/database.ts'
import type { Files } from '../platform/files/files.ts'
import { type SpooledFile, spoolPart } from '../platform/files/spool.ts'
import { drawPicture, type Motif } from './pictures/draw-picture.ts'

/** Files of the folder `media`: a real video of four seconds, and a page made by `makePdfPage`. */
const storedFiles = ['market-week.webm', 'goal-planner.pdf'] as const
/** Max number of files stored at once. */
const atOnce = 4
/** Width in pixels; posts and banners are shown smaller than the shop's cards. */
const pictureWidth = 960

/** A file of the folder `media`, or an image to draw. */
export type MediaSource = (typeof storedFiles)[number] | Motif

/** A file that a record of the sample will show. Several may have one source; each is a separate file. */
export interface MediaOrder {
  /** Its unique name among the sample's files. */
  name: string
  source: MediaSource
}

/** Stored files that have no rows yet. */
interface PreparedMedia {
  /**
   * Inserts the row of a file in the caller's transaction; may be repeated with it.
   * @returns the key of the file
   * @throws TypeError if no file of that name was prepared
   */
  keep(db: Database, name: string, ownerId: string): Promise<string>
  /** Deletes the bytes of all files, if their rows are not added after all. */
  remove(): Promise<void>
}

/**
 * Stores files in the same way as uploads, so that each is checked. An image that is shown in several places is drawn
 * once.
 */
export async function prepareMedia(
  orders: readonly MediaOrder[],
  { files, spoolFolder }: { files: Files; spoolFolder: string },
): Promise<PreparedMedia> {
  const sources = [...new Set(orders.map((order) => order.source))].sort()
  const contents = new Map<MediaSource, Promise<Buffer>>()
  const contentOf = (source: MediaSource) => {
    const known = contents.get(source) ?? bytesOf(source, sources.indexOf(source))
    contents.set(source, known)
    return known
  }
  const prepared = new Map<string, { spooled: SpooledFile; key: string }>()
  const waiting = orders.values()
  const prepareOneAfterAnother = async () => {
    for (const { name, source } of waiting) {
      const bytes = await contentOf(source)
      const spooled = await spoolPart(Readable.from([bytes]), { folder: spoolFolder, rule: ruleFor(source) })
      prepared.set(name, { spooled, key: (await files.stage(spooled)).key })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, prepareOneAfterAnother))
  return {
    async keep(db, name, ownerId) {
      const file = prepared.get(name)
      if (!file) throw new TypeError(`No file was prepared for ${name}.`)
      return (await files.keep(db, file.spooled, ownerId)).key
    },
    async remove() {
      for (const { key } of prepared.values()) await files.discard(key)
    },
  }
}

function ruleFor(source: MediaSource) {
  if (source === 'market-week.webm') return postFileRules.video
  return source === 'goal-planner.pdf' ? postFileRules.file : postFileRules.images
}

async function bytesOf(source: MediaSource, index: number): Promise<Buffer> {
  if (isStored(source)) return readFile(join(mediaFolder(), source))
  // Loaded here, because a server without sample data does not need its memory at start.
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(drawPicture(source, index)))
    .resize(pictureWidth)
    .removeAlpha()
    .jpeg({ quality: 82 })
    .toBuffer()
}

function isStored(source: MediaSource): source is (typeof storedFiles)[number] {
  return (storedFiles as readonly string[]).includes(source)
}

/** Returns the folder of the sample's files, from a source file or from the bundle. */
function mediaFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, 'src', 'sample', 'media')
    if (existsSync(join(folder, 'package.json')) && existsSync(candidate)) return candidate
    if (dirname(folder) === folder) throw new Error('The folder of sample files is missing.')
  }
}
