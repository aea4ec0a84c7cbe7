import type { FileHandle } from 'node:fs/promises'
import { bytesAt } from './file-bytes.ts'

/** Bytes to write, or a span of the source to copy. */
export type Piece = Buffer | { start: number; end: number }

/** An image whose structure can't be read. */
export class UnreadableImage extends Error {}

/** More pieces than any camera or editor writes; a file with millions would keep the server busy. */
const mostPieces = 40_000
const windowSize = 262_144

/** An image file, read through a window, because its pieces are mostly small and next to each other. */
export interface ImageSource {
  size: number
  /** Reads up to `length` bytes; fewer at the end of the file. Larger lengths than the window are read directly. */
  at(position: number, length: number): Promise<Buffer>
  /** Returns the position of the next byte with this value, or the size if there is none. */
  find(value: number, position: number): Promise<number>
  /** Counts a piece. @throws UnreadableImage if there are too many */
  count(): void
}

export async function imageSource(file: FileHandle): Promise<ImageSource> {
  const { size } = await file.stat()
  let start = 0
  let window: Buffer = Buffer.alloc(0)
  let pieces = 0

  async function at(position: number, length: number): Promise<Buffer> {
    if (length > windowSize) return bytesAt(file, position, length)
    if (position < start || position + length > start + window.length) {
      if (position >= size) return Buffer.alloc(0)
      window = await bytesAt(file, position, windowSize)
      start = position
    }
    return window.subarray(position - start, position - start + length)
  }

  return {
    size,
    at,
    async find(value, position) {
      for (let from = position; from < size; ) {
        const part = from >= start && from < start + window.length ? window.subarray(from - start) : null
        const bytes = part ?? (await at(from, windowSize))
        const found = bytes.indexOf(value)
        if (found >= 0) return from + found
        from += bytes.length
      }
      return size
    },
    count() {
      pieces += 1
      if (pieces > mostPieces) throw new UnreadableImage('The image has too many pieces.')
    },
  }
}

/** Returns an Exif block (a TIFF header and one entry) that contains only the orientation. */
export function onlyOrientation(orientation: number): Buffer {
  const block = Buffer.from('49492a0008000000010012010300010000000100000000000000', 'hex')
  block.writeUInt16LE(orientation, 18)
  return block
}

export const lengthOf = (piece: Piece) => (Buffer.isBuffer(piece) ? piece.length : piece.end - piece.start)
