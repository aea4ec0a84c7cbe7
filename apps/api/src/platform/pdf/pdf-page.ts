import { fontName, type OpenFont, prepareFonts, registerFont, type Weight } from './pdf-fonts.ts'
import { linesOf, runsOf, type Script, scriptsIn, type TextRun } from './pdf-text.ts'

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

const a4 = { width: 595.28, height: 841.89 }
const weights: readonly Weight[] = ['regular', 'bold']
/** Keeps the library from loading a font of its own; its types know only names. */
const noFont = null as unknown as string

/**
 * Renders a file. Equal drawings have equal bytes, so the creation time is a parameter. Every Indian script is shaped;
 * characters that no font has are replaced.
 * @param about.texts all texts of the file in one, which say what fonts it needs
 * @param pages each draws a page, synchronously: the fonts in memory belong to one file at a time
 * @returns the bytes of the file
 */
export async function makePdf(
  about: { title: string; author: string; madeAt: Date; texts: string },
  pages: readonly ((page: PdfPage) => void)[],
): Promise<Buffer> {
  // Loaded for the first file, so that the server starts without it.
  const { default: PDFDocument } = await import('pdfkit')
  const scripts = scriptsIn(about.texts)
  await prepareFonts(scripts)
  const document = new PDFDocument({
    size: [a4.width, a4.height],
    margin: 0,
    lang: 'en-IN',
    displayTitle: true,
    info: { Title: about.title, Author: about.author, CreationDate: about.madeAt },
    font: noFont,
    autoFirstPage: false,
  })
  const fonts = new Map<string, OpenFont>()
  for (const script of [null, ...scripts]) {
    for (const weight of weights) fonts.set(fontName(script, weight), registerFont(document, script, weight))
  }
  const bytes = new Promise<Buffer>((done, fail) => {
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => done(Buffer.concat(chunks)))
    document.on('error', fail)
  })
  for (const draw of pages) {
    document.addPage()
    draw(pageOf(document, fonts))
  }
  document.end()
  return bytes
}

function pageOf(document: PDFKit.PDFDocument, fonts: ReadonlyMap<string, OpenFont>): PdfPage {
  return {
    ...a4,
    text(text, x, y, { width, size, color, weight = 'regular', align = 'left', lines: most }) {
      const fontOf = (script: Script | null) => fonts.get(fontName(script, weight))
      const optionsOf = ({ script }: TextRun) => (script === null ? {} : shapedWhole)
      const widths = new Map<string, number>()
      const measure = (run: TextRun) => {
        const key = `${run.script} ${run.text}`
        let known = widths.get(key)
        if (known === undefined) {
          document.font(fontName(run.script, weight)).fontSize(size)
          known = document.widthOfString(run.text, optionsOf(run))
          widths.set(key, known)
        }
        return known
      }
      const extentOf = (script: Script | null, name: 'ascent' | 'descent') => {
        const font = fontOf(script)
        return font ? (Math.abs(font[name]) / font.unitsPerEm) * size : 0
      }
      const runs = runsOf(text, (script, point) => fontOf(script)?.hasGlyphForCodePoint(point) ?? false)
      const lineHeight = extentOf(null, 'ascent') + extentOf(null, 'descent')
      const room = Math.max(1, Math.floor((a4.height - y) / lineHeight))
      let top = y
      for (const line of linesOf(runs, width, measure, Math.min(most ?? room, room))) {
        const scripts = [null, ...line.runs.map((run) => run.script)]
        const ascent = Math.max(...scripts.map((script) => extentOf(script, 'ascent')))
        const descent = Math.max(...scripts.map((script) => extentOf(script, 'descent')))
        let left = align === 'right' ? x + width - line.width : x
        for (const run of line.runs) {
          document.font(fontName(run.script, weight)).fontSize(size).fillColor(color)
          document.text(run.text, left, top + ascent, {
            ...optionsOf(run),
            lineBreak: false,
            baseline: 'alphabetic',
          })
          left += measure(run)
        }
        top += ascent + descent
      }
      return top
    },
    line(x, y, width, color, thickness = 0.75) {
      document.rect(x, y, width, thickness).fill(color)
    },
  }
}

/** Without a list of features, the library shapes each word alone. */
const shapedWhole = { features: [] as PDFKit.Mixins.OpenTypeFeatures[] }
