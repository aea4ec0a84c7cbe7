import { endpoint, ok } from '../../endpoint.ts'
import { BuyersReport, PartsQuery, PartsReport, SalesQuery, SalesReport } from './report.schema.ts'

/** Sums up the paid orders of each day, week or month in one currency, beside those of an earlier period. */
export const getSalesReport = endpoint({
  name: 'getSalesReport',
  method: 'GET',
  path: '/admin/numbers/sales',
  summary: 'Sum up paid orders by day, week or month, beside an earlier period',
  description:
    'At most 366 days. The sums are those of the list of transactions with status=paid and the same days.',
  requirements: ['OQ-651', 'OQ-652'],
  permissions: ['money.read'],
  query: SalesQuery,
  response: ok(SalesReport),
})

/** Sums up the paid orders of a period by session, creator, coupon and so on, beside those of an earlier period. */
export const getPartsReport = endpoint({
  name: 'getPartsReport',
  method: 'GET',
  path: '/admin/numbers/parts',
  summary: 'Sum up paid orders by what they have in common, beside an earlier period',
  description: 'At most 366 days, and 100 parts. Together with the sum of the others they are the total.',
  requirements: ['OQ-654'],
  permissions: ['money.read'],
  query: PartsQuery,
  response: ok(PartsReport),
})

/** Counts who paid in each day, week or month, new and returning, beside those of an earlier period. */
export const getBuyersReport = endpoint({
  name: 'getBuyersReport',
  method: 'GET',
  path: '/admin/numbers/buyers',
  summary: 'Count new and returning buyers by day, week or month, beside an earlier period',
  description: 'At most 366 days. A buyer is new without a paid order in this currency before.',
  requirements: ['OQ-655'],
  permissions: ['money.read'],
  query: SalesQuery,
  response: ok(BuyersReport),
})
