import type { RefundProgress } from './transaction.schema.ts'

interface Judged {
  status: string
  refund?: RefundProgress | null
}

/** A refund that is under way: nothing may be sent again until its outcome is known. */
export function isRefundUnderWay(transaction: Judged): boolean {
  return transaction.refund?.state === 'requested' || transaction.refund?.state === 'unknown'
}

/** What may be done to a transaction now; every button and endpoint asks here (TXN-12, TXN-13, OQ-051). */
export const transactionAllows = {
  invoice: (transaction: Judged) => transaction.status !== 'pending',
  refund: (transaction: Judged) => transaction.status === 'completed' && !isRefundUnderWay(transaction),
} as const
