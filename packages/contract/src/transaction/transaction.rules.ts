import type { RefundProgress } from './transaction.schema.ts'

interface Judged {
  status: string
  refund?: RefundProgress | null
}

/** Tells whether a refund's outcome is still open. Until it is known, no second refund may be sent. */
export function isRefundUnderWay(transaction: Judged): boolean {
  return transaction.refund?.state === 'requested' || transaction.refund?.state === 'unknown'
}

/** What staff may do with a transaction (TXN-12, TXN-13, OQ-051). */
export const transactionAllows = {
  invoice: (transaction: Judged) => transaction.status !== 'pending',
  refund: (transaction: Judged) => transaction.status === 'completed' && !isRefundUnderWay(transaction),
} as const
