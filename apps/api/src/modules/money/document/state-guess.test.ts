import { describe, expect, it } from 'vitest'
import { guessOf } from './state-guess.ts'

const day = (text: string) => new Date(`${text}T10:00:00Z`)
const order = (
  id: string,
  on: string,
  state: string | null,
  country: string | null = null,
  currency = 'INR',
) => ({
  id,
  order_reference: `order_${id}`,
  ordered_at: day(on),
  currency_code: currency,
  billing_state: state,
  billing_country: country,
})

describe('a guess (OQ-657)', () => {
  const november = day('2026-11-10')

  it('is the State of the order that is nearest in time', () => {
    const others = [
      order('a', '2026-09-01', 'Kerala'),
      order('b', '2026-11-12', 'TN'),
      order('c', '2026-12-01', 'Goa', 'IN'),
    ]
    expect(guessOf(november, others)).toEqual({
      state: '33',
      country: null,
      order: { id: 'b', order_reference: 'order_b', ordered_at: '2026-11-12T10:00:00.000Z' },
    })
  })

  it('is that of the later order if two are equally near', () => {
    const others = [order('a', '2026-11-09', 'Kerala'), order('b', '2026-11-11', 'Goa')]
    expect(guessOf(november, others)?.state).toBe('30')
  })

  it('can be a country outside India', () => {
    const others = [order('a', '2026-11-09', 'GA', 'USA', 'USD')]
    expect(guessOf(november, others)).toMatchObject({ state: null, country: 'US' })
  })

  it('passes over an address that names no State', () => {
    const unreadable = [
      order('a', '2026-11-10', 'Bavaria', 'IN'),
      order('b', '2026-11-10', 'UK'),
      order('c', '2026-11-10', '97', 'IN'),
      order('d', '2026-11-10', null, 'IN'),
      order('e', '2026-11-10', 'GA', null, 'USD'),
    ]
    expect(guessOf(november, unreadable)).toBeNull()
    expect(guessOf(november, [...unreadable, order('f', '2025-01-01', 'Goa')])?.state).toBe('30')
    expect(guessOf(november, [])).toBeNull()
  })
})
