import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, it } from 'vitest'
import { makePdf, type PdfPage } from './pdf-page.ts'

const about = { title: 'A page', author: 'A test', madeAt: new Date('2026-11-21') }
const makePage = (texts: string, draw: (page: PdfPage) => void) =>
  makePdf({ ...about, texts }, [() => ({ top: 40, bottom: 800, draw, frame: () => {} })])

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
    '王小明 สมชาย 🎉',
    'Nguyễn Hữu Thọ',
  ]
  const first = await Promise.all(texts.map(draw))
  for (const [index, text] of [...texts.entries()].reverse()) {
    expect((await draw(text)).equals(first[index] ?? Buffer.alloc(0)), text).toBe(true)
  }
})

it('ends a text with its last line, and measures the same height', async () => {
  const style = { width: 100, size: 10, color: '#000000' }
  const ends = { one: 0, unbroken: 0, empty: 0, measured: 0 }
  await makePage('', (page) => {
    ends.one = page.text('Word', 0, 0, style)
    ends.unbroken = page.text('W'.repeat(400), 0, 0, style)
    ends.empty = page.text('', 0, 50, style)
    ends.measured = page.heightOf('W'.repeat(400), style)
  })
  expect(ends.one).toBeGreaterThan(10)
  expect(ends.unbroken).toBeGreaterThan(ends.one * 10)
  expect(ends.measured).toBeCloseTo(ends.unbroken, 5)
  expect(ends.empty).toBeGreaterThanOrEqual(50)
})

/** Returns the text of each page, and where each of its parts is. */
async function read(bytes: Buffer) {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const pages: { text: string; ys: number[] }[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const items = (await (await document.getPage(number)).getTextContent()).items
    const parts = items.flatMap((item) => ('str' in item && item.str !== '' ? [item] : []))
    pages.push({
      text: parts.map(({ str }) => str).join(''),
      ys: parts.map(({ transform }) => Number(transform[5])),
    })
  }
  await document.destroy()
  return pages
}

it('continues a long text on further pages, beside what is drawn next to it', async () => {
  const words = Array.from({ length: 600 }, (_, index) => `word${index}`)
  const style = { width: 100, size: 10, color: '#000000' }
  const bytes = await makePdf({ ...about, texts: '' }, [
    () => ({
      top: 60,
      bottom: 780,
      draw(page) {
        const end = page.text(words.join(' '), 40, 100, style)
        page.text('beside', 300, 100, style)
        page.text('below', 40, end, style)
      },
      frame: (page, { number, count }) => page.text(`${number}/${count}`, 40, 10, style),
    }),
    () => ({ top: 60, bottom: 780, draw: (page) => page.text('second', 40, 60, style), frame: () => {} }),
  ])
  const pages = await read(bytes)
  expect(pages.length).toBeGreaterThan(4)
  const own = pages.slice(0, -1)
  const text = own.map((page, index) => page.text.replace(`${index + 1}/${own.length}`, '')).join(' ')
  const found = text.replace('beside', '').match(/word\d+/g)
  expect(found).toEqual(words)
  expect(pages[0]?.text).toContain('beside')
  expect(own.at(-1)?.text).toContain('below')
  expect(pages.at(-1)?.text).toBe('second')
  for (const page of own) expect(Math.min(...page.ys)).toBeGreaterThan(841.89 - 780)
})

it.each([
  'Nguyễn Hữu Thọ',
  'Ǖộ ẵ ŵ Žižek Łódź',
  '王小明',
  '東京都渋谷区 サトウ ひらがな',
  '繁體龍鬱 野家',
  '김철수',
  'สมชาย ใจดี',
  'ශාන්ත',
  'ᱥᱟᱱᱛᱟᱲᱤ',
  'ꯃꯩꯇꯩ',
  'Asha 🎉 Rao ❤',
  'გიორგი Հայկ',
  'ລາວ שרה',
  '₹ € ‰ – “”',
])('draws %s, and reads it back as it is (OQ-244)', async (text) => {
  const [page] = await read(await draw(text))
  const letters = (one: string) => one.replace(/\s/g, '').normalize('NFC')
  // Some scripts are drawn in another order than they are spelt.
  const sorted = (one: string) => [...letters(one)].sort().join('')
  const isShaped = /[\p{Script=Thai}\p{Script=Sinhala}\p{Script=Meetei_Mayek}\p{Script=Lao}]/u.test(text)
  const shown = isShaped ? sorted : letters
  expect(shown(page?.text ?? '')).toBe(shown(text + text))
})

it.each(['✓ ✗ ♫', '𝗟𝗲𝗮𝗿𝗻 𝟎', 'Day ➀ ⌘', '김민지'.normalize('NFD')])(
  'draws %s, whatever its fonts have (OQ-244)',
  async (text) => {
    const [page] = await read(await draw(`Asha ${text}`))
    expect(page?.text).toContain('Asha')
    expect(page?.text).not.toContain('?')
    if (text.normalize() !== text) expect(page?.text).not.toContain('[U+')
  },
)

it('writes the number of a character that no font has (OQ-244)', async () => {
  const [page] = await read(await draw('Asha \u{10FFFD} Rao'))
  expect(page?.text.replace(/\s/g, '')).toBe('Asha[U+10FFFD]Rao'.repeat(2))
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
  ['Kashmiri', 'كٲشُر'],
  ['Sindhi', 'سنڌي'],
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
