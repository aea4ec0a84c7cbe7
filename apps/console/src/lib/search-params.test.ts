import { describe, expect, it } from 'vitest'
import { choice, day, oneOf, positive, searchOf, text } from './search-params.ts'

describe('search parameters', () => {
  it('reads text, also where the router has parsed a number or a boolean', () => {
    expect(text('asha')).toBe('asha')
    expect(text(42)).toBe('42')
    expect(text(true)).toBe('true')
    expect(text(false)).toBe('false')
  })

  it('returns undefined for an empty value and for anything but text', () => {
    for (const value of [undefined, null, '', {}, ['a']]) expect(text(value)).toBeUndefined()
  })

  it('accepts only one of the known values', () => {
    expect(oneOf(['active', 'past'], 'past')).toBe('past')
    for (const value of ['Past', '', undefined, 1]) expect(oneOf(['active', 'past'], value)).toBeUndefined()
  })

  it('accepts only a whole number of at least 1', () => {
    expect(positive(3)).toBe(3)
    expect(positive('3')).toBe(3)
    for (const value of [0, -1, 1.5, 'x', '', Number.NaN, undefined]) expect(positive(value)).toBeUndefined()
  })

  it('accepts only a calendar day with days before and after it (OQ-566)', () => {
    expect(day('2026-11-21')).toBe('2026-11-21')
    expect(day('1901-01-01')).toBe('1901-01-01')
    expect(day('9998-12-31')).toBe('9998-12-31')
    for (const value of [
      '2026-02-31',
      '2026-2-1',
      '0000-01-03',
      '1900-12-31',
      '9999-01-01',
      '9999-12-31',
      '21 Nov 2026',
      20261121,
      undefined,
    ]) {
      expect(day(value)).toBeUndefined()
    }
  })
})

it('searchOf reads each parameter on its own and drops unknown ones', () => {
  const read = searchOf({ tab: choice('active', 'past'), open: text, page: positive })
  expect(read({ tab: 'past', open: 7, page: '2', else: 'x' })).toEqual({ tab: 'past', open: '7', page: 2 })
  expect(read({ tab: 'Past', page: 0 })).toEqual({})
  // The router reads digits as a number.
  expect(searchOf({ create: choice('1') })({ create: 1 })).toEqual({ create: '1' })
})
