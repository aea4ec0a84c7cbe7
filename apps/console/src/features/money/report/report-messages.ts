import type { ReportComparison, ReportStep } from '@greenroom/contract/money/report/report.rules'
import type { Measure } from './report-search.ts'

/** Texts of the Numbers screen. */
export const reportMessages = {
  from: 'From',
  to: 'To',
  step: 'By',
  compare: 'Compare with',
  currency: 'Currency',
  show: 'Show',
  loading: 'Loading numbers...',
  loadFailed: 'Error loading numbers.',
  reversed: 'From cannot be after To.',
  tooLong: 'Choose at most 366 days.',
  showLastDays: 'Show the last 30 days',
  showYear: 'Show the last 365 days',
  empty: 'No paid orders',
  emptyHelp: (currency: string, days: string) =>
    `Nobody paid in ${currency} in ${days}. Choose other days or the other currency.`,
  explanation:
    'Each order counts on the day when it was made, with its refunds and its tax, whenever those came. Completed is what was paid, Net is that less what was refunded. A number opens its orders.',
  totals: 'Totals',
  table: (measure: string, step: string) => `${measure} ${step}`,
  chart: (measure: string, step: string, currency: string) => `${measure} ${step}, ${currency}`,
  days: 'Days',
  before: 'Before',
  change: 'Change',
  none: 'None',
  export: 'Export',
  open: (value: string, what: string, days: string) => `${value}, ${what}, ${days}: open the orders`,
  against: (value: string, days: string) => `${value} in ${days}`,
} as const

/** Names of what is summed up, as in the sums of the list of transactions. */
export const measureLabels: Record<Measure, string> = {
  completed: 'Completed',
  refunded: 'Refunded',
  net: 'Net',
  tax: 'Tax',
  orders: 'Orders',
  average: 'Average order',
}

export const stepLabels: Record<ReportStep, string> = { day: 'Day', week: 'Week', month: 'Month' }

/** After the name of what is summed up. */
export const stepTexts: Record<ReportStep, string> = { day: 'by day', week: 'by week', month: 'by month' }

export const comparisonLabels: Record<ReportComparison | 'none', string> = {
  before: 'Period before',
  year: 'Year before',
  none: 'Nothing',
}

/** Messages of the dialog that exports. */
export const reportExportMessages = {
  title: 'Export numbers',
  rows: (days: string) => `Exports the rows of ${days}.`,
  format: 'Format',
} as const
