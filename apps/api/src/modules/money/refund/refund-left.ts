import type { CurrencyCode } from '@greenroom/contract/money'
import { leftToRefund } from '@greenroom/contract/money/transaction/transaction.rules'
import { type Charged, chargedBy } from '../transaction/payment.service.ts'
import type { RefundedTransaction, RefundRow } from './refund.repository.ts'

export const currencyOf = (row: { currency_code: string }) => row.currency_code as CurrencyCode

/** What no refund has taken yet, of the rows that are locked. A refund made outside can take more than was paid. */
export const leftOf = ({ amount }: RefundedTransaction, standing: readonly RefundRow[]): number =>
  leftToRefund({ amount, refunded_amount: standing.reduce((sum, refund) => sum + refund.amount, 0) })

/**
 * Returns what is left to refund of each payment of an order. The gateway refunds one payment at a time, and its fee
 * that the buyer bears is not part of the order.
 * @param payments of an order that was not paid by a single payment of its amount
 */
export function leftOfPayments(
  { amount, payment_id: main }: RefundedTransaction,
  payments: readonly (Charged & { payment_id: string })[],
  standing: readonly RefundRow[],
): { paymentId: string; left: number }[] {
  const isFeeOfBuyer = chargedBy(payments) > amount
  return payments.map((payment) => ({
    paymentId: payment.payment_id,
    left:
      payment.amount -
      (isFeeOfBuyer ? (payment.fee ?? 0) : 0) -
      standing.reduce(
        (sum, refund) => ((refund.payment_id ?? main) === payment.payment_id ? sum + refund.amount : sum),
        0,
      ),
  }))
}

/** The sum of the refunds that the gateway has made. */
export function processedOf(standing: readonly RefundRow[]): number {
  return standing.reduce((sum, { state, amount }) => (state === 'processed' ? sum + amount : sum), 0)
}

/**
 * Tells why a transaction cannot be refunded now; undefined if it can.
 * @param isWhole the refund takes all that is left, so it waits for the others
 */
export function refusalOf(
  transaction: RefundedTransaction,
  standing: readonly RefundRow[],
  isWhole: boolean,
): string | undefined {
  if (transaction.status === 'refunded') return 'This transaction has already been refunded.'
  if (transaction.status === 'pending') return "A pending transaction can't be refunded."
  if (transaction.status !== 'completed') return 'Only a completed transaction can be refunded.'
  if (transaction.payment_id === null || transaction.amount === 0) {
    return 'This transaction has no payment that could be refunded.'
  }
  const isNothingLeft = leftOf(transaction, standing) === 0
  if (standing.some(({ state }) => state !== 'processed') && (isWhole || isNothingLeft)) {
    return 'A refund of this transaction is already in progress.'
  }
  return isNothingLeft ? 'This transaction has already been refunded.' : undefined
}

/** Says that another amount is left than the one that was confirmed. */
export const leftNow = (left: string, confirmed: string) =>
  `${left} is left to refund now, not ${confirmed}. Nothing was refunded.`
