import { describe, expect, it } from 'vitest'
import { askedTypes, countedTypes, readTypes, writeTypes } from './report-types.ts'

describe('report types', () => {
  it('are read from an address in the given order, without unknown values', () => {
    expect(readTypes('other,spam,nonsense,spam')).toEqual(['spam', 'other'])
    expect(readTypes(undefined)).toEqual([])
    expect(readTypes('')).toEqual([])
  })

  it('are written to the address in the given order', () => {
    expect(writeTypes(['other', 'spam'])).toBe('spam,other')
    expect(writeTypes([])).toBeUndefined()
  })

  it('are all eight if none is selected (OQ-068)', () => {
    expect(askedTypes([])).toHaveLength(8)
    expect(askedTypes(['hate'])).toEqual(['hate'])
  })

  it('are counted largest first, without zero counts', () => {
    expect(countedTypes({ offensive: 0, spam: 9, misleading: 14, illegal: 3, hate: 3, other: 0 })).toEqual([
      { type: 'misleading', count: 14 },
      { type: 'spam', count: 9 },
      { type: 'hate', count: 3 },
      { type: 'illegal', count: 3 },
    ])
    expect(countedTypes({})).toEqual([])
  })
})
