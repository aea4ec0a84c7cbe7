import { endpoint, ok } from '../../endpoint.ts'
import { SalesQuery, SalesReport } from './report.schema.ts'

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
