import { describe, expect, it } from 'vitest'
import { day, oneOf, positive, searchOf, text, wordOf } from './search-params.ts'

describe('a search parameter', () => {
  it('is taken as text, also where the router has read a number or a truth value out of it', () => {
    expect(text('asha')).toBe('asha')
    expect(text(42)).toBe('42')
    expect(text(true)).toBe('true')
    expect(text(false)).toBe('false')
  })

  it('is absent when it is empty or no text', () => {
    for (const value of [undefined, null, '', {}, ['a']]) expect(text(value)).toBeUndefined()
  })

  it('is one of the known words, or absent', () => {
    expect(oneOf(['active', 'past'], 'past')).toBe('past')
    for (const value of ['Past', '', undefined, 1]) expect(oneOf(['active', 'past'], value)).toBeUndefined()
  })

  it('is a whole number of at least 1, or absent', () => {
    expect(positive(3)).toBe(3)
    expect(positive('3')).toBe(3)
    for (const value of [0, -1, 1.5, 'x', '', Number.NaN, undefined]) expect(positive(value)).toBeUndefined()
  })

  it('is a day of the calendar, or absent', () => {
    expect(day('2026-11-21')).toBe('2026-11-21')
    expect(day('1000-01-01')).toBe('1000-01-01')
    for (const value of ['2026-02-31', '2026-2-1', '0000-01-03', '21 Nov 2026', 20261121, undefined]) {
      expect(day(value)).toBeUndefined()
    }
  })
})

it('the parameters of a screen are read each on its own, and unknown ones are dropped', () => {
  const read = searchOf({ tab: wordOf('active', 'past'), open: text, page: positive })
  expect(read({ tab: 'past', open: 7, page: '2', else: 'x' })).toEqual({ tab: 'past', open: '7', page: 2 })
  expect(read({ tab: 'Past', page: 0 })).toEqual({})
  // The router reads digits as a number.
  expect(searchOf({ create: wordOf('1') })({ create: 1 })).toEqual({ create: '1' })
})
