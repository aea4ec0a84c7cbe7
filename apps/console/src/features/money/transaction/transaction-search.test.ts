import { describe, expect, it } from 'vitest'
import { isPhoneSearched, spanOf, transactionListQuery } from './transaction-search.ts'

// 21 November 2026, 19:00 in India.
const now = new Date('2026-11-21T13:30:00Z')
const india = 'Asia/Kolkata'

describe('the days of the search', () => {
  it('are the last seven, including today (TXN-06, OQ-050)', () => {
    expect(spanOf({}, now, india)).toEqual({ from: '2026-11-15', to: '2026-11-21', isReversed: false })
    expect(transactionListQuery('masterclass', {}, now, india)).toMatchObject({
      start_date: '2026-11-14T18:30:00.000Z',
      end_date: '2026-11-21T18:29:59.999Z',
    })
  })

  it('are business days, wherever the viewer is (TXN-06, OQ-025)', () => {
    // It is Sunday in India, but not yet in New York.
    const night = new Date('2026-11-21T20:00:00Z')
    expect(spanOf({}, night, india).to).toBe('2026-11-22')
    expect(spanOf({}, night, 'America/New_York').to).toBe('2026-11-21')
    const day = { from: '2026-11-21', to: '2026-11-21' }
    expect(transactionListQuery('events', day, night, india)).toMatchObject({
      start_date: '2026-11-20T18:30:00.000Z',
      end_date: '2026-11-21T18:29:59.999Z',
    })
    expect(transactionListQuery('events', day, night, 'America/New_York')).toMatchObject({
      start_date: '2026-11-21T05:00:00.000Z',
      end_date: '2026-11-22T04:59:59.999Z',
    })
  })

  it('come from the address; without a first day they are the seven up to the last one (TXN-06)', () => {
    expect(spanOf({ from: '2026-10-01', to: '2026-10-31' }, now, india)).toMatchObject({
      from: '2026-10-01',
      to: '2026-10-31',
    })
    expect(spanOf({ to: '2026-10-03' }, now, india).from).toBe('2026-09-27')
  })

  it('can be reversed in an address (TXN-06)', () => {
    expect(spanOf({ from: '2026-11-20', to: '2026-11-19' }, now, india).isReversed).toBe(true)
    expect(spanOf({ from: '2026-11-20', to: '2026-11-20' }, now, india).isReversed).toBe(false)
  })
})

describe('the phone search', () => {
  it('accepts an empty text and 10 or more characters (TXN-07)', () => {
    for (const text of ['', '9845012763', '+919845012763']) expect(isPhoneSearched(text)).toBe(true)
    for (const text of ['9', '984501276']) expect(isPhoneSearched(text)).toBe(false)
  })
})

describe('the request', () => {
  it('asks for 10 rows, or for another page size that is offered (TXN-10)', () => {
    expect(transactionListQuery('custom', {}, now, india)).toMatchObject({
      limit: 10,
      offset: 0,
      entity_type: 'custom',
    })
    expect(transactionListQuery('custom', { page: 3, size: 20 }, now, india)).toMatchObject({
      limit: 20,
      offset: 40,
    })
    expect(transactionListQuery('custom', { size: 1000 }, now, india)).toMatchObject({ limit: 10 })
  })

  it('has neither a type nor an entity in the list of all types (TXN-05, OQ-320)', () => {
    const query = transactionListQuery('all', { entity: 'e1', status: 'paid', coupon: 'c1' }, now, india)
    expect(query).toMatchObject({ status: 'paid', coupon_id: 'c1' })
    expect(query).not.toHaveProperty('entity_type')
    expect(query).not.toHaveProperty('entity_id')
  })

  it('contains only the filters that are set (TXN-08, OQ-320)', () => {
    const filters = {
      entity: 'e1',
      status: 'refunded',
      source: 'meta',
      currency: 'USD',
      coupon: 'c1',
    } as const
    expect(transactionListQuery('events', filters, now, india)).toMatchObject({
      entity_id: 'e1',
      status: 'refunded',
      source: 'meta',
      currency_code: 'USD',
      coupon_id: 'c1',
    })
    expect(Object.keys(transactionListQuery('events', {}, now, india))).toEqual([
      'start_date',
      'end_date',
      'limit',
      'offset',
      'entity_type',
    ])
  })
})
