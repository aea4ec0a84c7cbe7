import type { ReactNode } from 'react'
import classes from './data-table.module.css'
import { Loading } from './loading.tsx'
import { Skeleton } from './skeleton.tsx'

interface DataTableProps {
  /** The accessible name; none for a skeleton. */
  label?: string
  /** The class of the table: sets the widths of the columns and the layout on a phone. */
  className: string | undefined
  /** The columns in their order: their heading and their width, in pixels or by a class. */
  columns: readonly {
    className?: string | undefined
    width?: number
    head: ReactNode
    headClass?: string | undefined
  }[]
  foot?: ReactNode
  children: ReactNode
}

/** A table of records; its children are the rows. On a phone each row is an item. */
export function DataTable({ label, className, columns, foot, children }: DataTableProps) {
  return (
    <div className={classes.frame}>
      <table className={`${classes.table} ${className}`} aria-label={label}>
        <colgroup>
          {columns.map((column, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
            <col key={place} className={column.className} style={{ width: column.width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
              <th key={place} scope="col" className={column.headClass}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
        {foot}
      </table>
    </div>
  )
}

interface DataTableSkeletonProps extends Pick<DataTableProps, 'className' | 'columns'> {
  /** What loads: "Loading leads...". */
  label: string
  /** Rows. */
  count: number
  /** The lines of each cell, as widths in CSS, and the class of the cell. */
  cells: readonly { className: string | undefined; widths: readonly string[] }[]
}

/** The skeleton of a DataTable. */
export function DataTableSkeleton({ label, count, cells, ...table }: DataTableSkeletonProps) {
  return (
    <Loading label={label}>
      <DataTable {...table}>
        {Array.from({ length: count }, (_, place) => `row-${place}`).map((key) => (
          <tr key={key}>
            {cells.map(({ className, widths }) => (
              <td key={className} className={className}>
                <span className={classes.lines}>
                  {widths.map((width) => (
                    <Skeleton key={width} width={width} />
                  ))}
                </span>
              </td>
            ))}
          </tr>
        ))}
      </DataTable>
    </Loading>
  )
}
