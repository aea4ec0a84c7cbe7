import type { QueryOf } from '@greenroom/contract/endpoint'
import type { CurrencyCode } from '@greenroom/contract/money'
import type { listTransactions } from '@greenroom/contract/transaction/transaction.endpoints'
import type {
  TrafficSource,
  TransactionStatus,
  TransactionType,
} from '@greenroom/contract/transaction/transaction.schema'

/** What the address of the screen holds. */
export interface TransactionSearch {
  /** First and last day, YYYY-MM-DD in the viewer's zone. */
  from?: string | undefined
  to?: string | undefined
  phone?: string | undefined
  entity?: string | undefined
  status?: TransactionStatus | undefined
  source?: TrafficSource | undefined
  currency?: CurrencyCode | undefined
  /** From 1. */
  page?: number | undefined
  size?: number | undefined
}

/** The part that the Filters dialog changes (TXN-08). */
export type TransactionFilters = Pick<TransactionSearch, 'entity' | 'status' | 'source' | 'currency'>

/** Rows on a page (LIM-06); the first is the default (TXN-10). */
export const pageSizes = [10, 20, 50] as const
const daysBack = 7

export interface DaySpan {
  from: string
  to: string
  /** An address that was written by hand can name days the wrong way round. */
  isReversed: boolean
}

/** The days that are shown: those of the address, else the last 7 to the end of today (TXN-06, OQ-050). */
export function spanOf({ from, to }: Pick<TransactionSearch, 'from' | 'to'>, now: Date): DaySpan {
  const last = to ?? dayOf(now)
  const first = from ?? dayOf(addDays(dateOf(last), -daysBack))
  return { from: first, to: last, isReversed: first > last }
}

/** Rows on a page: one of the options, else the default. */
export function sizeOf({ size }: Pick<TransactionSearch, 'size'>): number {
  return pageSizes.find((option) => option === size) ?? pageSizes[0]
}

/** What the server is asked for. The viewer's days become moments: from the start of the first to the end of the last. */
export function queryOf(
  type: TransactionType,
  search: TransactionSearch,
  now: Date,
): Partial<QueryOf<typeof listTransactions>> {
  const { from, to } = spanOf(search, now)
  const size = sizeOf(search)
  return {
    start_date: dateOf(from).toISOString(),
    end_date: new Date(addDays(dateOf(to), 1).getTime() - 1).toISOString(),
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

/** 00:00 of a day, YYYY-MM-DD, in the viewer's zone. */
function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const moment = new Date(2000, month - 1, date)
  // The constructor takes a year below 100 for one of the last century.
  moment.setFullYear(year, month - 1, date)
  return moment
}

// By the calendar: a day in which the clock is set has not 24 hours.
function addDays(day: Date, days: number): Date {
  const moved = new Date(day)
  moved.setDate(moved.getDate() + days)
  return moved
}

function dayOf(moment: Date): string {
  const padded = (number: number, length: number) => String(number).padStart(length, '0')
  return [
    padded(moment.getFullYear(), 4),
    padded(moment.getMonth() + 1, 2),
    padded(moment.getDate(), 2),
  ].join('-')
}
