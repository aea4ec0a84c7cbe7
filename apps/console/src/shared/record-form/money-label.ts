import type { CurrencyCode } from '@greenroom/contract/money'
import { formatMoney } from '../../lib/money.ts'

/** Labels an amount in minor units of one currency, for the question about an edit conflict. */
export function moneyLabel(label: string, currency: CurrencyCode) {
  return { label: `${label}, ${currency}`, show: (minor: number) => formatMoney(minor, currency) }
}
