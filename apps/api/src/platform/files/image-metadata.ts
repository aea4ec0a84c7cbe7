import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { AppError } from '../app-error.ts'
import { blank, bytesAt, writeAt, zeros } from './file-bytes.ts'
import { blankHeif, UnreadableHeif } from './heif-metadata.ts'

/** More pieces than any camera or editor writes; a file with millions would keep the server busy. */
const mostPieces = 40_000
/** A PNG chunk type that no program reads: ancillary, private, safe to copy. */
const emptyChunk = Buffer.from('emPt', 'latin1')

/**
 * Blanks what an image says about place, device and people (Exif, XMP, IPTC, PNG texts), in the file itself and
 * without touching a pixel, so that staff do not publish where a photograph was taken. Keeps the orientation (1 to 8,
 * as in Exif) and the file's size.
 * @returns true if anything changed
 * @throws AppError UNSUPPORTED_TYPE with `wrongType` for an image with too many pieces, or one of the HEIF family
 * whose metadata cannot be found
 */
export async function blankImageMetadata(
  path: string,
  mediaType: string,
  orientation: number,
  wrongType: string,
): Promise<boolean> {
  const walk = walks[mediaType]
  if (!walk) return false
  const file = await open(path, 'r+')
  try {
    let changed = false
    let pieces = 0
    for await (const piece of walk(file, onlyOrientation(orientation))) {
      changed ||= piece
      pieces += 1
      if (pieces > mostPieces) throw new AppError('UNSUPPORTED_TYPE', wrongType)
    }
    return changed
  } catch (cause) {
    if (cause instanceof UnreadableHeif) throw new AppError('UNSUPPORTED_TYPE', wrongType, { cause })
    throw cause
  } finally {
    await file.close()
  }
}

/** Returns an Exif block (a TIFF header and one entry) that contains only the orientation. */
function onlyOrientation(orientation: number): Buffer {
  const block = Buffer.from('49492a0008000000010012010300010000000100000000000000', 'hex')
  block.writeUInt16LE(orientation, 18)
  return block
}

/** Walks the segments before the image data; yields for each whether it was blanked. */
async function* blankJpeg(file: FileHandle, exif: Buffer): AsyncGenerator<boolean> {
  let position = 2
  while (true) {
    const head = await bytesAt(file, position, 10)
    const marker = head[1] ?? 0
    if (head.length < 4 || head[0] !== 0xff || marker === 0xda || marker === 0xd9) return
    if (marker === 0xff) {
      position += 1
      yield false
      continue
    }
    const length = head.readUInt16BE(2)
    if (length < 2) return
    const isMetadata = marker === 0xe1 || marker === 0xed
    const isExif = marker === 0xe1 && head.subarray(4).toString('latin1') === 'Exif\0\0'
    if (isExif) await blank(file, position + 10, length - 8, exif)
    else if (isMetadata) await blank(file, position + 4, length - 2)
    yield isMetadata
    position += 2 + length
  }
}

async function* blankPng(file: FileHandle, exif: Buffer): AsyncGenerator<boolean> {
  let position = 8
  while (true) {
    const head = await bytesAt(file, position, 8)
    if (head.length < 8) return
    const length = head.readUInt32BE(0)
    const type = head.subarray(4)
    const name = type.toString('latin1')
    const isText = name === 'tEXt' || name === 'zTXt' || name === 'iTXt'
    if (isText || name === 'eXIf') {
      // A chunk that claims to go past the end must not make the file grow.
      if (position + 12 + length > (await file.stat()).size) return
      const kept = name === 'eXIf' ? exif : undefined
      if (isText) await writeAt(file, emptyChunk, position + 4)
      await blank(file, position + 8, length, kept)
      await writeAt(file, checksum(isText ? emptyChunk : type, length, kept), position + 8 + length)
      yield true
    } else yield false
    position += 12 + length
  }
}

function checksum(type: Buffer, length: number, start?: Buffer): Buffer {
  const fits = start && start.length <= length ? start : Buffer.alloc(0)
  let value = crc32(fits, crc32(type))
  for (let left = length - fits.length; left > 0; left -= zeros.length) {
    value = crc32(zeros.subarray(0, Math.min(left, zeros.length)), value)
  }
  const written = Buffer.alloc(4)
  written.writeUInt32BE(value)
  return written
}

async function* blankWebp(file: FileHandle, exif: Buffer): AsyncGenerator<boolean> {
  let position = 12
  while (true) {
    const head = await bytesAt(file, position, 9)
    if (head.length < 8) return
    const name = head.subarray(0, 4).toString('latin1')
    const length = head.readUInt32LE(4)
    const isMetadata = name === 'EXIF' || name === 'XMP '
    if (isMetadata && position + 8 + length > (await file.stat()).size) return
    if (name === 'EXIF') await blank(file, position + 8, length, exif)
    if (name === 'XMP ') {
      await writeAt(file, emptyChunk, position)
      await blank(file, position + 8, length)
    }
    // The extended header's third bit announces an XMP chunk.
    const announced = name === 'VP8X' ? (head[8] ?? 0) & 0x04 : 0
    if (announced) await writeAt(file, Buffer.from([(head[8] ?? 0) & ~0x04]), position + 8)
    yield isMetadata || announced > 0
    position += 8 + length + (length % 2)
  }
}

const walks: Readonly<Record<string, typeof blankJpeg>> = {
  'image/jpeg': blankJpeg,
  'image/png': blankPng,
  'image/webp': blankWebp,
  'image/avif': blankHeif,
  'image/heic': blankHeif,
  'image/heif': blankHeif,
}
