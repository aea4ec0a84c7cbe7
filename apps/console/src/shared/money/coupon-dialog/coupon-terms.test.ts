import { describe, expect, it, vi } from 'vitest'
import { storeBusinessTimeZone } from '../../../lib/business-zone.ts'
import { discountText, isExpired, validityDay } from './coupon-terms.ts'

const none = { absolute_discount: null, absolute_discount_usd: null, discount_percentage: null }

describe('the terms of a coupon', () => {
  it('list each discount (CPN-01)', () => {
    expect(discountText({ ...none, absolute_discount: 50_000 })).toBe('₹500.00 off')
    expect(
      discountText({ absolute_discount: 12_450_000, absolute_discount_usd: 500, discount_percentage: 20 }),
    ).toBe('₹1,24,500.00 off, $5.00 off, 20% off')
  })

  it('are "No discount" without any (CPN-13)', () => {
    expect(discountText(none)).toBe('No discount')
    expect(discountText({ ...none, absolute_discount: 0, discount_percentage: 0 })).toBe('No discount')
  })

  it('show the last business day (CPN-12, OQ-047)', () => {
    vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined })
    storeBusinessTimeZone('America/New_York')
    expect(validityDay('2026-12-01T04:59:59.999Z')).toBe('30 Nov 2026')
    storeBusinessTimeZone('Asia/Kolkata')
    expect(validityDay('2026-11-30T18:29:59.999Z')).toBe('30 Nov 2026')
    expect(validityDay('2026-11-30T18:30:00.000Z')).toBe('1 Dec 2026')
  })

  it('show whether it has expired (CPN-12)', () => {
    const coupon = { valid_till: '2026-11-30T18:29:59.999Z' }
    expect(isExpired(coupon, Date.parse('2026-11-30T18:29:59.999Z'))).toBe(false)
    expect(isExpired(coupon, Date.parse('2026-11-30T18:30:00.000Z'))).toBe(true)
  })
})
