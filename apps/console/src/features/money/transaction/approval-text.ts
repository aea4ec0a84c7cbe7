import type { ApprovalCause } from '@greenroom/contract/money/refund/refund.rules'
import type { Refundable } from '@greenroom/contract/money/refund/refund.schema'
import { approvalMessages as messages } from './transaction-messages.ts'

/** Returns the rule by which a refund needs a second person. */
export function approvalText(
  cause: ApprovalCause,
  { above, unapproved, per_day, today }: Refundable['approval'],
  money: (minor: number) => string,
): string {
  if (cause === 'day') return per_day === 0 ? messages.always : messages.perDay(today)
  if (above === null || above === 0) return messages.always
  return unapproved === 0 ? messages.above(money(above)) : messages.parts(money(above), money(unapproved))
}
