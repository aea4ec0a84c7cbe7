import type { CSSProperties, ReactNode } from 'react'
import { Loading } from './loading.tsx'
import classes from './record-lines.module.css'
import { opensOnClick } from './row-click.ts'
import { Skeleton as SkeletonLine } from './skeleton.tsx'

interface Fact<T, C> {
  /** Names the area of the fact. The first one has the heading; `actions` stays beside it on a phone. */
  key: string
  /** Lines of the skeleton, as CSS widths. */
  lines: readonly string[]
  cell: (record: T, context: C) => ReactNode
}

interface LinesDeclaration<T, C> {
  /** The accessible name. */
  label: string
  /** Loading text: "Loading creators...". */
  loading: string
  /** Class of the list, which sets --tracks and --areas. Tracks depend on the width alone, so that lines agree. */
  className: string | undefined
  facts: readonly Fact<T, C>[]
  keyOf: (record: T) => string
  /** Returns what a click beside the controls opens. By keyboard, a control opens it. */
  opens?: (record: T, context: C) => { onOpen: () => void; onIntent: () => void } | undefined
}

/**
 * Declares a list of records as cards of the full width, whose facts are aligned in columns. On a phone they are below
 * each other.
 * @returns a component that takes the rows and what the facts need, with its Skeleton
 */
export function recordLines<T, C extends object = object>({
  label,
  loading,
  className,
  facts,
  keyOf,
  opens,
}: LinesDeclaration<T, C>) {
  function Lines({ rows, ...context }: C & { rows: readonly T[] }) {
    return (
      <Frame label={label} className={className}>
        {rows.map((record) => {
          const target = opens?.(record, context as unknown as C)
          return (
            <li
              key={keyOf(record)}
              className={classes.line}
              data-record={keyOf(record)}
              {...(target && opensOnClick(target.onOpen, target.onIntent))}
            >
              {facts.map(({ key, cell }) => place(key, cell(record, context as unknown as C)))}
            </li>
          )
        })}
      </Frame>
    )
  }

  /** @param count number of lines */
  function Skeleton({ count }: { count: number }) {
    return (
      <Loading label={loading}>
        <Frame className={className}>
          {Array.from({ length: count }, (_, line) => `line-${line}`).map((line) => (
            <li key={line} className={classes.line}>
              {facts.map(({ key, lines }) =>
                place(
                  key,
                  <span className={classes.skeleton}>
                    {lines.map((width) => (
                      <SkeletonLine key={width} width={width} />
                    ))}
                  </span>,
                ),
              )}
            </li>
          ))}
        </Frame>
      </Loading>
    )
  }

  return Object.assign(Lines, { Skeleton })
}

function Frame({
  label,
  className,
  children,
}: {
  label?: string
  className: string | undefined
  children: ReactNode
}) {
  return (
    <div className={classes.frame}>
      <ul className={`${classes.list} ${className}`} aria-label={label}>
        {children}
      </ul>
    </div>
  )
}

function place(key: string, content: ReactNode) {
  return (
    <div key={key} data-fact={key} style={{ '--area': key } as CSSProperties}>
      {content}
    </div>
  )
}
