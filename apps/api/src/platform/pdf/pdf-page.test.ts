import { expect, it } from 'vitest'
import { drawable, makePdfPage } from './pdf-page.ts'

const about = { title: 'A page', author: 'A test', madeAt: new Date('2026-11-21') }

function draw(text: string): Promise<Buffer> {
  return makePdfPage(about, (page) => {
    page.text(text, 40, 40, { width: 200, size: 10, color: '#000000' })
    page.text(text, 40, 200, { width: 200, size: 10, color: '#000000', weight: 'bold' })
  })
}

it('returns equal bytes for equal drawings, whatever was drawn in between', async () => {
  const texts = ['Fish-hook office', 'Fish\u2010hook\u00a0o\ufb03ce', 'प्रिया शर्मा क्षत्रिय ₹1,24,500.00']
  const first = await Promise.all(texts.map(draw))
  for (const [index, text] of [...texts.entries()].reverse()) {
    expect((await draw(text)).equals(first[index] ?? Buffer.alloc(0)), text).toBe(true)
  }
})

it('ends a text with its last line, and no line of a limited one is lower', async () => {
  const style = { width: 100, size: 10, color: '#000000' }
  const ends = { one: 0, limited: 0, unbroken: 0, empty: 0 }
  await makePdfPage(about, (page) => {
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

it('draws a text with the characters that the font has', () => {
  const latin = { hasGlyphForCodePoint: (point: number) => point < 0x250 }
  expect(drawable('Zoë\n\u202eRao\u0000 ', latin)).toBe('Zoë Rao')
  expect(drawable('投資 for 👩‍🚀 all \ud800', latin)).toBe('? for ? all')
  expect(drawable('', latin)).toBe('')
})
