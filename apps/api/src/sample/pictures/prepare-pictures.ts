import { Readable } from 'node:stream'
import { imageRule } from '@greenroom/contract/file-rule'
import type { Database } from '../../platform/database/database.ts'
import type { Files } from '../../platform/files/files.ts'
import { type SpooledFile, spoolPart } from '../../platform/files/spool.ts'
import { drawPicture, type Motif } from './draw-picture.ts'

const formats = ['jpeg', 'webp', 'png'] as const
/** How many pictures are drawn and stored at the same time. */
const atOnce = 4

/** A picture that some record of the sample will show. */
export interface PictureOrder {
  /** Tells it from all other pictures of the sample. */
  name: string
  motif: Motif
  /** Absent lets the place in the list decide. */
  format?: (typeof formats)[number]
}

/** Pictures whose bytes are stored, and which wait for their rows. */
export interface PreparedPictures {
  /**
   * Inserts the row of a picture in the caller's transaction; may be repeated with it.
   * @returns the key of the picture
   * @throws TypeError when no picture of that name was ordered
   */
  keep(db: Database, name: string, ownerId: string): Promise<string>
  /** Removes the bytes of all pictures, when their rows were not wanted after all. */
  remove(): Promise<void>
}

/**
 * Draws pictures and puts them into the file store by the same way as an upload, so that each is judged by its bytes.
 * The place in the list decides colours and format: the same list always gives the same pictures.
 */
export async function preparePictures(
  orders: readonly PictureOrder[],
  { files, spoolFolder }: { files: Files; spoolFolder: string },
): Promise<PreparedPictures> {
  const prepared = new Map<string, { spooled: SpooledFile; key: string }>()
  const waiting = orders.entries()
  const prepareOneAfterAnother = async () => {
    for (const [index, { name, motif, format }] of waiting) {
      const bytes = await encode(
        drawPicture(motif, index),
        format ?? formats[index % formats.length] ?? 'jpeg',
      )
      const spooled = await spoolPart(Readable.from([bytes]), { folder: spoolFolder, rule: imageRule })
      prepared.set(name, { spooled, key: (await files.stage(spooled)).key })
    }
  }
  // While some are made durable others are drawn; few at once, so that a first start needs little memory.
  await Promise.all(Array.from({ length: atOnce }, prepareOneAfterAnother))
  return {
    async keep(db, name, ownerId) {
      const picture = prepared.get(name)
      if (!picture) throw new TypeError(`No picture was ordered for ${name}.`)
      return (await files.keep(db, picture.spooled, ownerId)).key
    },
    async remove() {
      for (const { key } of prepared.values()) await files.removeBytes({ key })
    },
  }
}

async function encode(svg: string, format: (typeof formats)[number]): Promise<Buffer> {
  // Loaded only here: it takes memory that a server without sample data does not need at start.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  const image = sharp(Buffer.from(svg)).removeAlpha()
  if (format === 'jpeg') return image.jpeg({ quality: 82 }).toBuffer()
  if (format === 'webp') return image.webp({ quality: 82, effort: 2 }).toBuffer()
  // Without a palette: choosing one takes ten times as long as everything else, for half the bytes.
  return image.png({ compressionLevel: 3 }).toBuffer()
}
