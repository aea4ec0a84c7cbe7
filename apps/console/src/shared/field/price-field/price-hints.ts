import type { CurrencyCode } from '@greenroom/contract/money'
import { formatMoney } from '../../../lib/money.ts'

interface PriceHint {
  tone: 'info' | 'warn'
  text: string
}

/** Below this a price is probably a typing error: 100 rupees, 1 dollar, in minor units (OQ-024). */
const unlikelyBelow: Record<CurrencyCode, number> = { INR: 10_000, USD: 100 }
const minorName: Record<CurrencyCode, string> = { INR: 'paise', USD: 'cents' }

/**
 * Returns the non-blocking hints below a current price (OQ-024, OQ-037).
 * @param original minor units; null while empty
 * @param current minor units; null while empty
 */
export function priceHints(
  original: number | null,
  current: number | null,
  currency: CurrencyCode,
): PriceHint[] {
  if (current === null) return []
  const hints: PriceHint[] = []
  const bound = unlikelyBelow[currency]
  if (current < bound) {
    const least = formatMoney(bound, currency).replace(/\.00$/, '')
    hints.push({ tone: 'warn', text: `Under ${least}. The last two digits are ${minorName[currency]}.` })
  }
  if (original !== null && current > original) {
    hints.push({ tone: 'warn', text: 'The current price is above the original price.' })
  } else if (original !== null && current < original) {
    const percent = Math.round((1 - current / original) * 100)
    if (percent > 0) hints.push({ tone: 'info', text: `${percent}% below the original price.` })
  }
  return hints
}
