import { open } from 'node:fs/promises'
import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { largestProfile, plainProfile } from './icc-profile.ts'
import { type ImageSource, imageSource, onlyOrientation, type Piece } from './image-source.ts'

/** The chunks that say how to draw the image and its frames, and the longest content of each. */
const longest: Readonly<Record<string, number>> = {
  IHDR: 13,
  PLTE: 768,
  IDAT: Number.POSITIVE_INFINITY,
  tRNS: 256,
  cHRM: 32,
  gAMA: 4,
  sBIT: 4,
  sRGB: 1,
  cICP: 4,
  mDCV: 24,
  cLLI: 8,
  bKGD: 6,
  pHYs: 9,
  acTL: 8,
  fcTL: 26,
  fdAT: Number.POSITIVE_INFINITY,
}

/**
 * Returns what draws a PNG: its image data and frames, colours, the plain colour profile and the orientation. Texts,
 * times, private chunks and what follows the end are left out.
 * @see PNG Specification (Third Edition), chapter 11
 */
export async function pngPieces(source: ImageSource, orientation: number): Promise<Piece[]> {
  const pieces: Piece[] = [await source.at(0, 8).then(Buffer.from)]
  for (let position = 8; position < source.size; ) {
    source.count()
    const head = await source.at(position, 8)
    if (head.length < 8) break
    const length = head.readUInt32BE(0)
    const name = head.toString('latin1', 4)
    const end = position + 12 + length
    if (name === 'IEND') {
      pieces.push(chunk('IEND', Buffer.alloc(0)))
      break
    }
    if (length <= (longest[name] ?? -1)) pieces.push({ start: position, end: Math.min(end, source.size) })
    else if (name === 'iCCP' && length <= largestProfile && end <= source.size) {
      pieces.push(...profileOf(await source.at(position + 8, length)))
    }
    if (name === 'IHDR' && orientation > 1) pieces.push(chunk('eXIf', onlyOrientation(orientation)))
    position = end
  }
  return pieces
}

/** Reads a profile's name, method and compressed content. */
function profileOf(content: Buffer): Buffer[] {
  try {
    const packed = content.subarray(content.indexOf(0) + 2)
    const plain = plainProfile(inflateSync(packed, { maxOutputLength: largestProfile }))
    return plain ? [chunk('iCCP', Buffer.concat([Buffer.from('ICC\0\0'), deflateSync(plain)]))] : []
  } catch {
    // Programs ignore a profile that can't be unpacked, too.
    return []
  }
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** Tells whether a PNG is an animation: it says so before its image data. */
export async function isMovingPng(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const source = await imageSource(file)
    for (let position = 8; position < source.size; ) {
      source.count()
      const head = await source.at(position, 8)
      const name = head.toString('latin1', 4)
      if (head.length < 8 || name === 'IDAT' || name === 'acTL') return name === 'acTL'
      position += 12 + head.readUInt32BE(0)
    }
    return false
  } finally {
    await file.close()
  }
}
