import type { RefundLimits } from '@greenroom/contract/money/refund-request/refund-request.schema'
import { formatShortMoney, shownCurrencies } from '../../../lib/money.ts'

/** Returns which refunds need a second person, as the subject of a sentence. */
export function limitsText({ above, per_day: perDay }: RefundLimits): string {
  const limits = shownCurrencies.filter((currency) => above[currency] !== null)
  const isAll =
    perDay === 0 || (limits.length === shownCurrencies.length && limits.every((one) => above[one] === 0))
  if (isAll) return 'All refunds'
  const amounts = limits.map((currency) =>
    above[currency] === 0
      ? `in ${currency === 'INR' ? 'rupees' : 'dollars'}`
      : `above ${formatShortMoney(above[currency] ?? 0, currency)}`,
  )
  const days =
    perDay === null ? [] : [`after ${perDay === 1 ? 'the first' : `${perDay}`} of one person a day`]
  const rules = [...amounts, ...days]
  // Without a limit, those that wait were asked for while there was one.
  return rules.length === 0 ? 'Refunds above a limit' : `Refunds ${rules.join(' or ')}`
}
