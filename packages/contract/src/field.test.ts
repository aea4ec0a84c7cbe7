import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { formatInstant, instant, isInstant, zoneName, zoneOffset } from './date-time.ts'
import {
  booleanText,
  characterCount,
  completedWebAddress,
  email,
  jsonText,
  lettersAndDigits,
  reference,
  requiredText,
} from './field.ts'
import { commaList, limit, offset } from './list.ts'
import { amount, currencyCodes, Prices } from './money.ts'
import { isWebAddress } from './web-address.ts'

const messageOf = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value).error?.issues[0]?.message

describe('text fields', () => {
  const title = requiredText('Title is required', {
    max: 40,
    message: 'Title should not exceed 40 characters',
  })
  it.each([
    ['39 characters (MC-31)', 'x'.repeat(39), undefined],
    ['40 characters (MC-31)', 'x'.repeat(40), undefined],
    ['41 characters (MC-31)', 'x'.repeat(41), 'Title should not exceed 40 characters'],
    ['no characters (MC-31)', '', 'Title is required'],
    ['white space (MC-31)', ' \n', 'Title is required'],
    ['nothing at all (MC-31)', undefined, 'Title is required'],
    ['a number (MC-31)', 7, 'Title is required'],
  ])('%s', (_title, value, message) => {
    expect(messageOf(title, value)).toBe(message)
  })

  it('counts an emoji as one character', () => {
    expect(characterCount('💰💰')).toBe(2)
    expect(messageOf(title, '💰'.repeat(40))).toBeUndefined()
  })
})

describe('patterns', () => {
  it.each(['a@b.c', 'meera.nair+x@mail.example.co.in'])(
    'accepts %s as an e-mail address (LIM-10)',
    (value) => {
      expect(messageOf(email(), value)).toBeUndefined()
    },
  )
  it.each(['', 'a@b', 'a b@c.d', '@b.c', 'a@.', 'a@@b.c', 'a@b.c\n'])(
    'rejects %j as an e-mail address (LIM-10)',
    (value) => {
      expect(messageOf(email(), value)).toBe('Invalid email format')
    },
  )
  it('accepts letters and digits only (LIM-11)', () => {
    expect(lettersAndDigits.test('TAX20')).toBe(true)
    for (const text of ['', 'TAX 20', 'TAX-20', 'टैक्स', 'é']) expect(lettersAndDigits.test(text)).toBe(false)
  })
  it('accepts only http and https URLs (MC-42)', () => {
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

describe('web addresses without a scheme', () => {
  it.each([
    ['www.example.org/x', 'https://www.example.org/x'],
    [' example.org ', 'https://example.org'],
    ['example.org:8080/x?a=b#c', 'https://example.org:8080/x?a=b#c'],
    ['उदाहरण.भारत/खबर', 'https://उदाहरण.भारत/खबर'],
  ])('completes %j (OQ-086, NEWS-11)', (text, completed) => {
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
  ])('%j stays as it is (OQ-086, NEWS-11)', (text) => {
    expect(completedWebAddress(text)).toBe(text)
  })
})

describe('record references', () => {
  it('treats a UUID in capitals as the same id, and keeps the case of any other text (OQ-140)', () => {
    const id = '01931f6e-0000-7000-8000-00000000dead'
    const read = (text: string) => z.parse(reference('An id is required'), text)
    expect(read(id.toUpperCase())).toBe(id)
    expect(read('Other-Id')).toBe('Other-Id')
  })
})

describe('instants', () => {
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
    ['0001-01-01T00:00:00Z', false],
    ['1899-12-31T23:59:59Z', false],
    ['1900-01-01T00:00:00+05:30', false],
    ['1900-01-01T00:00:00Z', true],
    ['9999-12-31T23:59:59Z', true],
    ['9999-12-31T23:59:59-05:30', false],
  ])('%s: %s (MC-35)', (text, expected) => {
    expect(isInstant(text)).toBe(expected)
  })

  it('reports an empty instant with the field’s message, a malformed one with an example (MC-32)', () => {
    const start = instant('Start time is required')
    expect(messageOf(start, '')).toBe('Start time is required')
    expect(messageOf(start, undefined)).toBe('Start time is required')
    expect(messageOf(start, 'tomorrow')).toContain('2026-12-31T18:30:00Z')
  })

  it('formats instants in a fixed zone (LIM-05)', () => {
    const moment = new Date('2026-11-21T13:30:00Z')
    expect(formatInstant(moment, ' | ', 'Asia/Kolkata')).toBe('21 Nov 2026 | 07:00 PM')
    expect(formatInstant(moment, ', ', 'America/New_York')).toBe('21 Nov 2026, 08:30 AM')
    expect(formatInstant(new Date('2026-02-03T18:35:00Z'), ' | ', 'Asia/Kolkata')).toBe(
      '4 Feb 2026 | 12:05 AM',
    )
  })

  it.each([
    ['America/New_York', '2026-11-21T13:30:00Z', 'EST', -5],
    ['America/New_York', '2026-07-01T13:30:00Z', 'EDT', -4],
    ['Asia/Kolkata', '2026-11-21T13:30:00Z', 'GMT+5:30', 5.5],
    ['UTC', '2026-11-21T13:30:00Z', 'UTC', 0],
  ])('returns the short name and the offset of %s at %s (OQ-025)', (zone, moment, name, hours) => {
    expect(zoneName(new Date(moment), zone)).toBe(name)
    expect(zoneOffset(new Date(moment), zone)).toBe(hours * 3_600_000)
  })
})

describe('money', () => {
  const price = amount('Price is required')
  it('accepts USD and INR (LIM-01)', () => {
    expect(currencyCodes).toEqual(['USD', 'INR'])
  })
  it.each([
    [0, undefined],
    [10_000_000_000_000, undefined],
    [-1, 'Price is required'],
    [0.5, 'Price is required'],
    [10_000_000_000_001, 'Price is required'],
    [Number.NaN, 'Price is required'],
    ['100', 'Price is required'],
    [null, 'Price is required'],
  ])('accepts or rejects %s in minor units (LIM-02)', (value, message) => {
    expect(messageOf(price, value)).toBe(message)
  })
  it('requires each currency exactly once (MC-03, MC-40)', () => {
    const usd = { currency_code: 'USD', original_price: 1, current_price: 1 }
    const inr = { ...usd, currency_code: 'INR' }
    expect(messageOf(Prices, [usd, inr])).toBeUndefined()
    expect(messageOf(Prices, [inr, usd])).toBeUndefined()
    for (const list of [[usd], [usd, usd], [usd, inr, inr], []])
      expect(messageOf(Prices, list)).toBe('Price is required')
  })
})

describe('encoding', () => {
  it('encodes booleans and JSON as text and decodes them again (API-04)', () => {
    const flag = booleanText()
    expect(z.encode(flag, true)).toBe('true')
    expect(z.decode(flag, '0')).toBe(false)
    const links = jsonText(z.array(z.object({ url: z.string() })))
    expect(z.encode(links, [{ url: 'x' }])).toBe('[{"url":"x"}]')
    expect(z.decode(links, '[{"url":"x"}]')).toEqual([{ url: 'x' }])
    expect(messageOf(links, '[')).toBe('Enter JSON text')
  })

  it('caps limits at the max page size and counts offsets in items (API-03)', () => {
    expect(z.parse(limit(), undefined)).toBe(200)
    expect(z.parse(limit(10), undefined)).toBe(10)
    expect(z.parse(limit(), '5000')).toBe(200)
    expect(messageOf(limit(), '0')).toBe('limit must be a whole number of 1 or more')
    expect(messageOf(offset(), '-1')).toBe('offset must be a whole number of 0 or more')
    expect(z.parse(offset(), undefined)).toBe(0)
  })

  it('accepts comma-separated lists and repeated parameters (API-03)', () => {
    const list = commaList(z.enum(['spam', 'hate']))
    expect(z.parse(list, 'spam,hate')).toEqual(['spam', 'hate'])
    expect(z.parse(list, ['spam', 'hate'])).toEqual(['spam', 'hate'])
    expect(z.safeParse(list, 'spam,other').success).toBe(false)
  })
})
