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
  const between = {
    start: header.length,
    end: Math.min(pixels, header.length + masksAndPalette(header), source.size),
  }
  header.writeUInt32LE(between.end, 10)
  header.writeUInt32LE(between.end + end - pixels, 2)
  return end > pixels ? [header, between, { start: pixels, end }] : [header, between]
}

/** Returns the bytes of the masks and the palette that lie between the headers and the pixels. */
function masksAndPalette(header: Buffer): number {
  const size = header.readUInt32LE(14)
  if (size < 40) return header.readUInt16LE(24) <= 8 ? 3 * 2 ** header.readUInt16LE(24) : 0
  const [bits, compression, colours] = [
    header.readUInt16LE(28),
    header.readUInt32LE(30),
    header.readUInt32LE(46),
  ]
  const masks = size > 40 ? 0 : compression === 3 ? 12 : compression === 6 ? 16 : 0
  const most = bits <= 8 ? 2 ** bits : 256
  return masks + 4 * Math.min(colours || (bits <= 8 ? most : 0), most)
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
