import { describe, expect, it } from 'vitest'
import { filterCount, isPhoneSearched, queryOf, sizeOf, spanOf } from './transaction-search.ts'

// 21 November 2026, 19:00 in India, where these tests run.
const now = new Date('2026-11-21T13:30:00Z')

describe('the days that are shown', () => {
  it('TXN-06 begin 7 days ago and end today', () => {
    expect(spanOf({}, now)).toEqual({ from: '2026-11-14', to: '2026-11-21', isReversed: false })
    expect(queryOf('masterclass', {}, now)).toMatchObject({
      start_date: '2026-11-13T18:30:00.000Z',
      end_date: '2026-11-21T18:29:59.999Z',
    })
  })

  it('TXN-06 are those of the address, and a week before its last one when it names no first', () => {
    expect(spanOf({ from: '2026-10-01', to: '2026-10-31' }, now)).toMatchObject({
      from: '2026-10-01',
      to: '2026-10-31',
    })
    expect(spanOf({ to: '2026-10-03' }, now).from).toBe('2026-09-26')
  })

  it('TXN-06 can be the wrong way round in an address', () => {
    expect(spanOf({ from: '2026-11-20', to: '2026-11-19' }, now).isReversed).toBe(true)
    expect(spanOf({ from: '2026-11-20', to: '2026-11-20' }, now).isReversed).toBe(false)
  })
})

describe('the search for a phone', () => {
  it('TXN-07 takes nothing or 10 characters and more', () => {
    for (const text of ['', '9845012763', '+919845012763']) expect(isPhoneSearched(text)).toBe(true)
    for (const text of ['9', '984501276']) expect(isPhoneSearched(text)).toBe(false)
  })
})

describe('what the server is asked for', () => {
  it('TXN-10 is a page of 10 rows, or of another size that is offered', () => {
    expect(queryOf('custom', {}, now)).toMatchObject({ limit: 10, offset: 0, entity_type: 'custom' })
    expect(queryOf('custom', { page: 3, size: 20 }, now)).toMatchObject({ limit: 20, offset: 40 })
    expect(sizeOf({ size: 1000 })).toBe(10)
  })

  it('TXN-08 carries the filters that are set and no others', () => {
    const filters = { entity: 'e1', status: 'refunded', source: 'meta', currency: 'USD' } as const
    expect(queryOf('events', filters, now)).toMatchObject({
      entity_id: 'e1',
      status: 'refunded',
      source: 'meta',
      currency_code: 'USD',
    })
    expect(Object.keys(queryOf('events', {}, now))).toEqual([
      'start_date',
      'end_date',
      'limit',
      'offset',
      'entity_type',
    ])
    expect(filterCount(filters)).toBe(4)
    expect(filterCount({})).toBe(0)
  })
})
