import type { CurrencyCode, Price } from '@greenroom/contract/money'
import { invalid } from '../app-error.ts'

/** The columns of a table that stores a price in both currencies, in minor units. */
export interface PriceColumns {
  original_price_usd: number
  current_price_usd: number
  original_price_inr: number
  current_price_inr: number
}

/** @throws AppError VALIDATION when a currency is missing */
export function priceColumns(prices: readonly Price[]): PriceColumns {
  const priceIn = (currency: CurrencyCode) => {
    const price = prices.find((one) => one.currency_code === currency)
    if (!price) throw invalid([{ path: 'prices', message: 'Price is required' }])
    return price
  }
  const [usd, inr] = [priceIn('USD'), priceIn('INR')]
  return {
    original_price_usd: usd.original_price,
    current_price_usd: usd.current_price,
    original_price_inr: inr.original_price,
    current_price_inr: inr.current_price,
  }
}

export function pricesOf(row: PriceColumns): Price[] {
  return [
    { currency_code: 'USD', original_price: row.original_price_usd, current_price: row.current_price_usd },
    { currency_code: 'INR', original_price: row.original_price_inr, current_price: row.current_price_inr },
  ]
}
