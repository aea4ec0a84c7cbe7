import type { RefundProgress, Transaction } from './transaction.schema.ts'

interface Judged {
  status: string
  amount: number
  refunded_amount: number
  refund?: RefundProgress | null
  refund_request?: Transaction['refund_request']
}

/** Returns what a refund can still take, in minor units: the amount without processed and open refunds. */
export function leftToRefund({
  amount,
  refunded_amount,
  refund,
}: Pick<Judged, 'amount' | 'refunded_amount' | 'refund'>): number {
  return Math.max(0, amount - refunded_amount - (refund?.open_amount ?? 0))
}

/** Tells whether a refund's outcome is still open. */
export function isRefundUnderWay(transaction: Pick<Judged, 'refund'>): boolean {
  return transaction.refund?.state === 'requested' || transaction.refund?.state === 'unknown'
}

/** What staff may do with a transaction (TXN-12, TXN-13, OQ-051). */
export const transactionAllows = {
  invoice: (transaction: Pick<Judged, 'status'>) => transaction.status !== 'pending',
  refund: (transaction: Judged) =>
    transaction.status === 'completed' &&
    transaction.refund_request === undefined &&
    leftToRefund(transaction) > 0,
} as const
