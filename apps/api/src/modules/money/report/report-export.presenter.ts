import type { SalesReport, SalesSum } from '@greenroom/contract/money/report/report.schema'
import type { TableColumn, TableRow } from '../../../platform/table-file/table-column.ts'

const sumColumns = {
  orders: ['Orders', 'integer'],
  completed: ['Completed', 'amount'],
  refunded: ['Refunded', 'amount'],
  net: ['Net', 'amount'],
  tax: ['Tax', 'amount'],
  average: ['Average order', 'amount'],
} as const satisfies Record<keyof SalesSum, [string, TableColumn['kind']]>

const dayColumns: TableColumn[] = [
  { heading: 'From', kind: 'day' },
  { heading: 'To', kind: 'day' },
]
const amountColumns: TableColumn[] = Object.values(sumColumns).map(([heading, kind]) => ({ heading, kind }))
const earlier = ({ heading, kind }: TableColumn): TableColumn => ({ heading: `${heading}, before`, kind })

/** Returns the columns of an exported report; those of the earlier period come last. */
export function salesColumns({ compare }: { compare?: unknown }): TableColumn[] {
  const shown = [...dayColumns, ...amountColumns]
  return [{ heading: 'Currency', kind: 'text' }, ...shown, ...(compare ? shown.map(earlier) : [])]
}

/** Returns the cells of a day, week or month, in the order of the columns. */
export function salesCells(
  { currency_code, compare }: { currency_code: string; compare?: unknown },
  { previous, ...step }: SalesReport['steps'][number],
): TableRow {
  const none = [...dayColumns, ...amountColumns].map(() => null)
  return [currency_code, ...cellsOf(step), ...(compare ? (previous ? cellsOf(previous) : none) : [])]
}

function cellsOf({ from, to, sum }: { from: string; to: string; sum: SalesSum }): TableRow {
  const names = Object.keys(sumColumns) as (keyof SalesSum)[]
  return [from, to, ...names.map((name) => (sum[name] === null ? null : `${sum[name]}`))]
}
