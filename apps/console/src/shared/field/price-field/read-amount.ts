import type { CurrencyCode } from '@greenroom/contract/money'
import { shownCurrencies } from '../../../lib/money.ts'
import { negativeRefused, type Reading } from '../../../ui/numeric-entry.tsx'
import { readNumber } from '../../../ui/read-number.ts'

/** Names of each currency, before or after the number. */
const names: Record<CurrencyCode, RegExp> = {
  INR: /^(₹|rs\.?|inr)|(₹|rs\.?|inr|\/-)$/gi,
  USD: /^((us)?\$|usd)|((us)?\$|usd)$/gi,
}

export const tooLarge = 'This amount is too large.'

/**
 * Parses an amount with its symbol, grouping or decimals: "₹2,499", "INR 5,00,000", "2,499.50", "₹2,499/-".
 * @returns minor units (paise, cents), or why the text is refused
 */
export function readAmount(text: string, currency: CurrencyCode): Reading<number> {
  if (/^\D*[-−–(]\D*\d/.test(text)) return { refusal: negativeRefused }
  const named = shownCurrencies.find((code) => text.trim().search(names[code]) !== -1)
  const number = readNumber(named ? text.trim().replace(names[named], '') : text)
  const [whole = '', fraction = ''] = number?.split('.') ?? []
  if (number === null || fraction.length > 2)
    return { refusal: `“${text}” is no clear amount. Type it instead.` }
  if (named && named !== currency) return { refusal: `“${text}” is not an amount in ${currency}.` }
  const minor = Number(whole + fraction.padEnd(2, '0'))
  return Number.isSafeInteger(minor) ? { value: minor } : { refusal: tooLarge }
}
