import type { CurrencyCode } from '@greenroom/contract/money'

/** The currencies in display order: rupees first. */
export const shownCurrencies = ['INR', 'USD'] as const satisfies readonly CurrencyCode[]

// INR groups by lakh and crore; USD uses the same grouping (LIM-03).
const formatters: Record<CurrencyCode, Intl.NumberFormat> = {
  INR: currencyFormatter('INR'),
  USD: currencyFormatter('USD'),
}

function currencyFormatter(currency: CurrencyCode): Intl.NumberFormat {
  return new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency,
    // en-IN writes $ as US$ in some browsers.
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
}

/**
 * Formats an amount: 12450000 in INR is ₹1,24,500.00, 4900 in USD is $49.00 (LIM-02, LIM-03). A negative one has a
 * minus sign, which is as wide as a digit, and no hyphen.
 * @param minor paise or cents, a whole number
 */
export function formatMoney(minor: number, currency: CurrencyCode): string {
  return formatters[currency].format(minor / 100).replace('-', '−')
}

/** Formats an amount in any currency: the gateway can settle others than orders have. @param minor hundredths */
export function formatAnyMoney(minor: number, currency: string): string {
  if (currency === 'INR' || currency === 'USD') return formatMoney(minor, currency)
  const text = `${(Math.abs(minor) / 100).toFixed(2)} ${currency}`
  return minor < 0 ? `−${text}` : text
}

/** Formats an amount without a fraction that is zero: ₹1,000, but ₹1,000.50. */
export function formatShortMoney(minor: number, currency: CurrencyCode): string {
  return formatMoney(minor, currency).replace(/\.00$/, '')
}

/** Formats the sums of completed orders for a card, rupees first, in whole units: "₹1,30,869 · $15" (OQ-661). */
export function formatRevenue(
  sales: readonly { currency_code: CurrencyCode; amount?: number | undefined }[],
): string {
  return shownCurrencies
    .flatMap((currency) => {
      const found = sales.find(({ currency_code }) => currency_code === currency)
      return found?.amount === undefined
        ? []
        : [formatShortMoney(Math.round(found.amount / 100) * 100, currency)]
    })
    .join(' · ')
}

/** Formats the current prices of a record for its card: rupees first (OQ-061). */
export function formatCurrentPrices(
  prices: readonly { currency_code: CurrencyCode; current_price: number }[],
): string[] {
  return shownCurrencies.flatMap((currency) => {
    const price = prices.find(({ currency_code }) => currency_code === currency)
    return price ? [formatMoney(price.current_price, currency)] : []
  })
}
