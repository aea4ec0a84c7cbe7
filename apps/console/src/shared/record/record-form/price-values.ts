import { type CurrencyCode, currencyCodes, Price } from '@greenroom/contract/money'
import * as z from 'zod/mini'

const amount = z.nullable(z.number())

/** The original and the current price in both currencies, in minor units; null while a field is empty. */
export const PriceValues = z.object({
  original_price_inr: amount,
  current_price_inr: amount,
  original_price_usd: amount,
  current_price_usd: amount,
})
export type PriceValues = z.output<typeof PriceValues>

export const emptyPrices: PriceValues = {
  original_price_inr: null,
  current_price_inr: null,
  original_price_usd: null,
  current_price_usd: null,
}

/** The contract's rules by the fields of a form. */
export const priceRules = {
  original_price_inr: Price.shape.original_price,
  current_price_inr: Price.shape.current_price,
  original_price_usd: Price.shape.original_price,
  current_price_usd: Price.shape.current_price,
}

/** @returns the two fields of a currency */
export function priceFieldsOf(currency: CurrencyCode) {
  const ending = currency === 'INR' ? 'inr' : 'usd'
  return { original: `original_price_${ending}`, current: `current_price_${ending}` } as const
}

export function priceValuesOf(prices: readonly Price[]): PriceValues {
  const values = { ...emptyPrices }
  for (const { currency_code, original_price, current_price } of prices) {
    const { original, current } = priceFieldsOf(currency_code)
    values[original] = original_price
    values[current] = current_price
  }
  return values
}

/** @returns the prices as they are sent: one list, so one changed price sends all of them */
export function pricesOf(values: PriceValues): Price[] {
  return currencyCodes.map((currency_code) => {
    const { original, current } = priceFieldsOf(currency_code)
    return { currency_code, original_price: values[original] ?? 0, current_price: values[current] ?? 0 }
  })
}

/**
 * @param place the index in the list that `pricesOf` returns, as a path of the server's errors names it
 * @param member the member of the price in that path
 */
export function priceFieldAt(place: string | undefined, member: string | undefined): keyof PriceValues {
  const names = priceFieldsOf(currencyCodes[Number(place ?? 0)] ?? currencyCodes[0])
  return member === 'current_price' ? names.current : names.original
}
