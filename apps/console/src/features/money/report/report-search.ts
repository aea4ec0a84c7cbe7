import { addDays } from '@greenroom/contract/calendar-day'
import type { QueryOf } from '@greenroom/contract/endpoint'
import type { CurrencyCode } from '@greenroom/contract/money'
import type { getSalesReport } from '@greenroom/contract/money/report/report.endpoints'
import {
  daysOf,
  longestReport,
  type ReportComparison,
  type ReportStep,
} from '@greenroom/contract/money/report/report.rules'
import type { SalesSum } from '@greenroom/contract/money/report/report.schema'
import type { LinkProps } from '@tanstack/react-router'
import { paths } from '../../../lib/paths.ts'

/** What a picture can show. */
export type Measure = keyof SalesSum

/** Search parameters of the screen. */
export interface ReportSearch {
  /** First and last business day, YYYY-MM-DD. */
  from?: string | undefined
  to?: string | undefined
  step?: ReportStep | undefined
  compare?: ReportComparison | 'none' | undefined
  currency?: CurrencyCode | undefined
  show?: Measure | undefined
}

/** The search parameters with their defaults. */
export type Report = { [Name in keyof ReportSearch]-?: NonNullable<ReportSearch[Name]> }

/** Days shown by default, including today. */
const daysShown = 30

/** The parameters that an address leaves out. */
export const reportDefaults = { step: 'day', compare: 'before', currency: 'INR', show: 'completed' } as const

/** Returns what an address shows. */
export function reportOf(search: ReportSearch, today: string): Report {
  const to = search.to ?? today
  const stated = Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
  return { ...reportDefaults, from: addDays(to, 1 - daysShown), to, ...stated }
}

/** Returns why a span cannot be shown; undefined if it can. */
export function refusalOf(span: { from: string; to: string }): 'reversed' | 'tooLong' | undefined {
  if (span.from > span.to) return 'reversed'
  return daysOf(span) > longestReport ? 'tooLong' : undefined
}

/** Returns the query of the request. */
export function salesQuery({ from, to, step, compare, currency }: Report): QueryOf<typeof getSalesReport> {
  return { currency_code: currency, from, to, step, ...(compare !== 'none' && { compare }) }
}

/** Returns the link to the paid orders of some days: exactly those that a sum adds up. */
export function ordersLink(currency: CurrencyCode, { from, to }: { from: string; to: string }): LinkProps {
  return { ...paths.transactionList('all'), search: { from, to, currency, status: 'paid' } }
}
