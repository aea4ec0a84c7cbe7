import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { postFileRules } from '@greenroom/contract/post/post.schema'
import type { Database } from '../platform/database/database.ts'
import type { Files } from '../platform/files/files.ts'
import { type SpooledFile, spoolPart } from '../platform/files/spool.ts'
import { drawPicture, type Motif } from './pictures/draw-picture.ts'

/** Files of the folder `media`: a real video of four seconds, and a page that `makePdfPage` made. */
const storedFiles = ['market-week.webm', 'goal-planner.pdf'] as const
/** How many files are stored at the same time. */
const atOnce = 4
/** Pixels across; posts and banners are shown smaller than the cards of the shop. */
const pictureWidth = 960

/** A file of the folder `media`, or a picture to draw. */
export type MediaSource = (typeof storedFiles)[number] | Motif

/** A file that some record of the sample will show; several may be of one source, each of them a file of its own. */
export interface MediaOrder {
  /** Tells it from all other files of the sample. */
  name: string
  source: MediaSource
}

/** Files whose bytes are stored, and which wait for their rows. */
export interface PreparedMedia {
  /**
   * Inserts the row of a file in the caller's transaction; may be repeated with it.
   * @returns the key of the file
   * @throws TypeError when no file of that name was ordered
   */
  keep(db: Database, name: string, ownerId: string): Promise<string>
  /** Removes the bytes of all files, when their rows were not wanted after all. */
  remove(): Promise<void>
}

/**
 * Puts files into the file store by the same way as an upload, so that each is judged by its bytes. What is shown at
 * several places is drawn once.
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
      if (!file) throw new TypeError(`No file was ordered for ${name}.`)
      return (await files.keep(db, file.spooled, ownerId)).key
    },
    async remove() {
      for (const { key } of prepared.values()) await files.removeBytes({ key })
    },
  }
}

function ruleFor(source: MediaSource) {
  if (source === 'market-week.webm') return postFileRules.video
  return source === 'goal-planner.pdf' ? postFileRules.file : postFileRules.images
}

async function bytesOf(source: MediaSource, index: number): Promise<Buffer> {
  if (isStored(source)) return readFile(join(mediaFolder(), source))
  // Loaded only here: it takes memory that a server without sample data does not need at start.
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

/** The folder of the sample's files, found from a source file and from the bundle alike. */
function mediaFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, 'src', 'sample', 'media')
    if (existsSync(join(folder, 'package.json')) && existsSync(candidate)) return candidate
    if (dirname(folder) === folder) throw new Error('The folder of sample files is missing.')
  }
}
