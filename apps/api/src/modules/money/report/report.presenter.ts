import { mostParts } from '@greenroom/contract/money/report/report.rules'
import type { BuyerCounts, PartsReport, SalesSum } from '@greenroom/contract/money/report/report.schema'

import type { BuyerRow, PartRow } from './report.repository.ts'

type Sums = Pick<SalesSum, 'orders' | 'completed' | 'refunded' | 'tax'>

/** Adds up sums of orders, with what follows from them. */
export function presentSum(sums: readonly Sums[]): SalesSum {
  const add = (name: keyof Sums) => sums.reduce((sum, one) => sum + one[name], 0)
  const [orders, completed, refunded] = [add('orders'), add('completed'), add('refunded')]
  return {
    orders,
    completed,
    refunded,
    net: completed - refunded,
    tax: add('tax'),
    average: orders === 0 ? null : Math.round(completed / orders),
  }
}

/**
 * Presents the parts of a report, those with the most completed first. Parts that only the earlier period has come last.
 * @param before those of the earlier period; undefined without one
 */
export function presentParts(
  rows: readonly PartRow[],
  before: readonly PartRow[] | undefined,
): Pick<PartsReport, 'parts' | 'others'> {
  const earlier = new Map(before?.map((row) => [row.key, row]))
  const known = new Set(rows.map(({ key }) => key))
  const gone = [...earlier.values()].filter(({ key }) => !known.has(key))
  const most = (one: PartRow, other: PartRow) =>
    other.completed - one.completed || (one.key ?? '').localeCompare(other.key ?? '')
  const sorted = [
    ...rows.toSorted(most),
    ...gone.toSorted(most).map((row) => ({ ...row, orders: 0, completed: 0, refunded: 0, tax: 0 })),
  ]
  const parts = sorted.slice(0, mostParts).map((row) => {
    const same = earlier.get(row.key)
    return {
      key: row.key,
      name: row.name,
      type: row.type,
      sum: presentSum([row]),
      ...(before && { previous: presentSum(same ? [same] : []) }),
    }
  })
  const others = sorted.slice(mostParts)
  return { parts, others: { count: others.length, sum: presentSum(others) } }
}

/**
 * Presents the buyers of each of some spans, and of all of them.
 * @param spans how many there are
 */
export function presentBuyers(
  rows: readonly BuyerRow[],
  spans: number,
): { total: BuyerCounts; counts: BuyerCounts[] } {
  const found = new Map(rows.map((row) => [row.place, row]))
  const counted = (place: number): BuyerCounts => {
    const { buyers, new: fresh } = found.get(place) ?? { buyers: 0, new: 0 }
    return { buyers, new: fresh, returning: buyers - fresh }
  }
  return { total: counted(0), counts: Array.from({ length: spans }, (_, index) => counted(index + 1)) }
}
