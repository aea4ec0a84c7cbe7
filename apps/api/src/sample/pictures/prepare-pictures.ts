import { Readable } from 'node:stream'
import { imageRule } from '@greenroom/contract/file-rule'
import type { Database } from '../../platform/database/database.ts'
import type { Files } from '../../platform/files/files.ts'
import { type SpooledFile, spoolPart } from '../../platform/files/spool.ts'
import { drawPicture, type Motif } from './draw-picture.ts'

const formats = ['jpeg', 'webp', 'png'] as const
/** Max number of images drawn and stored at once. */
const atOnce = 4

/** An image that a record of the sample will show. */
export interface PictureOrder {
  /** Its unique name among the sample's images. */
  name: string
  motif: Motif
  /** The index in the list by default. */
  format?: (typeof formats)[number]
}

/** Stored images that have no rows yet. */
interface PreparedPictures {
  /**
   * Inserts the row of an image in the caller's transaction; may be repeated with it.
   * @returns the key of the image
   * @throws TypeError if no image of that name was prepared
   */
  keep(db: Database, name: string, ownerId: string): Promise<string>
  /** Deletes the bytes of all images, if their rows are not added after all. */
  remove(): Promise<void>
}

/**
 * Draws images and stores them in the same way as uploads, so that each is checked. The index in the list decides
 * colours and format: the same list always has the same images.
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
  // Some are synced while others are drawn; few at once, so that a first start needs little memory.
  await Promise.all(Array.from({ length: atOnce }, prepareOneAfterAnother))
  return {
    async keep(db, name, ownerId) {
      const picture = prepared.get(name)
      if (!picture) throw new TypeError(`No image was prepared for ${name}.`)
      return (await files.keep(db, picture.spooled, ownerId)).key
    },
    async remove() {
      for (const { key } of prepared.values()) await files.discard(key)
    },
  }
}

async function encode(svg: string, format: (typeof formats)[number]): Promise<Buffer> {
  // Loaded here, because a server without sample data does not need its memory at start.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  const image = sharp(Buffer.from(svg)).removeAlpha()
  if (format === 'jpeg') return image.jpeg({ quality: 82 }).toBuffer()
  if (format === 'webp') return image.webp({ quality: 82, effort: 2 }).toBuffer()
  // Without a palette: choosing one takes ten times as long as everything else, for half the bytes.
  return image.png({ compressionLevel: 3 }).toBuffer()
}
