import { IconPlus, IconRefresh } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useRef } from 'react'
import { failureHelp } from '../../lib/api/api-error.ts'
import { CardGrid } from '../../ui/card-grid.tsx'
import { LightButton } from '../../ui/light-button.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { SkeletonCards } from '../../ui/skeleton-cards.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import classes from './card-list.module.css'

/** The part of a paged query that a list of cards needs. */
export interface PagedRows<T> {
  /** Undefined until the first page is there, and when it could not be had. */
  rows: readonly T[] | undefined
  isPending: boolean
  error: Error | null
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  refetch: () => Promise<unknown>
  /** Resolves to whether there is still more. */
  fetchNextPage: () => Promise<{ hasNextPage: boolean }>
}

interface CardListProps<T> {
  list: PagedRows<T>
  words: {
    /** What the cards are, for those who listen. */
    cardsLabel: string
    loading: string
    empty: string
    emptyHelp: string
    loadFailed: string
  }
  /** The section's icon, 20 px, for an empty list. */
  icon: ReactNode
  /** Where the Create button of an empty list leads; undefined shows none. */
  create?: LinkProps['to'] | undefined
  /** Instead of the Create link of an empty list. */
  emptyAction?: ReactNode
  /** What stands there while the first page loads; cards with a picture by default. */
  skeleton?: ReactNode
  /** Takes the focus when what had it has gone. */
  panel: RefObject<HTMLDivElement | null>
  /** Draws one record as a CardGridItem with its key. */
  card: (row: T) => ReactNode
}

/** Gives the panel of a CardList, and a function that moves the focus to it. */
export function useListPanel() {
  const panel = useRef<HTMLDivElement>(null)
  return { panel, focusPanel: () => panel.current?.focus({ preventScroll: true }) }
}

/** Records as cards, page by page: as a skeleton while they load, with a sentence when there are none or they failed. */
export function CardList<T>({ panel, ...rest }: CardListProps<T>) {
  return (
    <div ref={panel} tabIndex={-1} className={classes.panel}>
      <Content panel={panel} {...rest} />
    </div>
  )
}

function Content<T>({ list, words, icon, create, emptyAction, skeleton, panel, card }: CardListProps<T>) {
  const focusPanel = () => panel.current?.focus({ preventScroll: true })
  if (list.rows === undefined) {
    return list.isPending ? (
      (skeleton ?? <SkeletonCards label={words.loading} />)
    ) : (
      <StatePanel
        kind="error"
        title={words.loadFailed}
        help={failureHelp(list.error)}
        action={
          <LightButton
            icon={<IconRefresh size={16} stroke={1.5} aria-hidden="true" />}
            onClick={() => {
              focusPanel()
              void list.refetch()
            }}
          >
            Retry
          </LightButton>
        }
      />
    )
  }
  if (list.rows.length === 0 && !list.hasNextPage) {
    return (
      <StatePanel
        kind="empty"
        icon={icon}
        title={words.empty}
        help={words.emptyHelp}
        action={emptyAction ?? (create !== undefined && <CreateLink to={create} />)}
      />
    )
  }
  return (
    <>
      {list.rows.length > 0 && <CardGrid label={words.cardsLabel}>{list.rows.map(card)}</CardGrid>}
      {list.hasNextPage && (
        <LoadMore
          busy={list.isFetchingNextPage}
          failure={list.isFetchNextPageError && `More could not be loaded. ${failureHelp(list.error)}`}
          onLoadMore={async () => {
            // The button goes with the last page, and the focus would go with it.
            if (!(await list.fetchNextPage()).hasNextPage) focusPanel()
          }}
        />
      )}
    </>
  )
}

function CreateLink({ to }: { to: LinkProps['to'] }) {
  return (
    <Link to={to} className={classes.create}>
      <IconPlus size={16} stroke={2} aria-hidden="true" />
      Create
    </Link>
  )
}
