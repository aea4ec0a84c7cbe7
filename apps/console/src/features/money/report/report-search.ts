import { addDays, endOfDay, startOfDay } from '@greenroom/contract/calendar-day'
import type { CountedAs, HandlingCounts } from '@greenroom/contract/community/moderation/handling.schema'
import type { NewExport } from '@greenroom/contract/desk/export/export.schema'
import type { QueryOf } from '@greenroom/contract/endpoint'
import { isRecordId } from '@greenroom/contract/field'
import { type CurrencyCode, currencyCodes } from '@greenroom/contract/money'
import type { getPartsReport, getSalesReport } from '@greenroom/contract/money/report/report.endpoints'
import {
  daysOf,
  type FillingKind,
  fillingKinds,
  longestReport,
  type OtherReport,
  otherReports,
  type ReportComparison,
  type ReportDimension,
  type ReportStep,
  reportComparisons,
  reportDimensions,
  reportSteps,
} from '@greenroom/contract/money/report/report.rules'
import type { SalesSum } from '@greenroom/contract/money/report/report.schema'
import type { getFillingReport } from '@greenroom/contract/sessions/registration/registration.endpoints'
import type { LinkProps } from '@tanstack/react-router'
import { businessTimeZone } from '../../../lib/dates.ts'
import { paths } from '../../../lib/paths.ts'
import { day, oneOf } from '../../../lib/search-params.ts'

/** What a picture can show. */
export type Measure = keyof SalesSum

/** What the picture of handled reports can show. */
type HandlingName = keyof HandlingCounts

/** What a report shows; `by` is what its orders are divided by. */
export interface Report {
  /** First and last business day, YYYY-MM-DD. */
  from: string
  to: string
  by: ReportDimension | 'time' | 'buyers' | OtherReport
  step: ReportStep
  compare: ReportComparison | 'none'
  currency: CurrencyCode
  /** Of orders. */
  show: Measure
  /** Of handled reports. */
  shown: HandlingName
  /** Of sessions. */
  kind: FillingKind | 'all'
  /** The one session whose seats are shown. */
  session: string | undefined
  /** The number of moderation whose reports are shown. */
  rows: { of: CountedAs; from: string; to: string } | undefined
}

/** Search parameters of the screen. */
export type ReportSearch = {
  [Name in Exclude<keyof Report, 'show' | 'shown' | 'rows'>]?: Report[Name] | undefined
} & {
  show?: Measure | HandlingName | undefined
  /** As `rowsText` writes it. */
  rows?: string | undefined
}

/** Days shown by default, including today. */
const daysShown = 30

/** The parameters that an address leaves out. */
export const reportDefaults = {
  by: 'time',
  step: 'day',
  compare: 'before',
  currency: 'INR',
  show: 'completed',
  kind: 'all',
} as const

const handlingNames = ['received', 'handled', 'median_minutes', 'p90_minutes'] as const

export const measures = ['completed', 'refunded', 'net', 'tax', 'orders', 'average'] as const

/**
 * Returns what an address shows. A parameter with another value than the choices has its default.
 * @param search the texts of the address
 * @param today YYYY-MM-DD
 */
export function reportOf(
  search: { [Name in keyof ReportSearch]?: string | undefined },
  today: string,
): Report {
  const to = search.to ?? today
  return {
    from: search.from ?? addDays(to, 1 - daysShown),
    to,
    by: oneOf([...reportDimensions, 'buyers', ...otherReports] as const, search.by) ?? reportDefaults.by,
    step: oneOf(reportSteps, search.step) ?? reportDefaults.step,
    compare: oneOf([...reportComparisons, 'none'] as const, search.compare) ?? reportDefaults.compare,
    currency: oneOf(currencyCodes, search.currency) ?? reportDefaults.currency,
    show: oneOf(measures, search.show) ?? reportDefaults.show,
    shown: oneOf(handlingNames, search.show) ?? 'received',
    kind: oneOf(fillingKinds, search.kind) ?? reportDefaults.kind,
    session: isRecordId(search.session ?? '') ? search.session : undefined,
    rows: rowsOf(search.rows),
  }
}

/** Returns the parameter that opens the reports behind a number of moderation. */
export function rowsText(of: CountedAs, { from, to }: { from: string; to: string }): string {
  return `${of},${from},${to}`
}

function rowsOf(written: string | undefined): Report['rows'] {
  const [name, first, last] = written?.split(',') ?? []
  const [of, from, to] = [oneOf(['received', 'handled'] as const, name), day(first), day(last)]
  if (!of || !from || !to || refusalOf({ from, to })) return undefined
  return { of, from, to }
}

/** Tells whether a report has the days that it has by default. */
export function hasDefaultDays({ from, to }: Report, today: string): boolean {
  return to === today && from === addDays(today, 1 - daysShown)
}

/** Returns why a span cannot be shown; undefined if it can. */
export function refusalOf(span: { from: string; to: string }): 'reversed' | 'tooLong' | undefined {
  if (span.from > span.to) return 'reversed'
  return daysOf(span) > longestReport ? 'tooLong' : undefined
}

/** Returns the query of a report by time. */
export function salesQuery(report: Report): QueryOf<typeof getSalesReport> {
  return { ...spanQuery(report), step: report.step }
}

/** Returns the query of a report by what the orders have in common. */
export function partsQuery(report: Report, dimension: ReportDimension): QueryOf<typeof getPartsReport> {
  return { ...spanQuery(report), dimension }
}

/** Returns what the file of a report contains. */
export function exportQuery(report: Report): Extract<NewExport, { kind: 'numbers' }>['filters'] {
  switch (report.by) {
    case 'time':
      return salesQuery(report)
    case 'buyers':
    case 'leads':
    case 'moderation':
      return { ...salesQuery(report), dimension: report.by }
    case 'seats':
      return { ...salesQuery(report), ...seatsQuery(report), dimension: 'seats' }
    default:
      return { ...partsQuery(report, report.by), step: 'day' }
  }
}

/** Returns the query of a report of seats. */
export function seatsQuery({ from, to, compare, kind, session }: Report): QueryOf<typeof getFillingReport> {
  return {
    from,
    to,
    ...(compare !== 'none' && { compare }),
    ...(kind !== 'all' && { kind }),
    ...(session && { session_id: session, kind: undefined }),
  }
}

/** Returns the instants from the start of the first business day to the end of the last. */
export function spanMoments({ from, to }: { from: string; to: string }) {
  return {
    start_date: startOfDay(from, businessTimeZone()).toISOString(),
    end_date: endOfDay(to, businessTimeZone()).toISOString(),
  }
}

function spanQuery({ from, to, compare, currency }: Report) {
  return { currency_code: currency, from, to, ...(compare !== 'none' && { compare }) }
}

/** Returns the link to the paid orders of some days: exactly those that a sum adds up. */
export function ordersLink(currency: CurrencyCode, { from, to }: { from: string; to: string }): LinkProps {
  return { ...paths.transactionList('all'), search: { from, to, currency, status: 'paid' } }
}
