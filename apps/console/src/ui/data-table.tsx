import type { ReactNode } from 'react'
import classes from './data-table.module.css'
import { Loading } from './loading.tsx'
import { Skeleton } from './skeleton.tsx'

interface DataTableProps {
  /** The accessible name; a skeleton has none. */
  label?: string
  /** Class of the table, which sets column widths and the phone layout. */
  className: string | undefined
  /** The columns in order: their heading and their width, in pixels or by a class. */
  columns: readonly {
    className?: string | undefined
    width?: number
    head: ReactNode
    headClass?: string | undefined
  }[]
  /** The places of hidden columns, from 1 to 9. */
  hidden?: readonly number[] | undefined
  children: ReactNode
}

/** A table of records; its children are the rows. On a phone, each row is a list item. */
export function DataTable({ label, className, columns, hidden = [], children }: DataTableProps) {
  return (
    <div className={classes.frame}>
      <table
        className={`${classes.table} ${className}`}
        aria-label={label}
        data-hidden={hidden.length > 0 ? hidden.join(' ') : undefined}
      >
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
      </table>
    </div>
  )
}

interface DataTableSkeletonProps extends Pick<DataTableProps, 'className' | 'columns' | 'hidden'> {
  /** Loading text: "Loading leads...". */
  label: string
  /** Number of rows. */
  count: number
  /** Lines of each cell, as CSS widths, and the class of the cell. */
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
