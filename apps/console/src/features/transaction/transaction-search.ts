import { addDays, dayIn, endOfDay, startOfDay } from '@greenroom/contract/calendar-day'
import type { QueryOf } from '@greenroom/contract/endpoint'
import type { CurrencyCode } from '@greenroom/contract/money'
import type { listTransactions } from '@greenroom/contract/transaction/transaction.endpoints'
import type {
  TrafficSource,
  TransactionStatusFilter,
  TransactionType,
} from '@greenroom/contract/transaction/transaction.schema'

/** What the address of the screen holds. */
export interface TransactionSearch {
  /** First and last day of the business, YYYY-MM-DD. */
  from?: string | undefined
  to?: string | undefined
  phone?: string | undefined
  entity?: string | undefined
  status?: TransactionStatusFilter | undefined
  source?: TrafficSource | undefined
  currency?: CurrencyCode | undefined
  /** From 1. */
  page?: number | undefined
  size?: number | undefined
}

/** The part that the Filters dialog changes (TXN-08). */
export type TransactionFilters = Pick<TransactionSearch, 'entity' | 'status' | 'source' | 'currency'>

/** Rows on a page (LIM-06); the first is the default (TXN-10). */
export const transactionPageSizes = [10, 20, 50] as const
/** Days that are shown unless others are picked, today included (OQ-050). */
const daysShown = 7

export interface DaySpan {
  from: string
  to: string
  /** An address that was written by hand can name days the wrong way round. */
  isReversed: boolean
}

/**
 * Returns the days to show: those of the address, else the last 7 with today as the seventh (TXN-06, OQ-050).
 * @param timeZone the business's: an IANA name
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

/** Rows on a page: one of the options, else the default. */
export function transactionPageSize({ size }: Pick<TransactionSearch, 'size'>): number {
  return transactionPageSizes.find((option) => option === size) ?? transactionPageSizes[0]
}

/**
 * Returns the query to send: from the start of the first day to the end of the last one.
 * @param timeZone the business's: an IANA name
 */
export function transactionListQuery(
  type: TransactionType,
  search: TransactionSearch,
  now: Date,
  timeZone: string,
): Partial<QueryOf<typeof listTransactions>> {
  const { from, to } = spanOf(search, now, timeZone)
  const size = transactionPageSize(search)
  return {
    start_date: startOfDay(from, timeZone).toISOString(),
    end_date: endOfDay(to, timeZone).toISOString(),
    limit: size,
    offset: ((search.page ?? 1) - 1) * size,
    entity_type: type,
    ...(search.phone === undefined ? {} : { phone: search.phone }),
    ...(search.entity === undefined ? {} : { entity_id: search.entity }),
    ...(search.status === undefined ? {} : { status: search.status }),
    ...(search.source === undefined ? {} : { source: search.source }),
    ...(search.currency === undefined ? {} : { currency_code: search.currency }),
  }
}

/** Tells whether a trimmed text is searched for: nothing, or 10 characters and more (TXN-07, OQ-053). */
export function isPhoneSearched(text: string): boolean {
  return text === '' || text.length >= 10
}

/** How many filters of the dialog are set. */
export function filterCount({ entity, status, source, currency }: TransactionFilters): number {
  return [entity, status, source, currency].filter((value) => value !== undefined).length
}
