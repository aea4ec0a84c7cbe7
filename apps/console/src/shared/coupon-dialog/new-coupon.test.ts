import { couponMessages } from '@greenroom/contract/coupon/coupon.schema'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { storeBusinessTimeZone } from '../../lib/business-zone.ts'
import { couponOf, emptyCoupon, validateCoupon } from './new-coupon.ts'

const diwali = { ...emptyCoupon, code: 'diwali20', valid_till: '2026-11-30' }

afterEach(() => vi.unstubAllGlobals())

describe('the form of a new coupon', () => {
  it('CPN-11 sends the code in upper case', () => {
    expect(couponOf(diwali).code).toBe('DIWALI20')
  })

  it('CPN-11 needs a code of letters and digits', () => {
    expect(validateCoupon({ ...diwali, code: '' })).toEqual({ code: 'Coupon Code is required' })
    for (const code of ['DIWALI 20', 'DIWALI-20', 'दिवाली']) {
      expect(validateCoupon({ ...diwali, code })).toEqual({ code: 'Only letters and numbers allowed' })
    }
  })

  it('CPN-12 needs a validity', () => {
    expect(validateCoupon({ ...diwali, valid_till: null })).toEqual({ valid_till: 'Validity is required' })
  })

  it('CPN-12 OQ-047 is good to the last moment of the chosen day of the business', () => {
    vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined })
    storeBusinessTimeZone('America/New_York')
    expect(couponOf(diwali).valid_till).toBe('2026-12-01T04:59:59.999Z')
    storeBusinessTimeZone('Asia/Kolkata')
    expect(couponOf(diwali).valid_till).toBe('2026-11-30T18:29:59.999Z')
  })

  it('CPN-13 needs none of the discounts: what is left empty is null', () => {
    expect(validateCoupon(diwali)).toEqual({})
    expect(couponOf(diwali)).toMatchObject({
      absolute_discount: null,
      absolute_discount_usd: null,
      discount_percentage: null,
    })
  })

  it('CPN-13 takes all three discounts, amounts in minor units', () => {
    const values = {
      ...diwali,
      absolute_discount: 50_000,
      absolute_discount_usd: 500,
      discount_percentage: '12.5',
    }
    expect(validateCoupon(values)).toEqual({})
    expect(couponOf(values)).toMatchObject({
      absolute_discount: 50_000,
      absolute_discount_usd: 500,
      discount_percentage: 12.5,
    })
  })

  it('CPN-13 refuses a percentage above 100 or one that is no number', () => {
    for (const discount_percentage of ['100.5', '.', '1.2.3']) {
      expect(validateCoupon({ ...diwali, discount_percentage })).toEqual({
        discount_percentage: couponMessages.percentage,
      })
    }
  })
})
