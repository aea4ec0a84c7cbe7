import { motifs } from './motifs.ts'
import { palettes } from './palettes.ts'

export type Motif = keyof typeof motifs

/** Width and height of every image in pixels: enough for a card as wide as a phone, at two pixels per point. */
const pictureSize = { width: 1200, height: 675 } as const
/** The ground that motifs are drawn on, in units of its own. */
const ground = { width: 1600, height: 900 } as const

/**
 * Draws a motif as an SVG document.
 * @param index chooses the colours; the same index always has the same ones
 */
export function drawPicture(motif: Motif, index: number): string {
  const palette = palettes[index % palettes.length] ?? palettes[0]
  const { width, height } = pictureSize
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${ground.width} ${ground.height}">`,
    `<rect width="${ground.width}" height="${ground.height}" fill="${palette.ground}"/>`,
    motifs[motif](palette),
    '</svg>',
  ].join('')
}
