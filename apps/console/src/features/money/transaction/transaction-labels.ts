import { isRefundUnderWay } from '@greenroom/contract/money/transaction/transaction.rules'
import type { Transaction } from '@greenroom/contract/money/transaction/transaction.schema'
import type { TransactionDetail } from '@greenroom/contract/money/transaction/transaction-detail.schema'
import type { TrafficSource } from '@greenroom/contract/money/transaction/transaction-kinds'

/** Shown for a missing traffic value (TXN-03). */
const missing = 'NA'

/** Labels of the traffic sources (TXN-04). */
export const trafficSourceLabels: Record<TrafficSource, string> = {
  meta: 'Meta',
  organic: 'Organic',
  google: 'Google',
}

/** Returns the three traffic values of a transaction, "NA" for each that is missing (TXN-03, TXN-04). */
export function trafficLabels({ source, medium, campaign }: Transaction['meta']) {
  const known =
    source && Object.hasOwn(trafficSourceLabels, source)
      ? trafficSourceLabels[source as TrafficSource]
      : source
  return { source: known || missing, medium: medium || missing, campaign: campaign || missing }
}

/** How long a refund is expected to settle quickly, in milliseconds. */
const soon = 60_000

/**
 * Returns how often to refetch the rows while a refund is in progress, in milliseconds; undefined when none is. A
 * refund that takes long is polled less often.
 * @param now milliseconds
 */
export function refundPollMs(
  rows: readonly Pick<Transaction, 'status' | 'refund'>[],
  now: number,
): number | undefined {
  const open = rows.flatMap((row) =>
    isRefundUnderWay(row) && row.refund ? [Date.parse(row.refund.requested_at)] : [],
  )
  if (open.length === 0) return undefined
  return now - Math.max(...open) < soon ? 3_000 : 30_000
}

/**
 * Returns how often to refetch an order while its invoice or a refund is made, in milliseconds; undefined when nothing is
 * under way. A document that takes long waits for something else, so it is polled less often.
 * @param now milliseconds
 */
export function orderPollMs(
  order: Pick<TransactionDetail, 'status' | 'refund' | 'completed_at' | 'document_state'>,
  now: number,
): number | undefined {
  const ofRefund = refundPollMs([order], now)
  if (ofRefund !== undefined || order.document_state !== 'due' || order.completed_at === null) return ofRefund
  return now - Date.parse(order.completed_at) < soon ? 3_000 : 30_000
}
