import { loadOtherFonts, type OtherFont, type Weight } from './other-fonts.ts'
import { fontName, type OpenFont, prepareShaping, registerFont, registerOtherFont } from './pdf-fonts.ts'
import { charactersWithout, linesOf, runsOf, type Script, scriptsIn, type TextRun } from './pdf-text.ts'

/** How to set a text. Lengths are points. */
export interface TextStyle {
  width: number
  size: number
  color: string
  weight?: Weight
  align?: 'left' | 'right'
}

/** Sets texts and lines on A4 pages, in points from the top left corner. */
export interface PdfPage {
  width: number
  height: number
  /**
   * Sets a text, wrapped to its width.
   * @returns where its last line ends
   */
  text(text: string, x: number, y: number, style: TextStyle): number
  /** Returns the height that a text takes. */
  heightOf(text: string, style: TextStyle): number
  line(x: number, y: number, width: number, color: string, thickness?: number): void
}

/** A part of a file that begins on a page of its own. */
export interface PdfSheet {
  /** Where its content continues on further pages. */
  top: number
  /** Where its content ends on each page. What is drawn below it goes to the next page. */
  bottom: number
  draw(page: PdfPage): void
  /** Draws what each of its pages has around the content. */
  frame(page: PdfPage, place: { number: number; count: number }): void
}

const a4 = { width: 595.28, height: 841.89 }
const weights: readonly Weight[] = ['regular', 'bold']
/** Keeps the library from loading a font of its own; its types know only names. */
const noFont = null as unknown as string

/**
 * Renders a file. Equal drawings have equal bytes, so the creation time is a parameter. Every Indian script is shaped;
 * characters that no font has are written as their numbers.
 * @param about.texts all texts of the file in one, which say what fonts it needs
 * @param sheets each is opened with a page that measures, and drawn synchronously: the fonts in memory belong to one
 * file at a time
 * @returns the bytes of the file
 */
export async function makePdf(
  about: { title: string; author: string; madeAt: Date; texts: string },
  sheets: readonly ((page: PdfPage) => PdfSheet)[],
): Promise<Buffer> {
  // Loaded for the first file, so that the server starts without it.
  const { default: PDFDocument } = await import('pdfkit')
  const create = () =>
    new PDFDocument({
      size: [a4.width, a4.height],
      margin: 0,
      lang: 'en-IN',
      displayTitle: true,
      info: { Title: about.title, Author: about.author, CreationDate: about.madeAt },
      font: noFont,
      autoFirstPage: false,
      bufferPages: true,
    })
  const scripts = scriptsIn(about.texts)
  await prepareShaping()
  const scratch = create()
  const found = await loadOtherFonts(
    charactersWithout([...new Set(about.texts.normalize('NFC'))].join(''), (script, point) =>
      registerFont(scratch, script as Script | null, 'regular').hasGlyphForCodePoint(point),
    ),
  )
  const others = found.filter((other) => canDraw(scratch, other))
  const document = create()
  const fonts = new Map<string, OpenFont>()
  for (const weight of weights) {
    for (const script of [null, ...scripts]) {
      fonts.set(fontName(script, weight), registerFont(document, script, weight))
    }
    for (const other of others) {
      fonts.set(fontName(other.name, weight), registerOtherFont(document, other, weight))
    }
  }
  const bytes = new Promise<Buffer>((done, fail) => {
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => done(Buffer.concat(chunks)))
    document.on('error', fail)
  })
  const faces = others.map(({ name }) => name)
  const pageWith = (place: Place) => pageOf(document, { fonts, others: faces, place })
  const fixed = pageWith((y) => ({ y, at: y }))
  for (const open of sheets) drawSheet(document, open(fixed), { fixed, pageWith })
  document.end()
  return bytes
}

/** Tells whether a font of the last resort has any character: one that was cut down to those it lacks can't be read. */
function canDraw(document: PDFKit.PDFDocument, other: OtherFont): boolean {
  try {
    registerOtherFont(document, other, 'regular').hasGlyphForCodePoint(32)
    return true
  } catch {
    return false
  }
}

/**
 * Returns where a piece of a height is drawn, and switches to its page.
 * @returns y on one page without an end, and the same place on its own page
 */
type Place = (y: number, height: number) => { y: number; at: number }

function drawSheet(
  document: PDFKit.PDFDocument,
  { top, bottom, draw, frame }: PdfSheet,
  { fixed, pageWith }: { fixed: PdfPage; pageWith: (place: Place) => PdfPage },
): void {
  const first = document.bufferedPageRange().count
  const step = bottom - top
  let count = 0
  const place: Place = (y, height) => {
    let index = y < bottom ? 0 : 1 + Math.floor((y - bottom) / step)
    let start = y
    const end = bottom + index * step
    if (y + height > end) {
      start = end
      index += 1
    }
    for (; count <= index; count += 1) document.addPage()
    document.switchToPage(first + index)
    return { y: start, at: index === 0 ? start : start - index * step }
  }
  draw(pageWith(place))
  for (let index = 0; index < count; index += 1) {
    document.switchToPage(first + index)
    frame(fixed, { number: index + 1, count })
  }
}

function pageOf(
  document: PDFKit.PDFDocument,
  { fonts, others, place }: { fonts: ReadonlyMap<string, OpenFont>; others: readonly string[]; place: Place },
): PdfPage {
  function setting(text: string, { width, size, weight = 'regular' }: TextStyle) {
    const fontOf = (face: string | null) => fonts.get(fontName(face, weight))
    const widths = new Map<string, number>()
    const measure = (run: TextRun) => {
      const key = `${run.face} ${run.text}`
      let known = widths.get(key)
      if (known === undefined) {
        document.font(fontName(run.face, weight)).fontSize(size)
        known = document.widthOfString(run.text, optionsOf(run))
        widths.set(key, known)
      }
      return known
    }
    const extentOf = (face: string | null, name: 'ascent' | 'descent') => {
      const font = fontOf(face)
      return font ? (Math.abs(font[name]) / font.unitsPerEm) * size : 0
    }
    const has = (face: string | null, point: number) => fontOf(face)?.hasGlyphForCodePoint(point) ?? false
    const lines = linesOf(runsOf(text, has, others), width, measure).map((line) => {
      const faces = [null, ...line.runs.map((run) => run.face)]
      const ascent = Math.max(...faces.map((face) => extentOf(face, 'ascent')))
      const descent = Math.max(...faces.map((face) => extentOf(face, 'descent')))
      return { ...line, ascent, height: ascent + descent }
    })
    return { lines, measure }
  }

  return {
    ...a4,
    text(text, x, y, style) {
      const { width, size, color, weight = 'regular', align = 'left' } = style
      const { lines, measure } = setting(text, style)
      let end = y
      for (const line of lines) {
        const { y: top, at } = place(end, line.height)
        let left = align === 'right' ? x + width - line.width : x
        for (const run of line.runs) {
          document.font(fontName(run.face, weight)).fontSize(size).fillColor(color)
          document.text(run.text, left, at + line.ascent, {
            ...optionsOf(run),
            lineBreak: false,
            baseline: 'alphabetic',
          })
          left += measure(run)
        }
        end = top + line.height
      }
      return end
    },
    heightOf: (text, style) => setting(text, style).lines.reduce((sum, { height }) => sum + height, 0),
    line(x, y, width, color, thickness = 0.75) {
      document.rect(x, place(y, thickness).at, width, thickness).fill(color)
    },
  }
}

/** Without a list of features, the library shapes each word alone, which joins no letters of other scripts. */
const shapedWhole = { features: [] as PDFKit.Mixins.OpenTypeFeatures[] }
const optionsOf = ({ face }: TextRun) => (face === null ? {} : shapedWhole)
