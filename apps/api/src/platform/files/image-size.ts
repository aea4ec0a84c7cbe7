import { open } from 'node:fs/promises'
import { AppError } from '../app-error.ts'
import { loadImageLibrary } from './image-library.ts'

/** Images with more pixels are refused before anything decodes them. */
const maxMegapixels = 50
export const maxPixels = maxMegapixels * 1_000_000

const formatOf: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Reads an image's width and height in pixels and its orientation (1 to 8, as in Exif) from its header, one image at
 * a time and without decoding it.
 * @throws AppError UNSUPPORTED_TYPE with `wrongType` if the header does not match this media type, and with a message
 * of its own for more than 50 megapixels
 */
export async function readImageSize(
  path: string,
  mediaType: string,
  wrongType: string,
): Promise<{ width: number; height: number; orientation: number }> {
  const turn = last.then(() => readHeader(path, mediaType))
  last = turn.catch(() => {})
  const header = await turn.catch((cause: unknown) => {
    throw new AppError('UNSUPPORTED_TYPE', wrongType, { cause })
  })
  if (header.format !== formatOf[mediaType] || header.width < 1 || header.height < 1) {
    throw new AppError('UNSUPPORTED_TYPE', wrongType)
  }
  if (header.width * header.height > maxPixels) {
    throw new AppError(
      'UNSUPPORTED_TYPE',
      `Image has too many pixels; the limit is ${maxMegapixels} megapixels (for instance 10000 x 5000)`,
    )
  }
  return { width: header.width, height: header.height, orientation: header.orientation ?? 1 }
}

async function readHeader(path: string, mediaType: string) {
  const sharp = await loadImageLibrary()
  // The caller applies the limit to the header, so that its message can say what was wrong.
  const { width, height, format, orientation } = await sharp(path, { limitInputPixels: false }).metadata()
  const screen = mediaType === 'image/gif' ? await readGifScreen(path) : { width: 0, height: 0 }
  return {
    width: Math.max(width, screen.width),
    height: Math.max(height, screen.height),
    format,
    orientation,
  }
}

/** Reads a GIF's logical screen. libvips reports only the frames; a browser allocates the whole screen. */
async function readGifScreen(path: string): Promise<{ width: number; height: number }> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 6)
    return { width: buffer.readUInt16LE(0), height: buffer.readUInt16LE(2) }
  } finally {
    await file.close()
  }
}
