import { consolePaths } from '@greenroom/contract/console-paths'
import type { CurrencyCode } from '@greenroom/contract/money'
import {
  type TransactionType,
  transactionTypes,
} from '@greenroom/contract/money/transaction/transaction-kinds'

/** The lists of transactions: one per type, and one of all types. The sidebar has no link to the latter (OQ-320). */
export const transactionListTypes = ['all', ...transactionTypes] as const
export type TransactionListType = 'all' | TransactionType

/** From of a search in all dates, YYYY-MM-DD: before the first order. */
export const firstDay = '2000-01-01'

/**
 * All paths of the console. Spread one with a parameter into a link or a navigation: <Link
 * {...paths.masterclassEdit(id)}>, navigate(paths.masterclassEdit(id)).
 */
export const paths = {
  ...consolePaths,
  masterclassEdit: (id: string) => ({ to: '/masterclass/edit/$id', params: { id } }) as const,
  /** Who registered for a session. */
  masterclassPeople: (id: string) => ({ to: '/masterclass/people/$id', params: { id } }) as const,
  eventPeople: (id: string) => ({ to: '/event/people/$id', params: { id } }) as const,
  webinarPeople: (id: string) => ({ to: '/webinar/people/$id', params: { id } }) as const,
  transactionList: (type: TransactionListType) => ({ to: '/transactions/$type', params: { type } }) as const,
  /** The orders that redeemed a coupon, in one currency or all. */
  redemptions: (coupon: string, currency?: CurrencyCode) =>
    ({
      ...paths.transactionList('all'),
      search: { from: firstDay, status: 'paid', currency, coupon },
    }) as const,
  transaction: (id: string) => ({ to: '/transactions/orders/$id', params: { id } }) as const,
  refundBatch: (id: string) => ({ to: '/transactions/batches/$id', params: { id } }) as const,
  /** Asks for the refund of all orders of a session. */
  newRefundBatch: (session: string, type: 'masterclass' | 'events' = 'events') =>
    ({ to: '/transactions/batches/new', search: { type, id: session } }) as const,
  settlement: (id: string) => ({ to: '/books/settlements/$id', params: { id } }) as const,
  /** @param month YYYY-MM */
  month: (month: string) => ({ to: '/books/months/$month', params: { month } }) as const,
  eventEdit: (id: string) => ({ to: '/event/edit/$id', params: { id } }) as const,
  webinarEdit: (id: string) => ({ to: '/webinar/edit/$id', params: { id } }) as const,
  postEdit: (id: string) => ({ to: '/create-post/edit/$id', params: { id } }) as const,
  couponEdit: (id: string) => ({ to: consolePaths.coupons, search: { edit: id } }) as const,
  /** @param key the id of an account, or a record that names a person: order.<id> */
  person: (key: string) => ({ to: '/people/$id', params: { id: key } }) as const,
  advisoryService: (id: string) => ({ to: '/advisory/services/$id', params: { id } }) as const,
} as const
