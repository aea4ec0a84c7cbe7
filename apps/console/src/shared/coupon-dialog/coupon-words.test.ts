import { describe, expect, it } from 'vitest'
import { discountWords, isExpired, validityDay } from './coupon-words.ts'

const none = { absolute_discount: null, absolute_discount_usd: null, discount_percentage: null }

describe('a coupon in words', () => {
  it('CPN-01 names each discount that it gives', () => {
    expect(discountWords({ ...none, absolute_discount: 50_000 })).toBe('₹500.00 off')
    expect(
      discountWords({ absolute_discount: 12_450_000, absolute_discount_usd: 500, discount_percentage: 20 }),
    ).toBe('₹1,24,500.00 off, $5.00 off, 20% off')
  })

  it('CPN-13 says so when it gives none', () => {
    expect(discountWords(none)).toBe('No discount')
    expect(discountWords({ ...none, absolute_discount: 0, discount_percentage: 0 })).toBe('No discount')
  })

  it('CPN-12 shows its last day in the zone of the viewer', () => {
    expect(validityDay(new Date(2026, 10, 30, 23, 59, 59, 999).toISOString())).toBe('30 Nov 2026')
  })

  it('CPN-12 is expired once its validity has passed', () => {
    const coupon = { valid_till: '2026-11-30T18:29:59.999Z' }
    expect(isExpired(coupon, Date.parse('2026-11-30T18:29:59.999Z'))).toBe(false)
    expect(isExpired(coupon, Date.parse('2026-11-30T18:30:00.000Z'))).toBe(true)
  })
})
