import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as HarfBuzz from 'harfbuzzjs'
import type { OtherFont, Weight } from './other-fonts.ts'
import type { Script } from './pdf-text.ts'

const { resolve } = createRequire(import.meta.url)
const sans = { regular: '400Regular/NotoSans_400Regular', bold: '600SemiBold/NotoSans_600SemiBold' }
const family = (folder: string, name: string) => ({
  folder,
  regular: `400Regular/${name}_400Regular`,
  bold: `600SemiBold/${name}_600SemiBold`,
})

/** Packages and files of the fonts. Noto Sans has Latin, Greek, Cyrillic and Devanagari. */
const families: Record<Script | 'plain', { folder: string; regular: string; bold: string }> = {
  plain: { folder: 'noto-sans', ...sans },
  Devanagari: { folder: 'noto-sans', ...sans },
  Bengali: family('noto-sans-bengali', 'NotoSansBengali'),
  Gurmukhi: family('noto-sans-gurmukhi', 'NotoSansGurmukhi'),
  Gujarati: family('noto-sans-gujarati', 'NotoSansGujarati'),
  Oriya: family('noto-sans-oriya', 'NotoSansOriya'),
  Tamil: family('noto-sans-tamil', 'NotoSansTamil'),
  Telugu: family('noto-sans-telugu', 'NotoSansTelugu'),
  Kannada: family('noto-sans-kannada', 'NotoSansKannada'),
  Malayalam: family('noto-sans-malayalam', 'NotoSansMalayalam'),
  Arabic: family('noto-naskh-arabic', 'NotoNaskhArabic'),
  Ol_Chiki: family('noto-sans-ol-chiki', 'NotoSansOlChiki'),
  Meetei_Mayek: family('noto-sans-meetei-mayek', 'NotoSansMeeteiMayek'),
}

/** A font as the PDF library has it in memory; its types lack this. */
export interface OpenFont {
  hasGlyphForCodePoint(codePoint: number): boolean
  glyphForCodePoint(codePoint: number): { id: number }
  getGlyph(id: number, codePoints: number[]): FontGlyph
  ascent: number
  descent: number
  unitsPerEm: number
  /** Replaces the library's own shaping, which fails for some Indian scripts. */
  layout: (text: string) => ShapedText
  /** Glyphs used so far, each with the characters that it first represented. */
  _glyphs: Record<number, unknown>
}
interface FontGlyph {
  advanceWidth: number
}
interface ShapedText {
  glyphs: FontGlyph[]
  positions: HarfBuzz.GlyphPosition[]
  advanceWidth: number
}

/** Returns the name of a font within a file. */
export function fontName(face: string | null, weight: Weight): string {
  return `${face ?? 'plain'}-${weight}`
}

/** Opening a font takes longer than all the drawing, and a font never changes. */
const openFonts = new Map<string, OpenFont>()

/** Shapes texts as browsers do; undefined until a file needs it. */
let harfBuzz: typeof HarfBuzz | undefined

/** Loads what shapes texts. Fonts need it before they are added to a file. */
export async function prepareShaping(): Promise<void> {
  harfBuzz ??= await import('harfbuzzjs')
}

/**
 * Adds a font to a file, and opens it if it is the first file with it. Nothing else may run until the file is drawn.
 * @see prepareShaping
 */
export function registerFont(document: PDFKit.PDFDocument, script: Script | null, weight: Weight): OpenFont {
  const name = fontName(script, weight)
  const open = openFonts.get(name)
  if (open) {
    // Otherwise the characters of a glyph, and so the bytes of this file, would depend on earlier files.
    open._glyphs = {}
    document.registerFont(name, open as unknown as Buffer).font(name)
    return open
  }
  const { folder, [weight]: file } = families[script ?? 'plain']
  const path = resolve(`@expo-google-fonts/${folder}/${file}.ttf`)
  document.registerFont(name, path).font(name)
  const font = currentFont(document)
  font.layout = createShaper(font, readFileSync(path), script === null)
  openFonts.set(name, font)
  return font
}

/** Adds a font that has only the characters of this file. */
export function registerOtherFont(document: PDFKit.PDFDocument, other: OtherFont, weight: Weight): OpenFont {
  const name = fontName(other.name, weight)
  document.registerFont(name, other.bytes[weight]).font(name)
  const font = currentFont(document)
  font.layout = createShaper(font, other.bytes[weight], false)
  return font
}

const currentFont = (document: PDFKit.PDFDocument) =>
  (document as unknown as { _font: { font: OpenFont } })._font.font

/**
 * The plain font draws a letter such as the Vietnamese "ọ" as a letter and a mark, and the file would be copied and searched
 * as such.
 */
const composed = ({ Feature }: typeof HarfBuzz) => [new Feature('ccmp', 0)]

function createShaper(font: OpenFont, bytes: Buffer, isPlain: boolean): OpenFont['layout'] {
  const shaping = harfBuzz
  if (!shaping) throw new Error('Shaping is not prepared.')
  const shaped = new shaping.Font(new shaping.Face(new shaping.Blob(bytes)))
  return (text) => {
    const buffer = new shaping.Buffer()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    // Digits belong to a script from right to left, and run from left to right.
    if (/^[\p{Nd}\s\p{P}\p{S}]*$/u.test(text)) buffer.setDirection(shaping.Direction.LTR)
    shaping.shape(shaped, buffer, isPlain ? composed(shaping) : [])
    const infos = buffer.getGlyphInfos()
    const characters = charactersOf(text, infos, font)
    const positions = buffer.getGlyphPositions().map((position) => ({ ...position }))
    return {
      glyphs: infos.map(({ codepoint: id }, index) => font.getGlyph(id, characters[index] ?? [])),
      positions,
      advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
    }
  }
}

/**
 * Returns the characters that each glyph represents, for copying from the file: its own character if it has one,
 * otherwise those of its cluster that no other glyph has.
 */
function charactersOf(text: string, infos: readonly HarfBuzz.GlyphInfo[], font: OpenFont): number[][] {
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b)
  const open = new Map(
    starts.map((start, index) => [
      start,
      // A vowel of two parts is drawn as two glyphs.
      [...text.slice(start, starts[index + 1]).normalize('NFD')].map(
        (character) => character.codePointAt(0) ?? 0,
      ),
    ]),
  )
  const own = infos.map(({ codepoint: id, cluster }) => {
    const rest = open.get(cluster) ?? []
    const found = rest.findIndex((point) => font.glyphForCodePoint(point).id === id)
    return found < 0 ? [] : rest.splice(found, 1)
  })
  return infos.map(({ cluster }, index) => {
    const mine = own[index] ?? []
    return mine.length > 0 ? mine : (open.get(cluster) ?? []).splice(0)
  })
}
