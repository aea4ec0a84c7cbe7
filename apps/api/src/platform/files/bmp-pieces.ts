import { type ImageSource, type Piece, UnreadableImage } from './image-source.ts'

const fileHeader = 14
/** Colour spaces whose profile follows the pixels: a file's path, or the profile itself. */
const withProfile = new Set(['LINK', 'MBED'])

/**
 * Returns what draws a BMP: headers, palette and pixels. A colour profile, gaps and what follows the pixels are left
 * out; pixels of an unknown length stay up to the end of the file.
 * @see BITMAPFILEHEADER and BITMAPV5HEADER of the Windows API
 */
export async function bmpPieces(source: ImageSource): Promise<Piece[]> {
  const head = Buffer.from(await source.at(0, fileHeader + 124))
  if (head.length < fileHeader + 12) throw new UnreadableImage('The header is cut off.')
  const [pixels, headerSize] = [head.readUInt32LE(10), head.readUInt32LE(14)]
  if (headerSize > 124 || pixels < fileHeader + headerSize || head.length < fileHeader + headerSize) {
    throw new UnreadableImage('The header is of an unknown length.')
  }
  const header = head.subarray(0, fileHeader + headerSize)
  header.fill(0, 6, 10)
  if (headerSize >= 124) {
    // The letters of a name are in the order of a number, so backwards.
    if (withProfile.has([...header.toString('latin1', 70, 74)].reverse().join('')))
      header.write('BGRs', 70, 'latin1')
    header.fill(0, 126, 138)
  }
  const end = Math.min(source.size, pixels + pixelBytes(header, source.size))
  // Masks and palette lie between; more than 256 colours and three masks can't.
  const between = { start: header.length, end: Math.min(pixels, header.length + 12 + 1_024, source.size) }
  header.writeUInt32LE(between.end, 10)
  header.writeUInt32LE(between.end + end - pixels, 2)
  return end > pixels ? [header, between, { start: pixels, end }] : [header, between]
}

function pixelBytes(header: Buffer, most: number): number {
  if (header.readUInt32LE(14) < 40) return most
  const [width, height] = [header.readInt32LE(18), Math.abs(header.readInt32LE(22))]
  const [bits, compression, stated] = [
    header.readUInt16LE(28),
    header.readUInt32LE(30),
    header.readUInt32LE(34),
  ]
  // 0 is uncompressed, 3 and 6 are so with masks.
  if (![0, 3, 6].includes(compression)) return stated || most
  return Math.ceil((width * bits) / 32) * 4 * height
}
