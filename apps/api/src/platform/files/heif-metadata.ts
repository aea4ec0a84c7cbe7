import type { FileHandle } from 'node:fs/promises'
import { blank, bytesAt, writeAt } from './file-bytes.ts'

/** An image of the HEIF family whose structure hides its metadata from us. */
export class UnreadableHeif extends Error {}

/** Larger than the description of any still image. */
const largestMeta = 4_194_304

/** Top-level boxes that contain only the image. */
const pictureBoxes = new Set(['ftyp', 'mdat', 'free', 'skip'])
/** Boxes of a description that contain its structure. Others contain text, such as xml and uuid. */
const structuralBoxes = new Set('hdlr pitm iinf iloc iprp iref idat dinf grpl ipro free skip'.split(' '))
/** More pieces than Exif and XMP of one image have; overlapping ones would take hours to write. */
const mostPieces = 1_000
/** Items with information about the image: Exif, XMP and any with a name of its own. */
const metadataItems = new Set(['Exif', 'mime', 'uri '])

/**
 * Blanks Exif and XMP in a still AVIF, HEIC or HEIF image; yields for each top-level box whether it changed. The
 * orientation is a property of the image and stays.
 * @throws UnreadableHeif if the boxes are not those of a still image
 * @see ISO/IEC 14496-12 (meta, iinf, iloc) and ISO/IEC 23008-12, annex A (Exif and XMP items)
 */
export async function* blankHeif(file: FileHandle, exif: Buffer): AsyncGenerator<boolean> {
  const { size } = await file.stat()
  for (let position = 0; position < size; ) {
    const { type, start, end } = boxAt(await bytesAt(file, position, 16), 0, size - position)
    if (type === 'meta') {
      yield await blankItems(file, { start: position + start, end: position + end, size, exif })
    } else if (pictureBoxes.has(type)) yield false
    else {
      // moov contains a sequence, with metadata of its own that is not checked.
      if (type === 'moov') throw new UnreadableHeif('An image sequence is not supported.')
      // Such as uuid, where editors store XMP.
      await writeAt(file, Buffer.from('free'), position + 4)
      await blank(file, position + start, end - start)
      yield true
    }
    position += end
  }
}

async function blankItems(
  file: FileHandle,
  { start, end, size, exif }: { start: number; end: number; size: number; exif: Buffer },
): Promise<boolean> {
  if (end - start > largestMeta) throw new UnreadableHeif('The description is too long.')
  const bytes = await bytesAt(file, start, end - start)
  // A full box starts with version and flags.
  const boxes = boxesIn(bytes, 4, bytes.length)
  const find = (type: string) => boxes.find((box) => box.type === type)
  const [iinf, iloc, idat] = [find('iinf'), find('iloc'), find('idat')]
  if (!iinf || !iloc) throw new UnreadableHeif('The list of items is missing.')
  const types = itemTypes(bytes, iinf)
  // An Exif item starts with the distance to its TIFF header.
  const exifItem = Buffer.concat([Buffer.alloc(4), exif])
  const pieces: { at: number; length: number; content?: Buffer }[] = []
  for (const { id, isInIdat, extents } of itemPlaces(bytes, iloc)) {
    const type = types.get(id)
    if (type === undefined || !metadataItems.has(type)) continue
    for (const { offset, length } of extents) {
      const at = isInIdat ? start + (idat?.start ?? Number.NaN) + offset : offset
      // No length means up to the end, which no metadata needs. NaN fails the comparison.
      if (length === 0 || !(at + length <= size)) throw new UnreadableHeif('An item is outside the file.')
      pieces.push({ at, length, ...(type === 'Exif' ? { content: exifItem } : {}) })
    }
  }
  for (const box of boxes.filter(({ type }) => !structuralBoxes.has(type))) {
    pieces.push({ at: start + box.start, length: box.end - box.start })
  }
  const total = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (pieces.length > mostPieces || total > size) throw new UnreadableHeif('Its metadata is scattered.')
  for (const { at, length, content } of pieces) await blank(file, at, length, content)
  return pieces.length > 0
}

/** Reads the type of each item (infe, versions 2 and 3). */
function itemTypes(bytes: Buffer, iinf: Box): Map<number, string> {
  const types = new Map<number, string>()
  const version = reading(bytes, iinf)(1)
  for (const entry of boxesIn(bytes, iinf.start + (version === 0 ? 6 : 8), iinf.end)) {
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
  return { type, start, end }
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
