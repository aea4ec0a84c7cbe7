import { refusalOfAmount } from '@greenroom/contract/money/refund/refund.rules'
import {
  refundMessages as contractMessages,
  longestNote,
} from '@greenroom/contract/money/refund/refund.schema'
import { newUuid } from '../../../lib/api/idempotency-key.ts'
import { repeatValue, settleValue } from '../../../lib/repeat-value.ts'

/** What the dialog asks for. */
export interface RefundWish {
  how: 'whole' | 'part'
  /** Of a part, in minor units; null while empty. */
  amount: number | null
  reason: string | null
  note: string
}

export const emptyWish: RefundWish = { how: 'whole', amount: null, reason: null, note: '' }

export type WishErrors = Partial<Record<'amount' | 'reason' | 'note', string>>

/**
 * Whether the specification's call makes the refund: all that is left, without a reason (TXN-17).
 * @param needsReason another part is not settled yet, for which that call would wait, or a second person has to decide
 */
export function isOneClick(wish: RefundWish, needsReason: boolean): boolean {
  return wish.how === 'whole' && wish.reason === null && wish.note.trim() === '' && !needsReason
}

/** Returns the messages of the fields that need another look. */
export function wishErrors(
  wish: RefundWish,
  { left, needsReason }: { left: number; needsReason: boolean },
  money: (minor: number) => string,
): WishErrors {
  const errors: WishErrors = {}
  if (wish.how === 'part') {
    const refusal =
      wish.amount === null ? contractMessages.amountRequired : refusalOfAmount(wish.amount, left, money)
    if (refusal) errors.amount = refusal
  }
  if (wish.reason === null && !isOneClick(wish, needsReason)) errors.reason = contractMessages.reasonRequired
  if ([...wish.note].length > longestNote) errors.note = contractMessages.noteTooLong
  return errors
}

/**
 * Returns the id of a request for a part of an order. A request for the same amount whose outcome is unknown keeps its
 * id, so that trying again refunds only once.
 */
export function requestIdOf(orderId: string, amount: number): string {
  return repeatValue(`refund ${orderId}`, String(amount), newUuid)
}

/** Call when the outcome of an order's request is known: the next request is another one. */
export function settleRequest(orderId: string): void {
  settleValue(`refund ${orderId}`)
}
