import type { LinkedEntity } from '@greenroom/contract/money/coupon/coupon.schema'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PriceTable } from './coupon-matrix.tsx'

beforeEach(() => {
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined })
})

const later = new Date(Date.now() + 40 * 86_400_000).toISOString()
const soon = new Date(Date.now() + 10 * 86_400_000).toISOString()
const before = new Date(Date.now() - 86_400_000).toISOString()
const terms = {
  valid_till: soon,
  absolute_discount: 50_000,
  absolute_discount_usd: null,
  discount_percentage: null,
}
const link: LinkedEntity = {
  entity_id: 'one',
  entity_type: 'masterclass',
  is_active: true,
  title: 'Save tax',
  start_time: null,
  prices: [
    { currency_code: 'INR', original_price: 299_900, current_price: 249_900 },
    { currency_code: 'USD', original_price: 4_900, current_price: 3_000 },
  ],
}
const textOf = (change: Partial<LinkedEntity> = {}, changedTerms: Partial<typeof terms> = {}) =>
  renderToStaticMarkup(<PriceTable links={[{ ...link, ...change }]} terms={{ ...terms, ...changedTerms }} />)
    .replace(/<[^>]*>/g, '|')
    .replace(/\|+/g, '|')

describe('the prices with a coupon', () => {
  it('are shown in both currencies beside the price without it (OQ-306)', () => {
    expect(textOf()).toContain('|₹1,999.00|instead of |₹2,499.00|$30.00|No discount in USD|')
  })

  it('warn of a discount above the price, a price of 0 and a missing price (OQ-306)', () => {
    const [rupees] = link.prices
    if (!rupees) throw new TypeError('no price')
    const costs = (current_price: number) => ({ prices: [{ ...rupees, current_price }] })
    expect(textOf(costs(49_900))).toContain('|₹0.00|instead of |₹499.00|Discount above the price|')
    expect(textOf(costs(50_000))).toContain('|Free with this coupon|')
    expect(textOf(costs(50_000))).toContain('|Not sold in USD|')
  })

  it('warn of a session that the coupon misses (OQ-306)', () => {
    expect(textOf({ start_time: later })).toContain('|Ends before the session|')
    expect(textOf({ start_time: before })).toContain('|Session has passed|')
    expect(textOf({ is_active: false })).toContain('|Turned off here|')
    expect(textOf({}, { valid_till: before })).toContain('|Coupon has ended|')
    expect(textOf({ start_time: soon })).not.toMatch(/Ends|past|Switched|ended/)
  })
})
