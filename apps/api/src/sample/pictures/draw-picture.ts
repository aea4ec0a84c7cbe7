import { motifs } from './motifs.ts'
import { palettes } from './palettes.ts'

export type Motif = keyof typeof motifs

/** Width and height of every picture, in pixels. */
export const pictureSize = { width: 1600, height: 900 } as const

/**
 * Draws a motif as an SVG document.
 * @param index chooses the colours; the same index always gives the same ones
 */
export function drawPicture(motif: Motif, index: number): string {
  const palette = palettes[index % palettes.length] ?? palettes[0]
  const { width, height } = pictureSize
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${palette.ground}"/>`,
    motifs[motif](palette),
    '</svg>',
  ].join('')
}
