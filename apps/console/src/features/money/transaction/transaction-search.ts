import { addDays, dayIn, endOfDay, startOfDay } from '@greenroom/contract/calendar-day'
import type { QueryOf } from '@greenroom/contract/endpoint'
import type { CurrencyCode } from '@greenroom/contract/money'
import type { listTransactions } from '@greenroom/contract/money/transaction/transaction.endpoints'
import type {
  TrafficSource,
  TransactionStatusFilter,
} from '@greenroom/contract/money/transaction/transaction-kinds'
import type { TransactionListType } from '../../../lib/paths.ts'
import { type PageSearch, pageRange } from '../../../shared/record/record-list/page-range.ts'

/** Search parameters of the screen. */
export interface TransactionSearch extends PageSearch {
  /** First and last business day, YYYY-MM-DD. */
  from?: string | undefined
  to?: string | undefined
  phone?: string | undefined
  entity?: string | undefined
  status?: TransactionStatusFilter | undefined
  source?: TrafficSource | undefined
  currency?: CurrencyCode | undefined
  /** The id of a coupon. */
  coupon?: string | undefined
}

/** The part that the Filters dialog sets (TXN-08, OQ-320). */
export type TransactionFilters = Pick<
  TransactionSearch,
  'entity' | 'status' | 'source' | 'currency' | 'coupon'
>

/** The filters whose value is the id of a record. */
export type RecordFilterKey = 'entity' | 'coupon'

/** Names of the filtered records; undefined without such a filter. */
export type FilterNames = Record<RecordFilterKey, string | undefined>

export type TransactionFilterKey = keyof TransactionFilters

/** Days shown by default, including today (OQ-050). */
const daysShown = 7

interface DaySpan {
  from: string
  to: string
  /** A hand-written address can have the days in the wrong order. */
  isReversed: boolean
}

/**
 * Returns the days to show: those of the address, or the last 7 days including today (TXN-06, OQ-050).
 * @param timeZone the business time zone, an IANA name
 */
export function spanOf(
  { from, to }: Pick<TransactionSearch, 'from' | 'to'>,
  now: Date,
  timeZone: string,
): DaySpan {
  const last = to ?? dayIn(now, timeZone)
  const first = from ?? addDays(last, 1 - daysShown)
  return { from: first, to: last, isReversed: first > last }
}

/**
 * Returns the query of the request: from the start of the first day to the end of the last one.
 * @param timeZone the business time zone, an IANA name
 */
export function transactionListQuery(
  type: TransactionListType,
  search: TransactionSearch,
  now: Date,
  timeZone: string,
): Partial<QueryOf<typeof listTransactions>> {
  const { from, to } = spanOf(search, now, timeZone)
  return {
    start_date: startOfDay(from, timeZone).toISOString(),
    end_date: endOfDay(to, timeZone).toISOString(),
    ...pageRange(search),
    ...(type === 'all' ? {} : { entity_type: type }),
    ...(search.phone === undefined ? {} : { phone: search.phone }),
    // An entity belongs to one type.
    ...(search.entity === undefined || type === 'all' ? {} : { entity_id: search.entity }),
    ...(search.status === undefined ? {} : { status: search.status }),
    ...(search.source === undefined ? {} : { source: search.source }),
    ...(search.currency === undefined ? {} : { currency_code: search.currency }),
    ...(search.coupon === undefined ? {} : { coupon_id: search.coupon }),
  }
}

/** Returns the query of the sums: that of the rows on all pages. */
export function transactionSumQuery(...list: Parameters<typeof transactionListQuery>) {
  const { limit: _limit, offset: _offset, ...filters } = transactionListQuery(...list)
  return filters
}

/** Returns whether a trimmed text is applied as a search: it is empty or has 10 or more characters (TXN-07, OQ-053). */
export function isPhoneSearched(text: string): boolean {
  return text === '' || text.length >= 10
}
