import { isRecordId } from '@greenroom/contract/field'
import type { CurrencyCode } from '@greenroom/contract/money'
import type { ReportDimension } from '@greenroom/contract/money/report/report.rules'
import type { ReportPart } from '@greenroom/contract/money/report/report.schema'
import { trafficSources } from '@greenroom/contract/money/transaction/transaction-kinds'
import type { LinkProps } from '@tanstack/react-router'
import { paths, type TransactionListType } from '../../../lib/paths.ts'
import { oneOf } from '../../../lib/search-params.ts'
import { ordersLink } from './report-search.ts'

// Apart from the texts of the report that opens first, whose load has no room for these.

export const dimensionLabels: Record<ReportDimension, string> = {
  type: 'Kind',
  session: 'Session',
  membership: 'Membership',
  creator: 'Creator',
  coupon: 'Coupon',
  source: 'Source',
  campaign: 'Campaign',
  method: 'Payment method',
  state: 'State',
}

/** Names of the orders that have nothing of a kind. */
const withoutLabels: Record<ReportDimension, string> = {
  type: 'Other',
  session: 'No session',
  membership: 'No membership',
  creator: 'No creator',
  coupon: 'No coupon',
  source: 'No source',
  campaign: 'No campaign',
  method: 'Method not known',
  state: 'State not known',
}

const valueLabels: Partial<Record<ReportDimension, Readonly<Record<string, string>>>> = {
  type: { masterclass: 'Masterclass', membership: 'Membership', events: 'Event', custom: 'Custom' },
  source: { meta: 'Meta', organic: 'Organic', google: 'Google' },
  method: { upi: 'UPI', card: 'Card', netbanking: 'Net banking', wallet: 'Wallet', emi: 'EMI' },
}

/** Names a part of a report. */
export function partText(name: string | null, dimension: ReportDimension): string {
  if (name === null) return withoutLabels[dimension]
  const labels = valueLabels[dimension] ?? {}
  const known = oneOf(Object.keys(labels), name)
  return (known && labels[known]) ?? name
}

/**
 * Returns the link to the orders of a part: exactly those that its sum adds up.
 * @returns undefined where the list has no such filter
 */
export function partLink(
  currency: CurrencyCode,
  days: { from: string; to: string },
  dimension: ReportDimension,
  { key, type }: Pick<ReportPart, 'key' | 'type'>,
): LinkProps | undefined {
  if (key === null) return undefined
  const { search } = ordersLink(currency, days) as { search: object }
  const listed = (list: TransactionListType, filter: object): LinkProps => ({
    ...paths.transactionList(list),
    search: { ...search, ...filter } as never,
  })
  switch (dimension) {
    case 'type':
      return listed(key as TransactionListType, {})
    case 'session':
    case 'membership':
      return type === null ? undefined : listed(type, { entity: key })
    case 'coupon':
      return isRecordId(key) ? listed('all', { coupon: key }) : undefined
    case 'source':
      return oneOf(trafficSources, key) && listed('all', { source: key })
    default:
      return undefined
  }
}
