import { describe, expect, it } from 'vitest'
import { couponPrice, hasCouponEnded, linkWarning, priceWarning, redemptionRefusal } from './coupon.rules.ts'

const none = { absolute_discount: null, absolute_discount_usd: null, discount_percentage: null }
const rupees = (current_price: number) => ({ currency_code: 'INR' as const, current_price })
const dollars = (current_price: number) => ({ currency_code: 'USD' as const, current_price })
const now = new Date('2026-11-22T06:30:00Z')
const end = '2026-11-30T18:29:59.999Z'

describe('the price with a coupon', () => {
  it.each([
    ['nothing without a discount', rupees(249_900), none, 249_900, 0],
    ['the amount', rupees(249_900), { ...none, absolute_discount: 50_000 }, 199_900, 50_000],
    ['the amount of its currency only', dollars(3_000), { ...none, absolute_discount: 50_000 }, 3_000, 0],
    ['the dollar amount', dollars(3_000), { ...none, absolute_discount_usd: 400 }, 2_600, 400],
    ['the percentage', rupees(249_900), { ...none, discount_percentage: 20 }, 199_920, 49_980],
    ['half a paisa for the buyer', rupees(4), { ...none, discount_percentage: 12.5 }, 3, 1],
    ['more than half a paisa for the buyer', rupees(101), { ...none, discount_percentage: 12.5 }, 88, 13],
    ['less than half a paisa for the seller', rupees(99), { ...none, discount_percentage: 12.5 }, 87, 12],
    [
      'both of the full price',
      rupees(100_000),
      { ...none, discount_percentage: 10, absolute_discount: 5_000 },
      85_000,
      15_000,
    ],
    ['all of it', rupees(100_000), { ...none, discount_percentage: 100 }, 0, 100_000],
    ['no more than the price', rupees(10_000), { ...none, absolute_discount: 10_001 }, 0, 10_000],
    [
      'hundredths of a percent of the largest amount exactly',
      rupees(10_000_000_000_000),
      { ...none, discount_percentage: 33.33 },
      6_667_000_000_000,
      3_333_000_000_000,
    ],
  ])('takes off %s (OQ-300)', (_title, price, coupon, left, discount) => {
    expect(couponPrice(price, coupon)).toMatchObject({ price: left, discount })
  })

  it('says what staff should know (OQ-306)', () => {
    expect(priceWarning(rupees(10_000), { ...none, absolute_discount: 10_001 })).toBe('below-zero')
    expect(priceWarning(rupees(10_000), { ...none, absolute_discount: 10_000 })).toBe('free')
    expect(priceWarning(dollars(10_000), { ...none, absolute_discount: 10_000 })).toBe('no-discount')
    expect(priceWarning(rupees(0), none)).toBeNull()
    expect(priceWarning(rupees(10_000), { ...none, discount_percentage: 20 })).toBeNull()
  })
})

describe('redeeming a coupon', () => {
  const coupon = { valid_till: end, max_redemptions: 3, max_per_person: 1 }
  const use = { now, isLinked: true, redeemed: 2, redeemedByPerson: 0 }

  it('is allowed until its end and its limits (OQ-301)', () => {
    expect(redemptionRefusal(coupon, use)).toBeNull()
    expect(redemptionRefusal(coupon, { ...use, now: new Date(end) })).toBeNull()
    const unlimited = { ...coupon, max_redemptions: null, max_per_person: null }
    expect(redemptionRefusal(unlimited, { ...use, redeemed: 250_000, redeemedByPerson: 9 })).toBeNull()
  })

  it('is refused with the reason (OQ-301)', () => {
    expect(redemptionRefusal(coupon, { ...use, now: new Date(Date.parse(end) + 1) })).toBe('ended')
    expect(redemptionRefusal(coupon, { ...use, isLinked: false })).toBe('not-linked')
    expect(redemptionRefusal(coupon, { ...use, redeemed: 3 })).toBe('used-up')
    expect(redemptionRefusal(coupon, { ...use, redeemedByPerson: 1 })).toBe('used-by-person')
    expect(hasCouponEnded(coupon, new Date(end))).toBe(false)
  })
})

describe('the warning about a linked thing', () => {
  it('names the first reason why it cannot be bought with the coupon (OQ-306)', () => {
    const link = { is_active: true, start_time: '2026-11-30T18:29:59Z' }
    expect(linkWarning({ valid_till: end }, link, now)).toBeNull()
    for (const start_time of [null, now.toISOString(), end]) {
      expect(linkWarning({ valid_till: end }, { ...link, start_time }, now)).toBeNull()
    }
    expect(linkWarning({ valid_till: end }, { ...link, start_time: '2026-12-01T13:30:00Z' }, now)).toBe(
      'ends-before-session',
    )
    expect(linkWarning({ valid_till: end }, { ...link, is_active: false }, now)).toBe('off')
    expect(linkWarning({ valid_till: '2026-11-21T18:29:59.999Z' }, link, now)).toBe('ended')
    expect(linkWarning({ valid_till: end }, { ...link, start_time: '2026-11-20T13:30:00Z' }, now)).toBe(
      'session-past',
    )
  })
})
