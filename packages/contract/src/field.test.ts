import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { formatInstant, instant, isInstant } from './date-time.ts'
import {
  booleanText,
  characterCount,
  completedWebAddress,
  email,
  isWebAddress,
  jsonText,
  lettersAndDigits,
  reference,
  requiredText,
} from './field.ts'
import { commaList, limit, offset } from './list.ts'
import { amount, currencyCodes, largestAmount, Prices } from './money.ts'

const messageOf = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value).error?.issues[0]?.message

describe('texts', () => {
  const title = requiredText('Title is required', {
    max: 40,
    message: 'Title should not exceed 40 characters',
  })
  it.each([
    ['MC-31 39 characters', 'x'.repeat(39), undefined],
    ['MC-31 40 characters', 'x'.repeat(40), undefined],
    ['MC-31 41 characters', 'x'.repeat(41), 'Title should not exceed 40 characters'],
    ['MC-31 no characters', '', 'Title is required'],
    ['MC-31 white space', ' \n', 'Title is required'],
    ['MC-31 nothing at all', undefined, 'Title is required'],
    ['MC-31 a number', 7, 'Title is required'],
  ])('%s', (_title, value, message) => {
    expect(messageOf(title, value)).toBe(message)
  })

  it('an emoji counts as one character', () => {
    expect(characterCount('💰💰')).toBe(2)
    expect(messageOf(title, '💰'.repeat(40))).toBeUndefined()
  })
})

describe('patterns', () => {
  it.each(['a@b.c', 'meera.nair+x@mail.example.co.in'])('LIM-10 %s is an e-mail address', (value) => {
    expect(messageOf(email(), value)).toBeUndefined()
  })
  it.each(['', 'a@b', 'a b@c.d', '@b.c', 'a@.', 'a@@b.c', 'a@b.c\n'])('LIM-10 %j is none', (value) => {
    expect(messageOf(email(), value)).toBe('Invalid email format')
  })
  it('LIM-11 letters and digits only', () => {
    expect(lettersAndDigits.test('TAX20')).toBe(true)
    for (const text of ['', 'TAX 20', 'TAX-20', 'टैक्स', 'é']) expect(lettersAndDigits.test(text)).toBe(false)
  })
  it('MC-42 only http and https may be opened', () => {
    for (const text of ['http://x.example', 'https://x.example/a?b#c', 'HTTPS://X.EXAMPLE']) {
      expect(isWebAddress(text)).toBe(true)
    }
    for (const text of [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://x',
      '//x.example',
      'x.example',
      'https://',
      ' java\tscript:1',
    ]) {
      expect(isWebAddress(text)).toBe(false)
    }
  })
})

describe('addresses without a scheme', () => {
  it.each([
    ['www.example.org/x', 'https://www.example.org/x'],
    [' example.org ', 'https://example.org'],
    ['example.org:8080/x?a=b#c', 'https://example.org:8080/x?a=b#c'],
    ['उदाहरण.भारत/खबर', 'https://उदाहरण.भारत/खबर'],
  ])('OQ-086 NEWS-11 %j is completed', (text, completed) => {
    expect(completedWebAddress(text)).toBe(completed)
    expect(isWebAddress(completed)).toBe(true)
  })

  it.each([
    'http://www.example.org',
    'https://example.org/x',
    'example',
    'two words.here today',
    'a@b.example',
    'mailto:a@b.example',
    'javascript:alert(1)',
    'javascript:1.5',
    'feed:www.example.org',
    '//www.example.org',
    '...',
    '',
  ])('OQ-086 NEWS-11 %j stays as it is', (text) => {
    expect(completedWebAddress(text)).toBe(text)
  })
})

describe('references', () => {
  it('OQ-140 a UUID in capitals is the same id; any other text keeps its case', () => {
    const id = '01931f6e-0000-7000-8000-00000000dead'
    const read = (text: string) => z.parse(reference('An id is required'), text)
    expect(read(id.toUpperCase())).toBe(id)
    expect(read('Other-Id')).toBe('Other-Id')
  })
})

describe('moments', () => {
  it.each([
    ['2026-11-28T13:30:00Z', true],
    ['2026-11-28T13:30Z', true],
    ['2026-11-28T19:00:00+05:30', true],
    ['2028-02-29T00:00:00.123Z', true],
    ['2027-02-29T00:00:00Z', false],
    ['2026-04-31T00:00:00Z', false],
    ['2026-11-28', false],
    ['2026-11-28T13:30:00', false],
    ['2026-11-28T25:00:00Z', false],
    ['+010000-01-01T00:00:00Z', false],
    ['0000-01-01T00:00:00Z', false],
  ])('MC-35 %s: %s', (text, expected) => {
    expect(isInstant(text)).toBe(expected)
  })

  it('MC-32 an empty one is told by the field, a wrong one by example', () => {
    const start = instant('Start time is required')
    expect(messageOf(start, '')).toBe('Start time is required')
    expect(messageOf(start, undefined)).toBe('Start time is required')
    expect(messageOf(start, 'tomorrow')).toContain('2026-12-31T18:30:00Z')
  })

  it('LIM-05 the formats, in a zone of their own', () => {
    const moment = new Date('2026-11-21T13:30:00Z')
    expect(formatInstant(moment, ' | ', 'Asia/Kolkata')).toBe('21 Nov 2026 | 07:00 PM')
    expect(formatInstant(moment, ', ', 'America/New_York')).toBe('21 Nov 2026, 08:30 AM')
    expect(formatInstant(new Date('2026-02-03T18:35:00Z'), ' | ', 'Asia/Kolkata')).toBe(
      '4 Feb 2026 | 12:05 AM',
    )
  })
})

describe('money', () => {
  const price = amount('Price is required')
  it('LIM-01 the currencies are USD and INR', () => {
    expect(currencyCodes).toEqual(['USD', 'INR'])
  })
  it.each([
    [0, undefined],
    [largestAmount, undefined],
    [-1, 'Price is required'],
    [0.5, 'Price is required'],
    [largestAmount + 1, 'Price is required'],
    [Number.NaN, 'Price is required'],
    ['100', 'Price is required'],
    [null, 'Price is required'],
  ])('LIM-02 %s in minor units', (value, message) => {
    expect(messageOf(price, value)).toBe(message)
  })
  it('MC-03 MC-40 prices name each currency once', () => {
    const usd = { currency_code: 'USD', original_price: 1, current_price: 1 }
    const inr = { ...usd, currency_code: 'INR' }
    expect(messageOf(Prices, [usd, inr])).toBeUndefined()
    expect(messageOf(Prices, [inr, usd])).toBeUndefined()
    for (const list of [[usd], [usd, usd], [usd, inr, inr], []])
      expect(messageOf(Prices, list)).toBe('Price is required')
  })
})

describe('the wire', () => {
  it('API-04 booleans and JSON go out as text and come back', () => {
    const flag = booleanText()
    expect(z.encode(flag, true)).toBe('true')
    expect(z.decode(flag, '0')).toBe(false)
    const links = jsonText(z.array(z.object({ url: z.string() })))
    expect(z.encode(links, [{ url: 'x' }])).toBe('[{"url":"x"}]')
    expect(z.decode(links, '[{"url":"x"}]')).toEqual([{ url: 'x' }])
    expect(messageOf(links, '[')).toBe('Enter JSON text')
  })

  it('API-03 limits are cut to the largest page, offsets count items', () => {
    expect(z.parse(limit(), undefined)).toBe(200)
    expect(z.parse(limit(10), undefined)).toBe(10)
    expect(z.parse(limit(), '5000')).toBe(200)
    expect(messageOf(limit(), '0')).toBe('limit must be a whole number of 1 or more')
    expect(messageOf(offset(), '-1')).toBe('offset must be a whole number of 0 or more')
    expect(z.parse(offset(), undefined)).toBe(0)
  })

  it('API-03 lists are comma-separated, repeats are taken', () => {
    const list = commaList(z.enum(['spam', 'hate']))
    expect(z.parse(list, 'spam,hate')).toEqual(['spam', 'hate'])
    expect(z.parse(list, ['spam', 'hate'])).toEqual(['spam', 'hate'])
    expect(z.safeParse(list, 'spam,other').success).toBe(false)
  })
})
