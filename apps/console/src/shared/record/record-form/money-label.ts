import type { CurrencyCode } from '@greenroom/contract/money'
import { formatMoney } from '../../../lib/money.ts'

/** Labels an amount in minor units of one currency, for the question about an edit conflict. */
export function moneyLabel(label: string, currency: CurrencyCode) {
  return { label: `${label}, ${currency}`, show: (minor: number) => formatMoney(minor, currency) }
}

/** The labels of PriceValues. */
export const priceLabels = {
  original_price_inr: moneyLabel('Original price', 'INR'),
  current_price_inr: moneyLabel('Current price', 'INR'),
  original_price_usd: moneyLabel('Original price', 'USD'),
  current_price_usd: moneyLabel('Current price', 'USD'),
}
