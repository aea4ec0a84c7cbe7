import { describe, expect, it } from 'vitest'
import { recordOf, withRecord } from './cached-record.ts'

const old = { _id: 'a', version: 1, title: 'Raga' }
const other = { _id: 'b', version: 1, title: 'Tala' }
const saved = { _id: 'a', version: 2, title: 'Alap' }

describe('a saved record in the cache', () => {
  it('replaces only copies of that record, in a list and in pages', () => {
    expect(withRecord(old, saved)).toEqual(saved)
    expect(withRecord([other, old], saved)).toEqual([other, saved])
    const pages = { pages: [[other], [old]], pageParams: [0, 1] }
    expect(withRecord(pages, saved)).toEqual({ pages: [[other], [saved]], pageParams: [0, 1] })
  })

  it('returns data that does not contain it as the same object', () => {
    const pages = { pages: [[other]], pageParams: [0] }
    expect(withRecord(pages, saved)).toBe(pages)
    expect(withRecord(undefined, saved)).toBeUndefined()
  })

  it('keeps the members that only the list has', () => {
    expect(withRecord([{ ...old, sold: 3 }], saved)).toEqual([{ ...saved, sold: 3 }])
  })

  it('does not replace a newer copy or a row with fewer members', () => {
    const newer = { ...saved, version: 3 }
    expect(withRecord([newer], saved)).toEqual([newer])
    const row = { _id: 'a', version: 1 }
    expect(withRecord([row], saved)).toEqual([row])
  })

  it('is read from the data of a response if that is a record', () => {
    expect(recordOf({ success: true, data: saved })).toBe(saved)
    expect(recordOf({ success: true, data: { url: '/files/x' } })).toBeUndefined()
    expect(recordOf(undefined)).toBeUndefined()
  })
})
