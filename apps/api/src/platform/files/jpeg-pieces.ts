import { largestProfile, plainProfile } from './icc-profile.ts'
import { type ImageSource, onlyOrientation, type Piece, UnreadableImage } from './image-source.ts'

const profileName = Buffer.from('ICC_PROFILE\0', 'latin1')
const mostPerSegment = 65_533 - profileName.length - 2

/** Frames, Huffman and quantisation tables, and the other segments that a decoder needs. */
const isDrawn = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || (marker >= 0xda && marker <= 0xdf)
/** Markers without a length: TEM and RST0 to RST7. */
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/**
 * Returns what draws a JPEG: tables, frames and scans up to its end, JFIF's resolution without its small picture,
 * Adobe's colour transform, the plain colour profile and the orientation. Comments, all other application segments
 * and what follows the image (a second picture, a video) are left out.
 * @see ITU-T T.81, annex B, and T.871 (JFIF)
 */
export async function jpegPieces(source: ImageSource, orientation: number): Promise<Piece[]> {
  const first: Piece[] = [Buffer.from([0xff, 0xd8])]
  const rest: Piece[] = []
  const profile: Buffer[] = []
  let position = 2
  while (position < source.size) {
    source.count()
    const head = await source.at(position, 4)
    const marker = head[1] ?? 0
    // Decoders skip stray bytes between two segments.
    if (head[0] !== 0xff) position = await source.find(0xff, position)
    else if (marker === 0xff) position += 1
    else if (isAlone(marker)) position += 2
    else if (marker === 0xd9) {
      rest.push(Buffer.from([0xff, 0xd9]))
      break
    } else {
      if (head.length < 4 || head.readUInt16BE(2) < 2) throw new UnreadableImage('A segment has no length.')
      const end = position + 2 + head.readUInt16BE(2)
      // A file that was cut off keeps its scans, which browsers draw as far as they go.
      if (end > source.size) break
      const content = marker >= 0xe0 ? await source.at(position + 4, end - position - 4) : null
      if (marker === 0xe0 && first.length === 1) first.push(...resolutionOf(content))
      else if (marker === 0xee) rest.push(...transformOf(content))
      else if (marker === 0xe2 && content?.subarray(0, profileName.length).equals(profileName)) {
        profile.push(Buffer.from(content.subarray(profileName.length)))
      } else if (isDrawn(marker)) {
        const scanEnd = marker === 0xda ? await endOfScan(source, end) : end
        rest.push({ start: position, end: scanEnd })
        position = scanEnd
        continue
      }
      position = end
    }
  }
  if (orientation > 1) first.push(segment(0xe1, Buffer.from('Exif\0\0'), onlyOrientation(orientation)))
  return [...first, ...profileSegments(profile), ...rest]
}

/** Returns the position of the first marker after a scan's data. */
async function endOfScan(source: ImageSource, start: number): Promise<number> {
  for (let position = start; ; ) {
    const found = await source.find(0xff, position)
    if (found >= source.size) return source.size
    const [, next = 0] = await source.at(found, 2)
    // A zero is a filler after a byte of data, a restart marker belongs to the data.
    if (next !== 0 && next !== 0xff && !isAlone(next)) return found
    position = found + (next === 0xff ? 1 : 2)
  }
}

function resolutionOf(content: Buffer | null): Buffer[] {
  if (!content || content.length < 14 || content.toString('latin1', 0, 5) !== 'JFIF\0') return []
  const plain = Buffer.from(content.subarray(0, 14))
  plain.fill(0, 12)
  return [segment(0xe0, plain)]
}

function transformOf(content: Buffer | null): Buffer[] {
  if (!content || content.length < 12 || content.toString('latin1', 0, 5) !== 'Adobe') return []
  const transform = Buffer.from('Adobe\0\x64\0\0\0\0\0', 'latin1')
  transform[11] = content[11] ?? 0
  return [segment(0xee, transform)]
}

/** Writes a profile, whose parts start with their number and the number of all parts. */
function profileSegments(parts: Buffer[]): Buffer[] {
  const whole = Buffer.concat(parts.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0)).map((part) => part.subarray(2)))
  const plain = whole.length > largestProfile ? null : plainProfile(whole)
  if (!plain) return []
  const count = Math.ceil(plain.length / mostPerSegment)
  return Array.from({ length: count }, (_, index) =>
    segment(
      0xe2,
      profileName,
      Buffer.from([index + 1, count]),
      plain.subarray(index * mostPerSegment, (index + 1) * mostPerSegment),
    ),
  )
}

function segment(marker: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}
