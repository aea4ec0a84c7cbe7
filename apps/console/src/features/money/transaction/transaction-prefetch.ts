import { listTransactions } from '@greenroom/contract/money/transaction/transaction.endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { readAhead } from '../../../lib/api/hooks.ts'
import { storedBusinessTimeZone } from '../../../lib/business-zone.ts'
import type { TransactionListType } from '../../../lib/paths.ts'
import { spanOf, type TransactionSearch, transactionListQuery } from './transaction-search.ts'

/** Requests the rows of an address while the screen's script loads. Without a known business time zone it does not. */
export function prefetchTransactions(
  client: QueryClient,
  type: TransactionListType,
  search: TransactionSearch,
): void {
  const timeZone = storedBusinessTimeZone()
  const now = new Date()
  if (timeZone === undefined || spanOf(search, now, timeZone).isReversed) return
  void readAhead(client, listTransactions, { query: transactionListQuery(type, search, now, timeZone) })
}
