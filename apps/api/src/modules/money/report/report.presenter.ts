import { mostParts } from '@greenroom/contract/money/report/report.rules'
import type { BuyerCounts, PartsReport, SalesSum } from '@greenroom/contract/money/report/report.schema'

import type { buyersOfSpans, namesOfParts, sumsOfParts } from '../transaction/report-sums.service.ts'

type RowOf<Read extends (...values: never) => Promise<unknown[]>> = Awaited<ReturnType<Read>>[number]
type PartRow = RowOf<typeof sumsOfParts>
type PartName = RowOf<typeof namesOfParts>
type BuyerRow = RowOf<typeof buyersOfSpans>
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
 * @param namesOf finds the names of keys; a row that has a name keeps it
 */
export async function presentParts(
  rows: readonly PartRow[],
  before: readonly PartRow[] | undefined,
  namesOf: (keys: string[]) => Promise<PartName[]>,
): Promise<Pick<PartsReport, 'parts' | 'others'>> {
  const earlier = new Map(before?.map((row) => [row.key, row]))
  const known = new Set(rows.map(({ key }) => key))
  const gone = [...earlier.values()].filter(({ key }) => !known.has(key))
  const most = (one: PartRow, other: PartRow) =>
    other.completed - one.completed || (one.key ?? '').localeCompare(other.key ?? '')
  const sorted = [
    ...rows.toSorted(most),
    ...gone.toSorted(most).map((row) => ({ ...row, orders: 0, completed: 0, refunded: 0, tax: 0 })),
  ]
  const shown = sorted.slice(0, mostParts)
  const found = await namesOf(shown.flatMap(({ key }) => key ?? []))
  const names = new Map(found.map((name) => [name.key, name]))
  const parts = shown.map((row) => {
    const same = earlier.get(row.key)
    const known = row.key === null ? undefined : names.get(row.key)
    return {
      key: row.key,
      name: row.name ?? known?.name ?? row.key,
      type: known?.type ?? null,
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
