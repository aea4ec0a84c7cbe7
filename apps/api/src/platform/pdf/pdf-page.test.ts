import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, it } from 'vitest'
import { makePdf, type PdfPage } from './pdf-page.ts'

const about = { title: 'A page', author: 'A test', madeAt: new Date('2026-11-21') }
const makePage = (texts: string, draw: (page: PdfPage) => void) => makePdf({ ...about, texts }, [draw])

function draw(text: string): Promise<Buffer> {
  return makePage(text, (page) => {
    page.text(text, 40, 40, { width: 200, size: 10, color: '#000000' })
    page.text(text, 40, 200, { width: 200, size: 10, color: '#000000', weight: 'bold' })
  })
}

it('returns equal bytes for equal drawings, whatever was drawn in between', async () => {
  const texts = [
    'Fish-hook office',
    'Fish\u2010hook\u00a0o\ufb03ce',
    'प्रिया शर्मा क्षत्रिय ₹1,24,500.00',
    'கொடை ಕ್ಷ محمد علی',
  ]
  const first = await Promise.all(texts.map(draw))
  for (const [index, text] of [...texts.entries()].reverse()) {
    expect((await draw(text)).equals(first[index] ?? Buffer.alloc(0)), text).toBe(true)
  }
})

it('ends a text with its last line, and no line of a limited one is lower', async () => {
  const style = { width: 100, size: 10, color: '#000000' }
  const ends = { one: 0, limited: 0, unbroken: 0, empty: 0 }
  await makePage('', (page) => {
    ends.one = page.text('Word', 0, 0, style)
    ends.limited = page.text('Word '.repeat(40), 0, 0, { ...style, lines: 3 })
    ends.unbroken = page.text('W'.repeat(400), 0, 0, style)
    ends.empty = page.text('', 0, 50, style)
  })
  expect(ends.one).toBeGreaterThan(10)
  expect(ends.limited).toBeCloseTo(ends.one * 3, 0)
  expect(ends.unbroken).toBeGreaterThan(ends.one * 10)
  expect(ends.empty).toBeGreaterThanOrEqual(50)
})

it.each([
  ['Tamil', 'கொடை'],
  ['Kannada', 'ಕ್ಷ'],
  ['Malayalam', 'കൊച്ചി'],
  ['Bengali', 'ক্ষ'],
  ['Gurmukhi', 'ਸਿੰਘ'],
  ['Telugu', 'స్త్రీ'],
  ['Gujarati', 'શ્રી'],
  ['Odia', 'ଓଡ଼ିଶା'],
  ['Urdu', 'محمد'],
])('shapes %s with a font of its own (OQ-244)', async (_script, word) => {
  const document = await getDocument({ data: new Uint8Array(await draw(word)), verbosity: 0 }).promise
  const page = await document.getPage(1)
  const operators = await page.getOperatorList()
  const glyphs = operators.argsArray.flatMap((args, index) =>
    operators.fnArray[index] === OPS.showText ? (args[0] as { unicode?: string }[]) : [],
  )
  const texts = (await page.getTextContent()).items.map((item) => ('str' in item ? item.str : ''))
  await document.destroy()
  const letters = (text: string) => [...new Set(text.normalize('NFD').replace(/[\s\p{Cc}]/gu, ''))].sort()
  expect(letters(texts.join(''))).toEqual(letters(word))
  expect(glyphs.filter((glyph) => typeof glyph === 'object').length).toBeGreaterThan(0)
})
