import { type ImageSource, type Piece, UnreadableImage } from './image-source.ts'

/** Application extensions that say how often an animation repeats. */
const loops = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])

/**
 * Returns what draws a GIF: the screen, the images with their times, and how often they repeat. Comments, texts, the
 * data of other programs and what follows the end are left out.
 * @see GIF89a specification, chapters 17 to 27
 */
export async function gifPieces(source: ImageSource): Promise<Piece[]> {
  const head = await source.at(0, 13)
  if (head.length < 13) throw new UnreadableImage('The header is cut off.')
  let position = 13 + tableSize(head[10] ?? 0)
  const pieces: Piece[] = [{ start: 0, end: Math.min(position, source.size) }]
  while (position < source.size) {
    source.count()
    const block = await source.at(position, 18)
    if (block[0] === 0x2c) {
      const end = await endOfBlocks(source, position + 11 + tableSize(block[9] ?? 0))
      pieces.push({ start: position, end })
      position = end
    } else if (block[0] === 0x21) {
      const end = await endOfBlocks(source, position + 2)
      // A graphic control has one block of four bytes, a loop one of eleven with its name and one of three.
      if (block[1] === 0xf9 && block[2] === 4) {
        pieces.push(Buffer.concat([block.subarray(0, 7), Buffer.alloc(1)]))
      } else if (
        block[1] === 0xff &&
        loops.has(block.toString('latin1', 3, 14)) &&
        block[14] === 3 &&
        block[15] === 1
      ) {
        pieces.push(Buffer.concat([block, Buffer.alloc(1)]))
      }
      position = end
    } else break
  }
  return [...pieces, Buffer.from([0x3b])]
}

const tableSize = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0)

/** Returns where a list of blocks ends, each with its length before it and the last one empty. */
async function endOfBlocks(source: ImageSource, start: number): Promise<number> {
  for (let position = start; ; ) {
    const [length = 0] = await source.at(position, 1)
    position += 1 + length
    if (length === 0 || position >= source.size) return Math.min(position, source.size)
  }
}
