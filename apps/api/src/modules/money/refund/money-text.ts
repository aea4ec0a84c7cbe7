import type { CurrencyCode } from '@greenroom/contract/money'

/** Formats an amount in minor units for a message: ₹1,000.00 (LIM-03). */
export function moneyText(minor: number, currency: CurrencyCode): string {
  return new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).format(minor / 100)
}
