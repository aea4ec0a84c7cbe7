import { currencyCodes } from '@greenroom/contract/money'
import type {
  getTransaction,
  listTransactions,
} from '@greenroom/contract/money/transaction/transaction.endpoints'
import {
  trafficSources,
  transactionStatusFilters,
} from '@greenroom/contract/money/transaction/transaction-kinds'
import type { QueryClient } from '@tanstack/react-query'
import { includesAll, needed } from '../../../lib/api/permissions.ts'
import { paths, type TransactionListType, transactionListTypes } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { choice, day, oneOf, positive, text } from '../../../lib/search-params.ts'
import { storedPermissions } from '../../../lib/stored-permissions.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import type { TransactionSearch } from './transaction-search.ts'

const TransactionPage = lazyPart('transaction', () =>
  import('./transaction-page.tsx').then((part) => part.TransactionPage),
)

const TransactionListPage = lazyPart('transactions', () =>
  import('./transaction-list-page.tsx').then((part) => part.TransactionListPage),
)

const transactionSearch = {
  from: day,
  to: day,
  phone: text,
  entity: text,
  coupon: text,
  status: choice(...transactionStatusFilters),
  source: choice(...trafficSources),
  currency: choice(...currencyCodes),
  hide: text,
  page: positive,
  size: positive,
}

const headings: Record<string, string> = {
  all: 'All Transactions',
  masterclass: 'Masterclass Transactions',
  membership: 'Membership Transactions',
  events: 'Event Transactions',
  custom: 'Custom Transactions',
}

const opensList = needed<typeof listTransactions>('money.read')

/** Not in the first load: other screens need neither the endpoint nor its schemas. */
async function prefetchTransactions(
  client: QueryClient,
  type: TransactionListType,
  search: TransactionSearch,
) {
  // If the script cannot be fetched, the screen requests the rows itself.
  const part = await import('./transaction-prefetch.ts').catch(() => undefined)
  part?.prefetchTransactions(client, type, search)
}

/** The screens of this section. */
export const transactionScreens = [
  screen({
    path: '/transactions/orders/$id',
    component: TransactionPage,
    heading: 'Order',
    back: paths.transactions,
    record: 'transaction',
    opens: needed<typeof getTransaction>('money.read'),
  }),
  screen({
    path: '/transactions/$type',
    component: TransactionListPage,
    exists: ({ type }) => oneOf(transactionListTypes, type) !== undefined,
    search: transactionSearch,
    prefetch: ({ params, search, client }) => {
      const type = oneOf(transactionListTypes, params.type)
      // The screen tells those who may not search by phone.
      const phone = search.phone === undefined ? [] : (['personal.read'] as const)
      if (type && includesAll(storedPermissions(), [...opensList, ...phone]))
        void prefetchTransactions(client, type, search)
    },
    heading: ({ params }) => headings[params.type ?? ''] ?? '',
    opens: opensList,
  }),
] as const
