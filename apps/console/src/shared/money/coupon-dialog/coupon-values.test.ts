import { couponMessages } from '@greenroom/contract/money/coupon/coupon.schema'
import { describe, expect, it, vi } from 'vitest'
import { storeBusinessTimeZone } from '../../../lib/business-zone.ts'
import { couponChangesOf, couponForm, couponOf, discountsOf } from './coupon-values.ts'

const { empty, valuesOf, errors } = couponForm('coupon')
const validate = (values: ReturnType<typeof empty>) => errors(values, { base: null, isSubmit: true })
const diwali = { ...empty(), code: 'diwali20', valid_till: '2026-11-30' }

describe('the form of a coupon', () => {
  it('sends the code in upper case (CPN-11)', () => {
    expect(couponOf(diwali).code).toBe('DIWALI20')
  })

  it('needs a code of letters and digits (CPN-11)', () => {
    expect(validate({ ...diwali, code: '' })).toEqual({ code: 'Coupon Code is required' })
    for (const code of ['DIWALI 20', 'DIWALI-20', 'दिवाली']) {
      expect(validate({ ...diwali, code })).toEqual({ code: 'Only letters and numbers allowed' })
    }
  })

  it('needs a validity (CPN-12)', () => {
    expect(validate({ ...diwali, valid_till: null })).toEqual({ valid_till: 'Validity is required' })
  })

  it('is valid to the end of the chosen business day (CPN-12, OQ-047)', () => {
    vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined })
    storeBusinessTimeZone('America/New_York')
    expect(couponOf(diwali).valid_till).toBe('2026-12-01T04:59:59.999Z')
    storeBusinessTimeZone('Asia/Kolkata')
    expect(couponOf(diwali).valid_till).toBe('2026-11-30T18:29:59.999Z')
  })

  it('sends null for each empty discount (CPN-13)', () => {
    expect(validate(diwali)).toEqual({})
    expect(couponOf(diwali)).toMatchObject({
      absolute_discount: null,
      absolute_discount_usd: null,
      discount_percentage: null,
    })
  })

  it('accepts all three discounts, amounts in minor units (CPN-13)', () => {
    const values = {
      ...diwali,
      absolute_discount: 50_000,
      absolute_discount_usd: 500,
      discount_percentage: '12.5',
    }
    expect(validate(values)).toEqual({})
    expect(couponOf(values)).toMatchObject({
      absolute_discount: 50_000,
      absolute_discount_usd: 500,
      discount_percentage: 12.5,
    })
  })

  it('refuses a percentage above 100 or not a number (CPN-13)', () => {
    for (const discount_percentage of ['100.5', '.', '1.2.3']) {
      expect(validate({ ...diwali, discount_percentage })).toEqual({
        discount_percentage: couponMessages.percentage,
      })
    }
  })

  it('accepts limits that are whole numbers of 1 or more, or empty (OQ-301)', () => {
    const limited = { ...diwali, max_redemptions: '500', max_per_person: ' 1 ' }
    expect(validate(limited)).toEqual({})
    expect(couponOf(limited)).toMatchObject({ max_redemptions: 500, max_per_person: 1 })
    expect(couponOf(diwali)).toMatchObject({ max_redemptions: null, max_per_person: null })
    for (const max_per_person of ['0', '1.5', '-1', '.']) {
      expect(validate({ ...diwali, max_per_person })).toEqual({ max_per_person: couponMessages.limit })
    }
  })

  it('sends only the changed fields of an edit (OQ-303, OQ-109)', () => {
    const stored = {
      _id: 'one',
      code: 'DIWALI20',
      valid_till: '2026-11-30T18:29:59.999Z',
      absolute_discount: null,
      absolute_discount_usd: 500,
      discount_percentage: 12.5,
      max_redemptions: null,
      max_per_person: 1,
      version: 3,
    }
    vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined })
    storeBusinessTimeZone('Asia/Kolkata')
    const values = valuesOf(stored)
    expect(couponOf(values)).toEqual({ ...stored, _id: undefined, version: undefined })
    const changes = { valid_till: '2026-12-05', max_per_person: '' }
    expect(couponChangesOf(changes, { ...values, ...changes })).toEqual({
      valid_till: '2026-12-05T18:29:59.999Z',
      max_per_person: null,
    })
  })

  it('previews a percentage only while it is one (OQ-306)', () => {
    for (const discount_percentage of ['101', '.', '-5']) {
      expect(discountsOf({ ...diwali, discount_percentage }).discount_percentage).toBeNull()
    }
    expect(discountsOf({ ...diwali, discount_percentage: '12.5' }).discount_percentage).toBe(12.5)
  })
})
