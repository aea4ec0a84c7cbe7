import { createRequire } from 'node:module'

/** How to set a text. Lengths are points. */
export interface TextStyle {
  width: number
  size: number
  color: string
  weight?: Weight
  align?: 'left' | 'right'
  /** A longer text ends with an ellipsis. */
  lines?: number
}

/** An A4 page with absolute positions, in points from its top left corner. */
export interface PdfPage {
  width: number
  height: number
  /**
   * Sets a text, wrapped to its width.
   * @returns where its last line ends
   */
  text(text: string, x: number, y: number, style: TextStyle): number
  line(x: number, y: number, width: number, color: string, thickness?: number): void
}

const { resolve } = createRequire(import.meta.url)
const fontFiles = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
} as const
type Weight = keyof typeof fontFiles
const a4 = { width: 595.28, height: 841.89 }
const missing = '?'
/** Keeps the library from loading a font of its own; its types know only names. */
const noFont = null as unknown as string

/**
 * Renders a file of one page. Equal drawings have equal bytes, so the creation time is a parameter. Characters that
 * the font lacks are replaced.
 * @param draw draws the page synchronously: the fonts in memory belong to one page at a time
 * @returns the bytes of the file
 */
export async function makePdfPage(
  about: { title: string; author: string; madeAt: Date },
  draw: (page: PdfPage) => void,
): Promise<Buffer> {
  // Loaded for the first file, so that the server starts without it.
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    size: [a4.width, a4.height],
    margin: 0,
    lang: 'en-IN',
    displayTitle: true,
    info: { Title: about.title, Author: about.author, CreationDate: about.madeAt },
    font: noFont,
  })
  const weights = Object.keys(fontFiles) as Weight[]
  for (const weight of weights) registerFont(document, weight)
  const bytes = new Promise<Buffer>((done, fail) => {
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => done(Buffer.concat(chunks)))
    document.on('error', fail)
  })

  draw({
    ...a4,
    text(text, x, y, { width, size, color, weight = 'regular', align = 'left', lines }) {
      document.font(weight).fontSize(size).fillColor(color)
      const drawn = drawable(text, fontOf(document))
      const most = lines === undefined ? a4.height - y : lines * document.currentLineHeight(true) + 0.1
      const height = Math.min(most, document.heightOfString(drawn, { width }))
      document.text(drawn, x, y, { width, align, height: most, ellipsis: true })
      return y + height
    },
    line(x, y, width, color, thickness = 0.75) {
      document.rect(x, y, width, thickness).fill(color)
    },
  })
  document.end()
  return bytes
}

/** The characters that a font can draw. */
export interface Glyphs {
  hasGlyphForCodePoint(codePoint: number): boolean
}

/** A font as the library has it in memory; its types lack this. */
interface OpenFont extends Glyphs {
  /** Glyphs used so far, each with the characters that it first represented. */
  _glyphs: Record<number, unknown>
}

/** Opening a font takes longer than all the drawing, and a font never changes. */
const openFonts = new Map<Weight, OpenFont>()

function fontOf(document: object): OpenFont {
  return (document as { _font: { font: OpenFont } })._font.font
}

function registerFont(document: PDFKit.PDFDocument, weight: Weight): void {
  const open = openFonts.get(weight)
  if (!open) {
    document.registerFont(weight, resolve(fontFiles[weight])).font(weight)
    openFonts.set(weight, fontOf(document))
    return
  }
  // Otherwise the characters of a glyph, and so the bytes of this file, would depend on earlier files.
  open._glyphs = {}
  document.registerFont(weight, open as unknown as Buffer).font(weight)
}

/** Prepares a text for a font: one line, no invisible marks, and "?" for each run of unknown characters. */
export function drawable(text: string, glyphs: Glyphs): string {
  let drawn = ''
  let isGap = false
  for (const character of text.normalize('NFC').replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')) {
    // The two joiners belong to the spelling of Indian scripts; direction marks, selectors and the like are
    // invisible.
    if (/[\p{Cf}\p{Variation_Selector}\p{Cs}]/u.test(character) && !/[\u200c\u200d]/.test(character)) continue
    const isKnown = glyphs.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
    if (isKnown) drawn += character
    else if (!isGap) drawn += missing
    isGap = !isKnown
  }
  return drawn.trim()
}
