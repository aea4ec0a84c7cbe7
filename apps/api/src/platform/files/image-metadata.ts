import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { AppError } from '../app-error.ts'
import { bmpPieces } from './bmp-pieces.ts'
import { bytesAt, writeAt } from './file-bytes.ts'
import { gifPieces } from './gif-pieces.ts'
import { blankHeif, UnreadableHeif } from './heif-metadata.ts'
import {
  type ImageSource,
  imageSource,
  onlyOrientation,
  type Piece,
  UnreadableImage,
} from './image-source.ts'
import { jpegPieces } from './jpeg-pieces.ts'
import { pngPieces } from './png-pieces.ts'
import { webpPieces } from './webp-pieces.ts'

type Pieces = (source: ImageSource, orientation: number) => Promise<Piece[]>
const piecesOf: Readonly<Record<string, Pieces>> = {
  'image/jpeg': jpegPieces,
  'image/png': pngPieces,
  'image/webp': webpPieces,
  'image/gif': gifPieces,
  'image/bmp': bmpPieces,
}
const heifTypes: readonly string[] = ['image/avif', 'image/heic', 'image/heif']
const copySize = 1_048_576

/**
 * Keeps only what draws an image, so that nobody publishes where and with what a photograph was taken, who is on it,
 * or a second picture behind it (OQ-167). Pixels and animation are unchanged, and the orientation (1 to 8, as in Exif)
 * stays.
 * @param draftPath where to write the new file, which then replaces the old one
 * @throws AppError UNSUPPORTED_TYPE with `wrongType` for an image with too many pieces, or one whose structure can't be
 * read
 */
export async function removeImageMetadata(
  path: string,
  mediaType: string,
  { orientation, wrongType, draftPath }: { orientation: number; wrongType: string; draftPath: string },
): Promise<void> {
  const pieces = piecesOf[mediaType]
  const isHeif = heifTypes.includes(mediaType)
  if (!pieces && !isHeif) return
  const file = await open(path, 'r+')
  try {
    if (isHeif) await blankHeif(file, onlyOrientation(orientation))
    else if (pieces) await write(file, await pieces(await imageSource(file), orientation), draftPath)
  } catch (cause) {
    if (cause instanceof UnreadableHeif || cause instanceof UnreadableImage) {
      throw new AppError('UNSUPPORTED_TYPE', wrongType, { cause })
    }
    throw cause
  } finally {
    await file.close()
  }
  if (pieces) await rename(draftPath, path)
}

async function write(file: FileHandle, pieces: readonly Piece[], path: string): Promise<void> {
  const draft = await open(path, 'wx', 0o600)
  let end = 0
  const add = async (bytes: Buffer) => {
    await writeAt(draft, bytes, end)
    end += bytes.length
  }
  try {
    for (const piece of joined(pieces)) {
      if (Buffer.isBuffer(piece)) {
        await add(piece)
        continue
      }
      for (let at = piece.start; at < piece.end; at += copySize) {
        await add(await bytesAt(file, at, Math.min(copySize, piece.end - at)))
      }
    }
  } catch (error) {
    await draft.close()
    await rm(path, { force: true })
    throw error
  }
  await draft.close()
}

/** Joins spans that follow each other, so that an image of many small pieces is copied in few steps. */
function* joined(pieces: readonly Piece[]): Generator<Piece> {
  let open: { start: number; end: number } | undefined
  for (const piece of pieces) {
    if (!Buffer.isBuffer(piece) && open?.end === piece.start) {
      open = { start: open.start, end: piece.end }
      continue
    }
    if (open) yield open
    open = Buffer.isBuffer(piece) ? undefined : piece
    if (Buffer.isBuffer(piece)) yield piece
  }
  if (open) yield open
}
