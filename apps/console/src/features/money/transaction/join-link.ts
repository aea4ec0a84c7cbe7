import type { Transaction } from '@greenroom/contract/money/transaction/transaction.schema'
import { isWebAddress } from '@greenroom/contract/web-address'
import { serverNow } from '../../../lib/clock.ts'

/** An order has no end of its class: so long after the start, in milliseconds, nobody can be in it any more. */
const joinableMs = 12 * 3_600_000

/** Returns the address to join what was bought at; undefined if it has none, or is over. */
export function joinLink({
  meta,
  entity_id: { start_time: start },
}: Pick<Transaction, 'meta' | 'entity_id'>): string | undefined {
  const link = meta.zoom_join_url
  if (link === undefined || !isWebAddress(link)) return undefined
  return start !== null && Date.parse(start) + joinableMs < serverNow() ? undefined : link
}
