declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2'
    variationAxes: Record<string, { min: number; max: number }>
    keepAllGlyphs?: boolean
  }
  /** @param text the characters to keep, or null with keepAllGlyphs */
  export default function subsetFont(font: Buffer, text: string | null, options: Options): Promise<Buffer>
}
