import { largestProfile, plainProfile } from './icc-profile.ts'
import { type ImageSource, lengthOf, onlyOrientation, type Piece, UnreadableImage } from './image-source.ts'

const imageChunks = new Set(['VP8 ', 'VP8L', 'ALPH'])
const frameHead = 16
const flags = { profile: 0x20, alpha: 0x10, exif: 0x08, animation: 0x02 }

/**
 * Returns what draws a WebP: its image data and frames, the plain colour profile and the orientation. XMP, the rest of
 * Exif, unknown chunks, also within frames, and what follows the image are left out.
 * @see RFC 9649
 */
export async function webpPieces(source: ImageSource, orientation: number): Promise<Piece[]> {
  const head = await source.at(0, 12)
  if (head.length < 12) throw new UnreadableImage('The header is cut off.')
  const pieces: Piece[] = []
  let extended: Buffer | undefined
  for await (const { name, start, end } of chunks(
    source,
    12,
    Math.min(source.size, 8 + head.readUInt32LE(4)),
  )) {
    if (imageChunks.has(name)) pieces.push(...chunk(name, [{ start, end }]))
    else if (name === 'VP8X' && end - start >= 10) {
      extended = Buffer.from(await source.at(start, 10))
      extended.fill(0, 1, 4)
      extended[0] = (extended[0] ?? 0) & (flags.alpha | flags.animation)
      pieces.push(...chunk(name, [extended]))
    } else if (name === 'ANIM' && end - start >= 6) {
      pieces.push(...chunk(name, [Buffer.from(await source.at(start, 6))]))
    } else if (name === 'ANMF' && end - start >= frameHead) {
      const frame: Piece[] = [Buffer.from(await source.at(start, frameHead))]
      for await (const part of chunks(source, start + frameHead, end)) {
        if (imageChunks.has(part.name))
          frame.push(...chunk(part.name, [{ start: part.start, end: part.end }]))
      }
      pieces.push(...chunk(name, frame))
    } else if (name === 'ICCP' && extended && end - start <= largestProfile) {
      const plain = plainProfile(await source.at(start, end - start))
      if (!plain) continue
      extended[0] = (extended[0] ?? 0) | flags.profile
      pieces.push(...chunk(name, [plain]))
    }
  }
  if (extended && orientation > 1) {
    extended[0] = (extended[0] ?? 0) | flags.exif
    pieces.push(...chunk('EXIF', [onlyOrientation(orientation)]))
  }
  const size = Buffer.alloc(4)
  size.writeUInt32LE(4 + pieces.reduce((sum, piece) => sum + lengthOf(piece), 0))
  return [Buffer.from('RIFF'), size, Buffer.from('WEBP'), ...pieces]
}

/** Yields the chunks of a span; the last one may be cut off. */
async function* chunks(source: ImageSource, from: number, limit: number) {
  for (let position = from; position + 8 <= limit; ) {
    source.count()
    const head = await source.at(position, 8)
    const length = head.readUInt32LE(4)
    const start = position + 8
    yield { name: head.toString('latin1', 0, 4), start, end: Math.min(start + length, limit) }
    position = start + length + (length % 2)
  }
}

function chunk(name: string, contents: Piece[]): Piece[] {
  const length = contents.reduce((sum, piece) => sum + lengthOf(piece), 0)
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(length, 4)
  return [head, ...contents, ...(length % 2 ? [Buffer.alloc(1)] : [])]
}
