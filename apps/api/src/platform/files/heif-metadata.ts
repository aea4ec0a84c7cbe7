import type { FileHandle } from 'node:fs/promises'
import { blank, bytesAt, writeAt } from './file-bytes.ts'
import { plainProfile } from './icc-profile.ts'

/** An image of the HEIF family whose structure hides its metadata from us. */
export class UnreadableHeif extends Error {}

/** Larger than the description of any still image. */
const largestMeta = 4_194_304

/** Boxes of a description that contain its structure. Others contain text, such as xml and uuid. */
const structuralBoxes = new Set('hdlr pitm iinf iloc iprp iref idat dinf grpl ipro'.split(' '))
/** More than any image has: a camera's largest has some hundred tiles. */
const mostExtents = 40_000
const mostBoxes = 1_000
/** More pieces than Exif and XMP of one image have; overlapping ones would take hours to write. */
const mostPieces = 1_000
/** Items that are drawn: coded images, and images that are made from others. */
const pictureItems = new Set('hvc1 hvt1 lhv1 av01 avc1 jpeg j2k1 vvc1 unci grid iden iovl tmap'.split(' '))
/** Properties that say how to draw an item. Others contain texts, times and cameras. */
const drawingProperties = new Set(
  (
    'ispe pixi hvcC lhvC av1C avcC vvcC jpgC j2kH uncC cmpd colr irot imir clap pasp auxC clli mdcv cclv amve ' +
    'lsel a1op a1lx oinf tols rloc reve ndwt tmap'
  ).split(' '),
)

/**
 * Blanks everything in a still AVIF, HEIC or HEIF image that isn't drawn: Exif, XMP, texts, names, and bytes that
 * belong to no picture. The orientation is a property of the image and stays.
 * @throws UnreadableHeif if the boxes are not those of a still image
 * @see ISO/IEC 14496-12 (meta, iinf, iloc) and ISO/IEC 23008-12, annex A (Exif and XMP items)
 */
export async function blankHeif(file: FileHandle, exif: Buffer): Promise<void> {
  const { size } = await file.stat()
  let pictures: Span[] | undefined
  const data: Span[] = []
  let count = 0
  for (let position = 0; position < size; ) {
    count += 1
    if (count > mostBoxes) throw new UnreadableHeif('The file has too many boxes.')
    const { type, start, end } = boxAt(await bytesAt(file, position, 16), 0, size - position)
    const span = { start: position + start, end: position + end }
    if (type === 'meta' && !pictures) pictures = await blankItems(file, { ...span, size, exif })
    else if (type === 'mdat') data.push(span)
    else if (type === 'moov') {
      // It contains a sequence, with metadata of its own that is not checked.
      throw new UnreadableHeif('An image sequence is not supported.')
    } else if (type !== 'ftyp') {
      // Such as uuid, where editors store XMP, and mpvd, where phones store a video.
      await writeAt(file, Buffer.from('free'), position + 4)
      await blank(file, span.start, span.end - span.start)
    }
    position += end
  }
  if (!pictures) throw new UnreadableHeif('The description is missing.')
  for (const span of data) await blankGaps(file, span, pictures)
}

interface Span {
  start: number
  end: number
}

/** Blanks what no span within another covers. */
async function blankGaps(file: FileHandle, { start, end }: Span, kept: readonly Span[]): Promise<void> {
  let position = start
  const inside = kept.filter((span) => span.start >= start && span.start < end)
  for (const span of [...inside.sort((a, b) => a.start - b.start), { start: end, end }]) {
    if (span.start > position) await blank(file, position, span.start - position)
    position = Math.max(position, span.end)
  }
}

/**
 * Blanks what a description says, and the items that aren't pictures.
 * @returns the spans of the pictures
 */
async function blankItems(
  file: FileHandle,
  { start, end, size, exif }: { start: number; end: number; size: number; exif: Buffer },
): Promise<Span[]> {
  if (end - start > largestMeta) throw new UnreadableHeif('The description is too long.')
  const bytes = await bytesAt(file, start, end - start)
  // A full box starts with version and flags.
  const boxes = boxesIn(bytes, 4, bytes.length)
  const find = (type: string) => boxes.find((box) => box.type === type)
  const [iinf, iloc, idat, iprp, hdlr] = ['iinf', 'iloc', 'idat', 'iprp', 'hdlr'].map(find)
  if (!iinf || !iloc) throw new UnreadableHeif('The list of items is missing.')
  const types = itemTypes(bytes, iinf)
  // An Exif item starts with the distance to its TIFF header.
  const exifItem = Buffer.concat([Buffer.alloc(4), exif])
  const pictures: Span[] = []
  const blanked: { at: number; length: number; content?: Buffer }[] = []
  for (const { id, isInIdat, extents } of itemPlaces(bytes, iloc)) {
    const type = types.get(id)
    for (const { offset, length } of extents) {
      const at = isInIdat ? start + (idat?.start ?? Number.NaN) + offset : offset
      if (type !== undefined && pictureItems.has(type)) {
        // No length means up to the end.
        pictures.push({ start: at, end: length === 0 ? size : at + length })
        continue
      }
      // No metadata needs a length up to the end. NaN fails the comparison.
      if (length === 0 || !(at + length <= size)) throw new UnreadableHeif('An item is outside the file.')
      blanked.push({ at, length, ...(type === 'Exif' ? { content: exifItem } : {}) })
    }
  }
  const total = blanked.reduce((sum, piece) => sum + piece.length, 0)
  if (blanked.length > mostPieces || pictures.length > mostExtents || total > size) {
    throw new UnreadableHeif('Its metadata is scattered.')
  }
  // An item of another kind may claim the bytes of a picture, or of the description.
  for (const { at, length, content } of blanked) {
    const span = { start: at, end: at + length }
    const touches = (other: Span) => other.start < span.end && span.start < other.end
    const isInIdat = idat && at >= start + idat.start && span.end <= start + idat.end
    if (pictures.some(touches) || (!isInIdat && touches({ start, end }))) {
      throw new UnreadableHeif('An item overlaps another.')
    }
    if (content) pictures.push(span)
    await blank(file, at, length, content)
  }
  for (const box of boxes.filter(({ type }) => !structuralBoxes.has(type))) {
    await blank(file, start + box.start, box.end - box.start)
  }
  // The name of the handler, after its type and three reserved numbers.
  if (hdlr) await blank(file, start + hdlr.start + 24, Math.max(0, hdlr.end - hdlr.start - 24))
  for (const [at, length] of itemNames(bytes, iinf)) await blank(file, start + at, length)
  if (iprp) await blankProperties(file, { bytes, start, iprp })
  if (idat) await blankGaps(file, { start: start + idat.start, end: start + idat.end }, pictures)
  return pictures
}

/** Blanks texts among the properties, and what a colour profile says of devices and people. */
async function blankProperties(
  file: FileHandle,
  { bytes, start, iprp }: { bytes: Buffer; start: number; iprp: Box },
): Promise<void> {
  for (const list of boxesIn(bytes, iprp.start, iprp.end).filter(({ type }) => type === 'ipco')) {
    for (const property of boxesIn(bytes, list.start, list.end)) {
      const content = bytes.subarray(property.start, property.end)
      if (!drawingProperties.has(property.type)) {
        // The properties are numbered, so a box takes its place.
        await writeAt(file, Buffer.from('free'), start + property.at + 4)
        await blank(file, start + property.start, content.length)
      } else if (property.type === 'colr' && ['prof', 'rICC'].includes(content.toString('latin1', 0, 4))) {
        const plain = plainProfile(content.subarray(4))
        if (!plain || plain.length > content.length - 4) {
          await writeAt(file, Buffer.from('free'), start + property.at + 4)
        }
        await blank(file, start + property.start + 4, content.length - 4, plain ?? undefined)
      }
    }
  }
}

/** Returns position and length of the names and media types of items. */
function itemNames(bytes: Buffer, iinf: Box): [number, number][] {
  return itemEntries(bytes, iinf).map((entry) => {
    const at = entry.start + (bytes[entry.start] === 2 ? 12 : 14)
    return [at, Math.max(0, entry.end - at)]
  })
}

function itemEntries(bytes: Buffer, iinf: Box): Box[] {
  const version = reading(bytes, iinf)(1)
  return boxesIn(bytes, iinf.start + (version === 0 ? 6 : 8), iinf.end)
}

/** Reads the type of each item (infe, versions 2 and 3). */
function itemTypes(bytes: Buffer, iinf: Box): Map<number, string> {
  const types = new Map<number, string>()
  for (const entry of itemEntries(bytes, iinf)) {
    const read = reading(bytes, entry)
    const entryVersion = read(1)
    if (entry.type !== 'infe' || entryVersion < 2) throw new UnreadableHeif('An item has no type.')
    read(3)
    const id = read(entryVersion === 2 ? 2 : 4)
    read(2)
    types.set(id, String.fromCharCode(read(1), read(1), read(1), read(1)))
  }
  return types
}

interface ItemPlace {
  id: number
  /** Whether the extents count from the idat box next to the list, not from the start of the file. */
  isInIdat: boolean
  extents: { offset: number; length: number }[]
}

/** Reads the position of each item (iloc, versions 0 to 2). */
function itemPlaces(bytes: Buffer, iloc: Box): ItemPlace[] {
  const read = reading(bytes, iloc)
  const version = read(1)
  if (version > 2) throw new UnreadableHeif('The list of places is of an unknown version.')
  read(3)
  const [sizes, moreSizes] = [read(1), read(1)]
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, moreSizes >> 4]
  const indexSize = version > 0 ? moreSizes & 15 : 0
  return Array.from({ length: read(version < 2 ? 2 : 4) }, () => {
    const id = read(version < 2 ? 2 : 4)
    const method = version > 0 ? read(2) & 15 : 0
    const source = read(2)
    if (method > 1 || source !== 0) throw new UnreadableHeif('An item is in another item or file.')
    const base = read(baseSize)
    const extents = Array.from({ length: read(2) }, () => {
      read(indexSize)
      const offset = base + read(offsetSize)
      return { offset, length: read(lengthSize) }
    })
    return { id, isInIdat: method === 1, extents }
  })
}

interface Box {
  type: string
  /** Where it starts, with its size. */
  at: number
  /** Where its content starts and ends, after its size and type. */
  start: number
  end: number
}

/**
 * Reads the size and type of the box at a position.
 * @param limit where the box must end at the latest
 */
function boxAt(bytes: Buffer, position: number, limit: number): Box {
  const read = reading(bytes, { start: position, end: Math.min(bytes.length, position + 16) })
  const size = read(4)
  const type = String.fromCharCode(read(1), read(1), read(1), read(1))
  const isLarge = size === 1
  const start = position + (isLarge ? 16 : 8)
  // A size of 0 means up to the end.
  const end = size === 0 ? limit : position + (isLarge ? read(8) : size)
  if (end < start || end > limit) throw new UnreadableHeif('A box does not fit.')
  return { type, at: position, start, end }
}

function boxesIn(bytes: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = []
  for (let position = start; position < end; ) {
    const box = boxAt(bytes, position, end)
    boxes.push(box)
    position = box.end
  }
  return boxes
}

/** Returns a function that reads one unsigned big-endian number of up to 8 bytes after another. */
function reading(bytes: Buffer, { start, end }: { start: number; end: number }): (width: number) => number {
  let at = start
  return (width) => {
    if (at + width > end) throw new UnreadableHeif('The description is cut off.')
    let value = 0
    for (let n = 0; n < width; n += 1) value = value * 256 + (bytes[at + n] ?? 0)
    at += width
    return value
  }
}
