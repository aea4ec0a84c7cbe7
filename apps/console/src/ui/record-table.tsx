import type { CSSProperties, HTMLAttributes, ReactNode } from 'react'
import { Loading } from './loading.tsx'
import classes from './record-table.module.css'
import { Skeleton as SkeletonLine } from './skeleton.tsx'

type Attributes = HTMLAttributes<HTMLElement> & {
  [name: `data-${string}`]: string | boolean | undefined
}

/** A column of a table of records: its heading, its cells and their skeleton. C is what the cells need besides the record. */
export interface Column<T, C = unknown> {
  /** Names the area of the cells where a row is a grid. The headings of `actions` and `select` are for screen readers only. */
  key: string
  heading: string
  headClass?: string | undefined
  /** Takes the place of the heading, except in a skeleton. */
  head?: (context: C) => ReactNode
  /** Pixels, or a CSS length. Columns without a width share the rest. */
  width?: number | string
  /** Class of the cells. */
  className?: string | undefined
  /** The cells are moments: the column is as wide as one. */
  isTime?: boolean
  /** Aligns heading and cells to the right, as those of `actions` always are. */
  isRight?: boolean
  /** The cells name their row. */
  isRowHeading?: boolean
  /** Text before the value on a phone, which shows no headings. */
  phoneLabel?: string
  /** The column is left out where it is empty in every row. */
  isEmpty?: (record: T) => boolean
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
  /** Its rows may have nothing that takes the focus, so the keyboard scrolls a wide table by its frame. */
  hasFocus?: boolean
}

interface TableDeclaration<T, C, K extends keyof C> extends Omit<FrameProps<T, C>, 'hidden'> {
  /** The accessible name. */
  label: string
  /** Loading text: "Loading leads...". */
  loading: string
  keyOf: (record: T) => string
  /** Attributes of the row; data-record is its key. */
  rowAttributes?: (record: T, context: C) => Attributes
  /** Hook that returns the keys of columns that are left out. */
  useHidden?: () => readonly string[] | undefined
  /** Hook that returns what the cells need and the props don't have. */
  useFacts?: () => Pick<C, K>
}

/**
 * Declares a table of records, and its skeleton. On a phone, each row is a list item.
 * @returns a component that takes the rows and what the cells need, with its Skeleton
 */
export function recordTable<T, C extends object = object, K extends keyof C = never>({
  label: tableLabel,
  loading,
  keyOf,
  rowAttributes,
  useHidden = () => undefined,
  useFacts = () => ({}) as Pick<C, K>,
  ...frame
}: TableDeclaration<T, C, K>) {
  /** @param label the accessible name of this one, if it differs */
  function Table({
    rows,
    label = tableLabel,
    ...props
  }: Omit<C, K> & { rows: readonly T[]; label?: string | undefined }) {
    const context = { ...props, ...useFacts() } as unknown as C
    const empty = frame.columns.filter(({ isEmpty }) => isEmpty && rows.every(isEmpty))
    const hidden = [...(useHidden() ?? []), ...empty.map(({ key }) => key)]
    return (
      <Frame {...frame} hidden={hidden} label={label} context={context}>
        {(columns) =>
          rows.map((record) => (
            <tr key={keyOf(record)} data-record={keyOf(record)} {...rowAttributes?.(record, context)}>
              {columns.map((column) =>
                cell(column, column.cell(record, context), column.attributes?.(record, context)),
              )}
            </tr>
          ))
        }
      </Frame>
    )
  }
  /** @param count number of rows */
  function Skeleton({ count }: { count: number }) {
    return (
      <Loading label={loading}>
        <Frame {...frame} hidden={useHidden()}>
          {(columns) =>
            Array.from({ length: count }, (_, place) => `row-${place}`).map((key) => (
              <tr key={key}>
                {columns.map((column) =>
                  cell(
                    column,
                    <span className={classes.lines}>
                      {column.lines.map((width) => (
                        <SkeletonLine key={width} width={width} />
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
  return Object.assign(Table, { Skeleton })
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
  hasFocus,
  context,
  children,
}: FrameProps<T, C> & {
  label?: string
  /** Without it, it is a skeleton. */
  context?: C
  children: (columns: readonly Column<T, C>[]) => ReactNode
}) {
  const shown = columns.filter(({ key }) => !hidden.includes(key))
  return (
    <div
      className={classes.frame}
      {...(hasFocus && label && { role: 'group', 'aria-label': label, tabIndex: 0 })}
    >
      <table
        className={`${classes.table} ${className}`}
        aria-label={label}
        data-hidden={hidden.join(' ') || undefined}
      >
        <colgroup>
          {shown.map(({ key, isTime, width = isTime ? 'var(--moment)' : undefined }) => (
            <col key={key} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {shown.map((column) => (
              <th key={column.key} scope="col" {...looks(column, column.headClass)}>
                {column.head && context ? (
                  column.head(context)
                ) : column.key === 'actions' || column.key === 'select' ? (
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

function looks<T, C>({ key, isTime, isRight = key === 'actions' }: Column<T, C>, className?: string) {
  return {
    className:
      [isRight && classes.right, isTime && 'gr-num', className].filter(Boolean).join(' ') || undefined,
    style: { '--area': key } as CSSProperties,
  }
}
