import type { CSSProperties, HTMLAttributes, ReactNode } from 'react'
import { Loading } from './loading.tsx'
import classes from './record-table.module.css'
import { Skeleton } from './skeleton.tsx'

type Attributes = HTMLAttributes<HTMLElement> & {
  [name: `data-${string}`]: string | boolean | undefined
}

/** A column of a RecordTable: its heading, its cells and their skeleton. C is what the cells need besides the record. */
export interface Column<T, C = unknown> {
  /** Names the area of the cells where a row is a grid. The heading of `actions` is for screen readers only. */
  key: string
  heading: string
  headClass?: string | undefined
  /** Pixels, or a CSS length. Columns without a width share the rest. */
  width?: number | string
  /** Class of the cells. */
  className?: string | undefined
  /** Aligns heading and cells to the right, as those of `actions` always are. */
  isRight?: boolean
  /** The cells name their row. */
  isRowHeading?: boolean
  /** Text before the value on a phone, which shows no headings. */
  phoneLabel?: string
  /** The person can hide the column. */
  isChoosable?: boolean
  /** Lines of the skeleton, as CSS widths. */
  lines: readonly string[]
  cell: (record: T, context: C) => ReactNode
  /** Attributes of the cell. */
  attributes?: (record: T, context: C) => Attributes
}

interface FrameProps<T, C> {
  /** Class of the table, which sets --row and --least, and the areas of a row on a phone. */
  className: string | undefined
  columns: readonly Column<T, C>[]
  /** Keys of columns that are left out. */
  hidden?: readonly string[] | undefined
}

interface RecordTableProps<T, C> extends FrameProps<T, C> {
  /** The accessible name. */
  label: string
  rows: readonly T[]
  keyOf: (record: T) => string
  /** Attributes of the row; data-record is its key. */
  rowAttributes?: (record: T) => Attributes
  context: C
}

/** A table of records. On a phone, each row is a list item. */
export function RecordTable<T, C>(props: RecordTableProps<T, C>) {
  const { label, rows, keyOf, rowAttributes, context, ...frame } = props
  return (
    <Frame {...frame} label={label}>
      {(columns) =>
        rows.map((record) => (
          <tr key={keyOf(record)} data-record={keyOf(record)} {...rowAttributes?.(record)}>
            {columns.map((column) =>
              cell(column, column.cell(record, context), column.attributes?.(record, context)),
            )}
          </tr>
        ))
      }
    </Frame>
  )
}

interface RecordTableSkeletonProps<T, C> extends FrameProps<T, C> {
  /** Loading text: "Loading leads...". */
  label: string
  /** Number of rows. */
  count: number
}

/** The skeleton of a RecordTable. */
export function RecordTableSkeleton<T, C>({ label, count, ...frame }: RecordTableSkeletonProps<T, C>) {
  return (
    <Loading label={label}>
      <Frame {...frame}>
        {(columns) =>
          Array.from({ length: count }, (_, place) => `row-${place}`).map((key) => (
            <tr key={key}>
              {columns.map((column) =>
                cell(
                  column,
                  <span className={classes.lines}>
                    {column.lines.map((width) => (
                      <Skeleton key={width} width={width} />
                    ))}
                  </span>,
                ),
              )}
            </tr>
          ))
        }
      </Frame>
    </Loading>
  )
}

/** Returns the headings of the columns that can be hidden, by key. */
export function choosableColumns(
  columns: readonly Pick<Column<never>, 'key' | 'heading' | 'isChoosable'>[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    columns.filter(({ isChoosable }) => isChoosable).map(({ key, heading }) => [key, heading]),
  )
}

function Frame<T, C>({
  label,
  className,
  columns,
  hidden = [],
  children,
}: FrameProps<T, C> & {
  label?: string
  children: (columns: readonly Column<T, C>[]) => ReactNode
}) {
  const shown = columns.filter(({ key }) => !hidden.includes(key))
  return (
    <div className={classes.frame}>
      <table
        className={`${classes.table} ${className}`}
        aria-label={label}
        data-hidden={hidden.join(' ') || undefined}
      >
        <colgroup>
          {shown.map(({ key, width }) => (
            <col key={key} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {shown.map((column) => (
              <th key={column.key} scope="col" {...looks(column, column.headClass)}>
                {column.key === 'actions' ? (
                  <span className="gr-unseen">{column.heading}</span>
                ) : (
                  column.heading
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children(shown)}</tbody>
      </table>
    </div>
  )
}

function cell<T, C>(column: Column<T, C>, content: ReactNode, attributes?: Attributes) {
  const { key, isRowHeading, className, phoneLabel } = column
  const Cell = isRowHeading ? 'th' : 'td'
  return (
    <Cell
      key={key}
      scope={isRowHeading ? 'row' : undefined}
      data-label={phoneLabel}
      {...looks(column, className)}
      {...attributes}
    >
      {content}
    </Cell>
  )
}

function looks<T, C>({ key, isRight = key === 'actions' }: Column<T, C>, className?: string) {
  return {
    className: [isRight && classes.right, className].filter(Boolean).join(' ') || undefined,
    style: { '--area': key } as CSSProperties,
  }
}
