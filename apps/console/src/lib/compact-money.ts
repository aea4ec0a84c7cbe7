import type { CurrencyCode } from '@greenroom/contract/money'

/** Formats an amount for the axis of a chart, in thousands, lakhs and crores: ₹60K, ₹1.5L. */
export function formatCompactMoney(minor: number, currency: CurrencyCode): string {
  const format = new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  })
  return format.format(minor / 100).replace('-', '−')
}
