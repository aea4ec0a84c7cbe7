import type { ReportComparison, ReportStep } from '@greenroom/contract/money/report/report.rules'
import type { Measure, Report } from './report-search.ts'

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
  reversed: "From can't be after To.",
  tooLong: 'Choose at most 366 days.',
  showLastDays: 'Show the last 30 days',
  showYear: 'Show the last 365 days',
  empty: 'No paid orders',
  emptyHelp: (currency: string, days: string) =>
    `Nobody paid in ${currency} in ${days}. Choose other days or the other currency.`,
  explanation:
    'Each order counts on the day when it was made, with its refunds and its tax, whenever those came. Collected is what was paid, Net is that less what was refunded. A number opens its orders.',
  totals: 'Totals',
  table: (step: string) => `Orders ${step}`,
  chart: (measure: string, step: string, currency: string) => `${measure} ${step}, ${currency}`,
  days: 'Days',
  before: 'Before',
  by: 'Report',
  name: 'Name',
  share: 'Share',
  percent: (share: number) => `${share.toFixed(share < 10 ? 1 : 0)}%`,
  others: (count: number) => (count === 1 ? '1 other' : `${count.toLocaleString('en-IN')} others`),
  export: 'Export',
  open: (value: string, what: string, of: string, rows: string) =>
    `${value}, ${what}, ${of}: open the ${rows}`,
  orders: 'orders',
  notIncluded: {
    leads: 'Your role does not include leads.',
    moderation: 'Your role does not include moderation.',
    seats: 'Your role does not include sessions.',
  },
  showSales: 'Show sales',
} as const

/** Names of what is summed up, as in the sums of the list of transactions. */
export const measureLabels: Record<Measure, string> = {
  completed: 'Collected',
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
} as const

/** Names of the reports. */
export const reportLabels: Record<Report['by'], string> = {
  time: 'Sales',
  buyers: 'New and returning buyers',
  type: 'Sales by kind',
  session: 'Sales by session',
  membership: 'Sales by membership',
  creator: 'Sales by creator',
  coupon: 'Sales by coupon',
  source: 'Sales by source',
  campaign: 'Sales by campaign',
  method: 'Sales by payment method',
  state: 'Sales by State',
  leads: 'Leads by source',
  moderation: 'Moderation',
  seats: 'Seats before a session',
}
