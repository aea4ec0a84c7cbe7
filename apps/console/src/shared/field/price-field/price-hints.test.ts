import { expect, test } from 'vitest'
import { priceHints } from './price-hints.ts'

const textsOf = (...input: Parameters<typeof priceHints>) => priceHints(...input).map(({ text }) => text)

test('names the discount of a current price below the original one, and warns about one above it (OQ-037)', () => {
  expect(textsOf(499_900, 249_900, 'INR')).toEqual(['50% below the original price.'])
  expect(priceHints(100_000, 100_001, 'INR')).toEqual([
    { tone: 'warn', text: 'The current price is above the original price.' },
  ])
  expect(textsOf(100_000, 100_000, 'INR')).toEqual([])
  expect(textsOf(null, 249_900, 'INR')).toEqual([])
  expect(textsOf(499_900, null, 'INR')).toEqual([])
})

test('warns about a current price under 100 rupees or 1 dollar (OQ-024)', () => {
  expect(textsOf(null, 9999, 'INR')).toEqual(['Under ₹100. The last two digits are paise.'])
  expect(textsOf(null, 10_000, 'INR')).toEqual([])
  expect(textsOf(null, 99, 'USD')).toEqual(['Under $1. The last two digits are cents.'])
  expect(textsOf(null, 100, 'USD')).toEqual([])
})
