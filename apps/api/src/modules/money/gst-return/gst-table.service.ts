import type { GstTable } from '@greenroom/contract/money/gst-return/gst-return.schema'
import { type TabledDocument, tableOf } from './gst-tables.ts'

/**
 * Returns the table of GSTR-1 that a document which isn't issued yet would be in. Amounts in dollars count as below the
 * limit of large consumers, because their rate may be unknown.
 * @param gstin the supplier's
 */
export function plannedTable(document: Omit<TabledDocument, 'usd_rate'>, gstin: string): GstTable {
  return tableOf({ ...document, usd_rate: null }, gstin.slice(0, 2))
}
