import { expect, it } from 'vitest'
import { readAmount } from './read-amount.ts'

it.each([
  ['₹2,499', 'INR', 249_900],
  ['₹ 2,499.50', 'INR', 249_950],
  ['₹2499', 'INR', 249_900],
  ['Rs. 2,499', 'INR', 249_900],
  ['Rs 2,499/-', 'INR', 249_900],
  ['INR 5,00,000', 'INR', 50_000_000],
  ['5,00,000 INR', 'INR', 50_000_000],
  ['₹500 INR', 'INR', 50_000],
  ['2,499.50', 'INR', 249_950],
  ['2499.5', 'INR', 249_950],
  ['0.99', 'INR', 99],
  ['₹0', 'INR', 0],
  ['1.999,00', 'INR', 199_900],
  ['7,5', 'INR', 750],
  ['$1,200.5', 'USD', 120_050],
  ['US$ 1,200', 'USD', 120_000],
  ['1,200 USD', 'USD', 120_000],
  ['₹5,49,90,01,999.00', 'INR', 549_900_199_900],
] as const)('reads "%s" in a field for %s as %i minor units (OQ-024)', (text, currency, minor) => {
  expect(readAmount(text, currency)).toEqual({ value: minor })
})

it.each([
  ['-500', 'INR', 'Negative numbers are not accepted.'],
  ['−₹500', 'INR', 'Negative numbers are not accepted.'],
  ['₹-500', 'INR', 'Negative numbers are not accepted.'],
  ['(500.00)', 'INR', 'Negative numbers are not accepted.'],
  ['1e5', 'INR', '“1e5” is no clear amount. Type it instead.'],
  ['1.999', 'INR', '“1.999” is no clear amount. Type it instead.'],
  ['₹1,2345', 'INR', '“₹1,2345” is no clear amount. Type it instead.'],
  ['₹499 to ₹999', 'INR', '“₹499 to ₹999” is no clear amount. Type it instead.'],
  ['€500', 'INR', '“€500” is no clear amount. Type it instead.'],
  ['$1,200', 'INR', '“$1,200” is not an amount in INR.'],
  ['₹2,499', 'USD', '“₹2,499” is not an amount in USD.'],
  ['₹99,99,99,99,99,99,99,999', 'INR', 'This amount is too large.'],
] as const)('refuses "%s" in a field for %s (OQ-024)', (text, currency, refusal) => {
  expect(readAmount(text, currency)).toEqual({ refusal })
})
