import { type Icon, IconPlus } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, type RefCallback, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { failureHelp } from '../../../lib/api/api-error.ts'
import type { ListNews } from '../../../lib/live/use-live-rows.ts'
import { CardGrid } from '../../../ui/card-grid.tsx'
import button from '../../../ui/light-button.module.css'
import { LightButton } from '../../../ui/light-button.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { SkeletonCards } from '../../../ui/skeleton-cards.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { useFocusFallback } from '../../../ui/use-focus-fallback.ts'
import { LiveNews } from '../live-list/live-news.tsx'
import { LoadFailure } from './load-failure.tsx'
import classes from './record-list.module.css'
import { useShownRecord } from './shown-record.ts'

/** Input of a list, as returned by usePagedRows and useNumberedRows. */
export interface ListState<T> {
  /** Undefined until the first page is loaded, or if that failed. */
  rows: readonly T[] | undefined
  isPending: boolean
  /** The rows belong to the previous filter. */
  isStale?: boolean
  error: Error | null
  refetch: () => Promise<unknown>
  /** Identifies the query: it changes with the filter but not with Load More. */
  subject: string
  /** Total number of matching rows, if the server counts them. */
  total?: number
  hasMore?: boolean
  isLoadingMore?: boolean
  hasLoadMoreFailed?: boolean
  /** What others changed, while the rows stay in their place. */
  news?: ListNews | undefined
  /** Resolves to whether there is more. */
  loadMore?: () => Promise<boolean>
}

interface ListMessages {
  /** The accessible name of the cards. */
  cardsLabel?: string
  loading: string
  loadFailed: string
  empty: string
  emptyHelp?: ReactNode
  /** Shown below rows that could not be refreshed. By default nothing is shown. */
  stale?: (help: string) => string
}

export interface ListPanel {
  attach: RefCallback<HTMLDivElement>
  ref: RefObject<HTMLDivElement | null>
  /** Focuses the list, now or once it is rendered. Call it when the focused element is removed. */
  focus: () => void
}

interface RecordListProps<T> {
  list: ListState<T>
  messages: ListMessages
  /** The section's icon, for an empty list. */
  icon: Icon
  panel: ListPanel
  /** The Create link of an empty list, or a button with its label. */
  create?: LinkProps['to'] | { label: string; onClick: () => void } | undefined
  /** Replaces the Create link of an empty list. */
  emptyAction?: ReactNode
  /** Set while a filter is active: help text, clear button and a wider search of a list without a match. */
  filter?:
    | {
        help: string
        clear: string
        onClear: () => void
        wider?: { label: string; onSearch: () => void } | undefined
      }
    | undefined
  /** Shown while the first page loads. Defaults to cards with a picture. */
  skeleton?: ReactNode
  /** Renders one record as a RecordCard with its key. */
  card?: (row: T) => ReactNode
  /** Replaces card: renders all rows, as a table or in lines. */
  children?: (rows: readonly T[]) => ReactNode
  /** Shown below the rows, for example a Pager. */
  foot?: ReactNode
  className?: string | undefined
}

/** @returns the panel of a RecordList; its focus() focuses the list */
export function useListPanel(): ListPanel {
  const ref = useRef<HTMLDivElement>(null)
  const isAwaited = useRef(false)
  return useMemo(() => {
    const focus = () => {
      isAwaited.current = ref.current === null
      ref.current?.focus({ preventScroll: true })
    }
    const attach = (element: HTMLDivElement | null) => {
      ref.current = element
      if (element && isAwaited.current) focus()
    }
    return { attach, ref, focus }
  }, [])
}

/**
 * A list of records: skeleton, rows, empty and no-match state, load error with Retry, Load More. New results and more rows
 * are announced to screen readers, and when the row with the focus disappears, the list takes the focus.
 */
export function RecordList<T>(props: RecordListProps<T>) {
  const { list, panel, className = '' } = props
  const { announcement, expectMore } = useAnnouncement(list)
  const onFocus = useFocusFallback(list.rows, panel.focus)
  useShownRecord(panel.ref, list)

  return (
    // The handler only records which element has the focus.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div ref={panel.attach} tabIndex={-1} className={`${classes.panel} ${className}`} onFocus={onFocus}>
      <p aria-live="polite" className="gr-unseen">
        {announcement}
      </p>
      <LiveNews news={list.news} list={panel.ref} onShown={panel.focus} />
      <Content {...props} expectMore={expectMore} />
    </div>
  )
}

function Content<T>({
  list,
  messages,
  icon,
  panel,
  create,
  emptyAction,
  filter,
  skeleton,
  card,
  children,
  foot,
  expectMore,
}: RecordListProps<T> & { expectMore: () => void }) {
  const { rows, hasMore = false, loadMore } = list
  if (rows === undefined) {
    if (list.isPending) return skeleton ?? <SkeletonCards label={messages.loading} />
    return <LoadFailure title={messages.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
  }
  /** Marks what belongs to the previous filter, also that it found nothing. */
  const found = (content: ReactNode) => (
    <div className={classes.rows} aria-busy={list.isStale || undefined}>
      {content}
    </div>
  )
  if ((list.total ?? rows.length) === 0 && !hasMore) {
    const change = (filterList: () => void) => () => {
      panel.focus()
      filterList()
    }
    const state = filter
      ? {
          kind: 'no-match' as const,
          help: filter.help,
          action: (
            <div className="gr-wrap">
              {filter.wider && (
                <LightButton onClick={change(filter.wider.onSearch)}>{filter.wider.label}</LightButton>
              )}
              <LightButton onClick={change(filter.onClear)}>{filter.clear}</LightButton>
            </div>
          ),
        }
      : {
          kind: 'empty' as const,
          icon,
          help: messages.emptyHelp,
          action: emptyAction ?? (create !== undefined && <Create {...{ create }} />),
        }
    return found(<StatePanel title={messages.empty} {...state} />)
  }
  const failure = list.hasLoadMoreFailed
    ? `More could not be loaded. ${failureHelp(list.error)}`
    : list.error && messages.stale?.(failureHelp(list.error))
  const showMore =
    hasMore && loadMore
      ? async () => {
          expectMore()
          // The button disappears with the last page, and the focus with it.
          if (!(await loadMore())) panel.focus()
        }
      : undefined
  return (
    <>
      {found(
        card
          ? rows.length > 0 && <CardGrid label={messages.cardsLabel}>{rows.map(card)}</CardGrid>
          : children?.(rows),
      )}
      {(showMore || failure) && (
        <LoadMore busy={list.isLoadingMore ?? false} failure={failure} onLoadMore={showMore} />
      )}
      {foot}
    </>
  )
}

function Create({ create }: { create: NonNullable<RecordListProps<unknown>['create']> }) {
  const icon = <IconPlus size={16} stroke={2} aria-hidden="true" />
  return typeof create === 'string' ? (
    <Link to={create} className={button.button} data-primary>
      {icon}
      Create
    </Link>
  ) : (
    <LightButton primary icon={icon} onClick={create.onClick}>
      {create.label}
    </LightButton>
  )
}

/** @returns the text of the live region, and expectMore, to call before more rows are loaded */
function useAnnouncement({ rows, subject, isStale, total, hasMore }: ListState<unknown>) {
  const [announcement, setAnnouncement] = useState('')
  const last = useRef<{ subject: string; count: number }>(undefined)
  const expectsMore = useRef(false)
  const count = rows?.length

  useEffect(() => {
    if (count === undefined || isStale) return
    const before = last.current
    last.current = { subject, count }
    const hasGrown = expectsMore.current && count > (before?.count ?? count)
    // The first load has its own status.
    if (before === undefined || (before.subject === subject && !hasGrown)) return
    expectsMore.current = false
    const text = announcementOf(count, total, hasMore)
    // A live region only announces a text that changes.
    setAnnouncement((previous) => (previous === text ? `${text}\u00a0` : text))
  }, [count, subject, isStale, total, hasMore])

  return {
    announcement,
    expectMore: () => {
      expectsMore.current = true
    },
  }
}

function announcementOf(count: number, total: number | undefined, hasMore = false): string {
  if (count === 0) return 'No results'
  const results = count === 1 && (total ?? 1) === 1 ? 'result' : 'results'
  if (total !== undefined) return `Showing ${count} of ${total} ${results}`
  return `Showing ${hasMore ? 'the first ' : ''}${count} ${results}`
}
