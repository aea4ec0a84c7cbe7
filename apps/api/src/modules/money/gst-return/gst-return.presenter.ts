import {
  type GstReturnSummary,
  type GstTable,
  gstTables,
  type TaxSum,
} from '@greenroom/contract/money/gst-return/gst-return.schema'
import { addTo, type DocumentGroup, inPaise, noAmounts, signOf, tableOf } from './gst-tables.ts'
import type { ReturnOf } from './portal-return.presenter.ts'

/** Sums up the tables of GSTR-1. Credit notes count negatively. */
export function presentSummary(
  { month, gstin }: Pick<ReturnOf, 'month' | 'gstin'>,
  groups: readonly DocumentGroup[],
  registered: TaxSum,
): Omit<GstReturnSummary, 'rate_missing' | 'later'> {
  const empty = (): TaxSum => ({ count: 0, ...noAmounts })
  const sums = new Map<GstTable, TaxSum>(gstTables.map((table) => [table, empty()]))
  const reported = empty()
  for (const group of groups) {
    const amounts = inPaise(group)
    if (amounts === null) continue
    for (const sum of [sums.get(tableOf(group, gstin.slice(0, 2))), reported]) {
      if (!sum) continue
      addTo(sum, amounts, signOf(group) * group.documents)
      sum.count += group.documents
    }
  }
  return {
    month,
    tables: [...sums].map(([table, sum]) => ({ table, ...sum })),
    reported,
    registered,
  }
}
