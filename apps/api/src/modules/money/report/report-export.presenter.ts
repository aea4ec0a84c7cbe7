import { mask } from '@greenroom/contract/access/personal'
import type {
  BuyerCounts,
  BuyersReport,
  PartsReport,
  SalesReport,
  SalesSum,
} from '@greenroom/contract/money/report/report.schema'
import type { TableColumn, TableRow } from '../../../platform/table-file/table-column.ts'

const sumColumns = {
  orders: ['Orders', 'integer'],
  completed: ['Collected', 'amount'],
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
/** Returns the column of the same value in the earlier period. */
export const earlier = ({ heading, kind }: TableColumn): TableColumn => ({
  heading: `${heading}, before`,
  kind,
})

/**
 * Declares the table of exported counts by day, week or month; the columns of the earlier period come last.
 * @param headings of the counts, in the order of the columns
 */
export function countTable<Name extends string>(headings: Readonly<Record<Name, string>>) {
  type Counted = { from: string; to: string; counts: Readonly<Record<Name, number | null>> }
  const names = Object.keys(headings) as Name[]
  const columns = [
    ...dayColumns,
    ...names.map((name): TableColumn => ({ heading: headings[name], kind: 'integer' })),
  ]
  const cells = ({ from, to, counts }: Counted): TableRow => [
    from,
    to,
    ...names.map((name) => (counts[name] === null ? null : `${counts[name]}`)),
  ]
  return {
    columns: ({ compare }: { compare?: unknown }) => [...columns, ...(compare ? columns.map(earlier) : [])],
    /** Returns the cells of a day, week or month. */
    cells: (
      { compare }: { compare?: unknown },
      step: Counted & { previous?: Counted | null | undefined },
    ) => {
      const before = step.previous ? cells(step.previous) : columns.map(() => null)
      return [...cells(step), ...(compare ? before : [])]
    },
  }
}

const buyers = countTable({
  buyers: 'Buyers',
  new: 'New',
  returning: 'Returning',
} satisfies Record<keyof BuyerCounts, string>)

/** Returns the columns of exported buyers; those of the earlier period come last. */
export function buyerColumns(filters: { compare?: unknown }): TableColumn[] {
  return [{ heading: 'Currency', kind: 'text' }, ...buyers.columns(filters)]
}

/** Returns the cells of a day, week or month, in the order of the columns. */
export function buyerCells(
  { currency_code, ...filters }: { currency_code: string; compare?: unknown },
  step: BuyersReport['steps'][number],
): TableRow {
  return [currency_code, ...buyers.cells(filters, step)]
}

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

/** Returns the columns of an exported division; those of the earlier period come last. */
export function partColumns({ compare }: { compare?: unknown }): TableColumn[] {
  return [
    { heading: 'Currency', kind: 'text' },
    { heading: 'Name', kind: 'text' },
    ...amountColumns,
    ...(compare ? amountColumns.map(earlier) : []),
  ]
}

/**
 * Returns the rows of a division, with one for what it leaves out.
 * @param isMasked whether personal data is masked, as in the contract's `ReportPart`
 */
export function partCells(
  { currency_code, compare }: { currency_code: string; compare?: unknown },
  { parts, others }: PartsReport,
  isMasked: boolean,
): TableRow[] {
  const rows = parts.map(({ name, sum, previous }) => [
    currency_code,
    isMasked && name !== null ? mask('note', name) : name,
    ...sumCells(sum),
    ...(previous ? sumCells(previous) : []),
  ])
  if (others.count === 0) return rows
  const none = compare ? amountColumns.map(() => null) : []
  return [...rows, [currency_code, `${others.count} others`, ...sumCells(others.sum), ...none]]
}

function cellsOf({ from, to, sum }: { from: string; to: string; sum: SalesSum }): TableRow {
  return [from, to, ...sumCells(sum)]
}

function sumCells(sum: SalesSum): TableRow {
  const names = Object.keys(sumColumns) as (keyof SalesSum)[]
  return names.map((name) => (sum[name] === null ? null : `${sum[name]}`))
}
