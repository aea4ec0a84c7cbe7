import type { PaymentPage } from '@greenroom/contract/money/payment-page/payment-page.schema'
import { describe, expect, it } from 'vitest'
import {
  newPaymentPageOf,
  type PaymentPageValues,
  paymentPageChangesOf,
  paymentPageForm,
} from './payment-page-values.tsx'

const stored: PaymentPage = {
  _id: 'p1',
  title: 'Tax clinic',
  description: 'An hour with an accountant',
  is_active: true,
  banner: '/files/a.png',
  prices: [
    { currency_code: 'USD', original_price: 4_900, current_price: 2_900 },
    { currency_code: 'INR', original_price: 249_900, current_price: 99_900 },
  ],
  venue_state: '07',
  meta: { lsq: { add_to_cart: '201', purchase: '' } },
  created_at: '2026-11-21T00:00:00.000Z',
  version: 3,
}
const values = paymentPageForm.valuesOf(stored)
const errorsOf = (typed: PaymentPageValues) => paymentPageForm.errors(typed, { base: null, isSubmit: true })
const fieldOf = (path: string) => paymentPageForm.fieldOf(path, values)

describe('the form of a payment page', () => {
  it('contains every field of a stored page (PAY-01)', () => {
    expect(values).toEqual({
      banner: '/files/a.png',
      title: 'Tax clinic',
      description: 'An hour with an accountant',
      original_price_inr: 249_900,
      current_price_inr: 99_900,
      original_price_usd: 4_900,
      current_price_usd: 2_900,
      venue_state: '07',
      add_to_cart: '201',
      purchase: '',
      is_active: true,
    })
    expect(errorsOf(values)).toEqual({})
  })

  it('has an error for each missing field (PAY-06, PAY-07, PAY-08)', () => {
    expect(errorsOf(paymentPageForm.empty())).toEqual({
      banner: 'Please upload a banner image',
      title: 'Title is required',
      original_price_inr: 'Price is required',
      current_price_inr: 'Price is required',
      original_price_usd: 'Price is required',
      current_price_usd: 'Price is required',
    })
  })

  it('accepts a title of 2 to 100 characters and counts an emoji as one (PAY-07, OQ-102)', () => {
    for (const one of ['a', '🎓']) {
      const errorOf = (length: number) => errorsOf({ ...values, title: one.repeat(length) })
      for (const length of [2, 100]) expect(errorOf(length)).toEqual({})
      for (const length of [0, 1]) expect(errorOf(length)).toEqual({ title: 'Title is required' })
      expect(errorOf(101)).toEqual({ title: 'Title should not exceed 100 characters' })
    }
  })

  it('accepts a price of 0 (PAY-08)', () => {
    expect(errorsOf({ ...values, current_price_inr: 0 })).toEqual({})
  })

  it('accepts only digits as lead-tracking ID, or nothing (PAY-09)', () => {
    expect(errorsOf({ ...values, add_to_cart: '', purchase: '0042' })).toEqual({})
    expect(errorsOf({ ...values, add_to_cart: '20a', purchase: '-1' })).toEqual({
      add_to_cart: 'Leadsquared activity ID should be a number.',
      purchase: 'Leadsquared activity ID should be a number.',
    })
  })
})

describe('the request of a save', () => {
  it('contains all fields of a new page (PAY-16)', () => {
    expect(newPaymentPageOf(values, '/files/b.png')).toEqual({
      venue_state: '07',
      title: 'Tax clinic',
      description: 'An hour with an accountant',
      is_active: true,
      prices: stored.prices,
      banner: '/files/b.png',
      lsq: { add_to_cart: '201', purchase: '' },
    })
  })

  it('contains only the changed fields of a stored page (PAY-12)', () => {
    expect(paymentPageChangesOf({}, values)).toEqual({})
    expect(paymentPageChangesOf({ title: 'New', is_active: false }, values)).toEqual({
      title: 'New',
      is_active: false,
    })
    expect(paymentPageChangesOf({ purchase: '7' }, values)).toEqual({ lsq: { purchase: '7' } })
  })

  it('contains all prices if one was changed (PAY-12)', () => {
    const changed = { ...values, current_price_inr: 89_900 }
    expect(paymentPageChangesOf({ current_price_inr: 89_900 }, changed)).toEqual({
      prices: [stored.prices[0], { currency_code: 'INR', original_price: 249_900, current_price: 89_900 }],
    })
  })
})

describe('server errors', () => {
  it('are shown at a field of the form (PAY-17)', () => {
    expect(fieldOf('title')).toBe('title')
    expect(fieldOf('prices.0.current_price')).toBe('current_price_usd')
    expect(fieldOf('prices.1.original_price')).toBe('original_price_inr')
    expect(fieldOf('lsq.purchase')).toBe('purchase')
    expect(fieldOf('meta.lsq.add_to_cart')).toBe('add_to_cart')
    expect(fieldOf('file')).toBe('banner')
    expect(fieldOf('limit')).toBeUndefined()
  })
})
