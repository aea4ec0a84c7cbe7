import { type ComponentProps, type ReactNode, useCallback, useId, useRef } from 'react'
import { formatTime } from '../../../lib/dates.ts'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useFocusFallback } from '../../../ui/use-focus-fallback.ts'
import { CopyValue } from '../copy-value/copy-value.tsx'
import { LoadFailure } from '../record-list/load-failure.tsx'
import classes from './record-page.module.css'

/** Class of a link among the facts. */
export const factLink = classes.link

interface RecordScreenProps<T> {
  /** What useRead returned. */
  read: { data: T | undefined; error: Error | null; refetch: () => unknown }
  loadFailed: string
  /** What the screen shows of a record that doesn't exist; by default the failure. */
  missing?: ComponentProps<typeof LoadFailure>['missing']
  skeleton: ReactNode
  children: (record: T) => ReactNode
}

/** A screen of one record: its page, why it can't be shown, or its skeleton. */
export function RecordScreen<T>({
  read: { data, error, refetch },
  loadFailed,
  missing,
  skeleton,
  children,
}: RecordScreenProps<T>): ReactNode {
  const screen = useRef<HTMLDivElement>(null)
  const takeFocus = useCallback(() => screen.current?.focus({ preventScroll: true }), [])
  // Buttons such as Retry disappear once they have done their work.
  const onFocus = useFocusFallback(data, takeFocus)
  return (
    // The handler only records which element has the focus.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div ref={screen} tabIndex={-1} className={classes.screen} onFocus={onFocus}>
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <LoadFailure
          title={loadFailed}
          error={error}
          {...(missing && { missing })}
          onRetry={() => void refetch()}
        />
      ) : (
        skeleton
      )}
    </div>
  )
}

interface RecordPageProps {
  /** What the record is, its state and its actions, which have the class of `recordActions`. */
  head: ReactNode
  /** Below the head, above facts and side. */
  notice?: ReactNode
  /** Parts. */
  facts: ReactNode
  /** Beside the facts: what happened. */
  side: ReactNode
  /** Whether the side is narrow, and each part's title beside its facts. */
  isSideNarrow?: boolean
}

export const recordActions = classes.actions

/** The page of a record: facts by parts, and beside them what happened. */
export function RecordPage({ head, notice, facts, side, isSideNarrow = false }: RecordPageProps): ReactNode {
  return (
    <div className={classes.page} data-narrow={isSideNarrow || undefined}>
      <div className={classes.head}>{head}</div>
      {notice}
      <div className={classes.facts}>{facts}</div>
      <div className={classes.side}>{side}</div>
    </div>
  )
}

/** A part of the facts, with its title. */
export function RecordPart({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const id = useId()
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h2 id={id} className="gr-heading gr-bold">
        {title}
      </h2>
      <div className="gr-shrink">{children}</div>
    </section>
  )
}

interface CopiedFactProps {
  /** Name of the fact, for the message. */
  name: string
  value: string
  shown?: string
  label?: string
  isCode?: boolean
}

/** A fact with a button that copies it. */
export function CopiedFact({
  name,
  value,
  shown = value,
  label = `Copy ${name}`,
  isCode = false,
}: CopiedFactProps): ReactNode {
  return (
    <span className={classes.copied}>
      <span className={isCode ? 'gr-mono gr-fine gr-break' : 'gr-break'}>{shown}</span>
      <CopyValue value={value} label={label} copied={`${name} copied`} className={classes.copy} />
    </span>
  )
}

/** @param at ISO 8601 */
export function Moment({ at }: { at: string }): ReactNode {
  return (
    <time dateTime={at} className="gr-nowrap">
      {formatTime(at)}
    </time>
  )
}

interface RecordPageSkeletonProps {
  label: string
  /** Widths and heights in the head, in pixels. */
  head: readonly [width: number, height: number][]
  /** Number of lines of each part. */
  parts: readonly number[]
  isSideNarrow?: boolean
}

export function RecordPageSkeleton({ label, head, parts, ...page }: RecordPageSkeletonProps): ReactNode {
  return (
    <Loading label={label}>
      <RecordPage
        {...page}
        head={head.map(([width, height]) => <Skeleton key={width} width={`${width}px`} height={height} />)}
        facts={parts.map((lines, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
          <div key={place} className={classes.part}>
            <Skeleton width="88px" height={16} />
            <div className={classes.lines}>
              {Array.from({ length: lines }, (_, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
                <Skeleton key={line} width={`${70 - ((line * 17) % 40)}%`} height={14} />
              ))}
            </div>
          </div>
        ))}
        side={<Skeleton height={88} />}
      />
    </Loading>
  )
}
