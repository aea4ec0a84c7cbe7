import type { DataOf } from '@greenroom/contract/endpoint'
import { type LeadStatus, leadStatuses } from '@greenroom/contract/lead-status'
import { largestPage } from '@greenroom/contract/list'
import {
  boardColumnSize,
  getLeadBoard,
  type updateLead,
} from '@greenroom/contract/people/advisory/advisory.endpoints'
import type { Lead } from '@greenroom/contract/people/advisory/advisory.schema'
import { actionOf } from '@greenroom/contract/people/advisory/lead-pipeline.rules'
import { Link } from '@tanstack/react-router'
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { failureHelp } from '../../../lib/api/api-error.ts'
import { useRead } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { businessTimeZone, formatTime } from '../../../lib/dates.ts'
import { useLiveRows } from '../../../lib/live/use-live-rows.ts'
import { useMinute } from '../../../lib/minute.ts'
import { paths } from '../../../lib/paths.ts'
import { personName } from '../../../lib/person-name.ts'
import { LiveNews } from '../../../shared/record/live-list/live-news.tsx'
import { LoadFailure } from '../../../shared/record/record-list/load-failure.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'
import { leadMessages, boardMessages as messages } from './advisory-messages.ts'
import {
  type BoardColumn,
  boardColumns,
  cardBeside,
  heldColumns,
  placeOf,
  type SentColumn,
} from './board-columns.ts'
import { useBoardFolds } from './board-folds.ts'
import { formatCallTime } from './call-time.ts'
import classes from './lead-board.module.css'
import { type LeadSearch, whoQuery } from './lead-search.ts'
import { leadGlyphs, leadStatusLabel } from './lead-status.ts'
import { LeadStatusSelect } from './lead-status-select.tsx'
import { timeInStatus } from './lead-time.ts'

interface LeadBoardProps {
  search: LeadSearch
  /** The status to show, including one that is still being saved. */
  statusOf: (lead: Lead) => LeadStatus
  /** Resolves to whether it is saved. */
  onStatus: (lead: Lead, status: LeadStatus) => Promise<boolean>
  onOpen: (lead: Lead) => void
  onIntent: () => void
}

/**
 * The leads in a column for each status. A card moves by drag, by its list of statuses, or by Alt with an arrow key
 * (OQ-503).
 */
export function LeadBoard({ search, statusOf, onStatus, onOpen, onIntent }: LeadBoardProps): ReactNode {
  const now = useMinute()
  const mayMove = useMay<typeof updateLead>('advisory.write')
  const board = useRef<HTMLDivElement>(null)
  const [sizes, setSizes] = useState<Partial<Record<LeadStatus, number>>>({})
  /** The column that was asked for more last. */
  const [asked, setAsked] = useState<LeadStatus>()
  const [announcement, setAnnouncement] = useState('')
  const [dragged, setDragged] = useState<Lead>()
  const [over, setOver] = useState<LeadStatus>()
  const folds = useBoardFolds()
  const moved = useRef<string>(undefined)
  const filter = whoQuery(search)

  const more = leadStatuses.flatMap((status) => (sizes[status] ? [`${status}:${sizes[status]}`] : []))
  // While more cards or those of another filter load, the previous ones stay.
  const read = useRead(getLeadBoard, { query: { ...filter, ...(more.length > 0 && { more }) } })
  // When more cards of a column can't be loaded, they stay as well. Those of another filter would mislead.
  const kept = useRef<{ filter: string; columns: DataOf<typeof getLeadBoard>['columns'] }>(undefined)
  const filterText = JSON.stringify(filter)
  if (read.data) {
    const isOfBefore = read.isPlaceholderData && kept.current
    kept.current = { filter: isOfBefore ? isOfBefore.filter : filterText, columns: read.data.columns }
  }
  const failure = read.data ? null : read.error
  const isLoaded = kept.current !== undefined && (!failure || kept.current.filter === filterText)
  const sent: Partial<Record<LeadStatus, SentColumn>> = Object.fromEntries(
    (kept.current?.columns ?? []).map((column) => [column.status, column]),
  )
  const cards = useRef<readonly Lead[]>([])
  const sentCards = leadStatuses.flatMap((status) => sent[status]?.bookings ?? [])
  const isSame =
    sentCards.length === cards.current.length &&
    sentCards.every((lead, place) => lead === cards.current[place])
  // Other cards than before are another array, the same ones are not.
  if (!isSame) cards.current = sentCards
  const { rows: shown, news } = useLiveRows({
    list: getLeadBoard.name,
    rows: isLoaded ? cards.current : undefined,
    idOf: placeOf,
    subject: JSON.stringify([filter, sizes]),
    pageSize: Number.POSITIVE_INFINITY,
    refetch: read.refetch,
    isReading: read.isFetching,
  })
  const isHeld = news !== undefined && shown !== undefined
  // While others' changes wait, the cards stay where they are, and so do the numbers over them.
  const steady = useRef(sent)
  if (!isHeld) steady.current = { ...sent }
  const columns = boardColumns(isHeld ? heldColumns(steady.current, shown) : sent, statusOf)

  // A moved card is another element in its new column: the focus follows it.
  useEffect(() => {
    if (moved.current === undefined || document.activeElement !== document.body) return
    focusCard(board.current, moved.current)
  })

  /** Moves a card without a drag: the focus goes along, so its column must be open. */
  const moveAndShow = (lead: Lead, status: LeadStatus) => {
    if (folds.canFold(status)) folds.unfold(status)
    return move(lead, status)
  }
  const move = async (lead: Lead, status: LeadStatus) => {
    if (status === statusOf(lead)) return
    moved.current = lead._id
    setAnnouncement('')
    if (await onStatus(lead, status)) {
      setAnnouncement(messages.moved(lead.reference_record_id, leadStatusLabel(status)))
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as Element
    const id = target.closest('[data-open]')?.closest<HTMLElement>('[data-card]')?.dataset.card
    if (id === undefined || !event.key.startsWith('Arrow')) return
    // Alt with an arrow key is Back and Forward elsewhere.
    event.preventDefault()
    if (event.altKey) {
      const lead = cards.current.find((one) => one._id === id)
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      const status = lead && step && leadStatuses[leadStatuses.indexOf(statusOf(lead)) + step]
      if (mayMove && status) void moveAndShow(lead, status)
      return
    }
    const open = columns.filter((column) => !folds.isFolded(column.status))
    const next = cardBeside(open, id, event.key)
    if (next !== undefined) focusCard(board.current, next)
  }
  const dropOn = (status: LeadStatus) => ({
    onDragOver: (event: DragEvent) => {
      if (!dragged) return
      event.preventDefault()
      setOver(status)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(undefined)
      if (dragged) void move(dragged, status)
      setDragged(undefined)
    },
  })

  if (!isLoaded && failure) {
    return <LoadFailure title={messages.loadFailed} error={failure} onRetry={() => void read.refetch()} />
  }
  if (!isLoaded) return <BoardSkeleton />
  return (
    <>
      {mayMove && <p className={classes.help}>{messages.help}</p>}
      <LiveNews
        news={news?.text ? { ...news, text: messages.changed(Math.max(news.waiting, news.left.size)) } : news}
        list={board}
        onShown={() => board.current?.focus({ preventScroll: true })}
      />
      {/* It scrolls sideways, also by keyboard when no column has a card. */}
      <section
        ref={board}
        className={classes.board}
        aria-label={messages.label}
        // Marks the cards of another filter.
        aria-busy={kept.current?.filter !== filterText || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        onKeyDown={onKeyDown}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(undefined)
        }}
      >
        {columns.map((column) => (
          <Column
            key={column.status}
            column={column}
            search={search}
            isFolded={folds.isFolded(column.status)}
            onFold={
              folds.canFold(column.status)
                ? (isFolded) => (isFolded ? folds.fold(column.status) : folds.unfold(column.status))
                : undefined
            }
            isOver={over === column.status && dragged !== undefined && statusOf(dragged) !== column.status}
            shown={sizes[column.status] ?? boardColumnSize}
            isLoading={asked === column.status && read.isPlaceholderData}
            error={asked === column.status ? failure : null}
            onRetry={() => void read.refetch()}
            onMore={() => {
              setAsked(column.status)
              setSizes((before) => ({
                ...before,
                [column.status]: Math.min(
                  largestPage,
                  (before[column.status] ?? boardColumnSize) + boardColumnSize,
                ),
              }))
            }}
            drop={dropOn(column.status)}
          >
            {column.leads.map((lead) => (
              <Card
                key={lead._id}
                lead={lead}
                status={column.status}
                now={now}
                isDraggable={mayMove}
                isDragged={dragged?._id === lead._id}
                onDrag={setDragged}
                onOpen={() => onOpen(lead)}
                onIntent={onIntent}
                onStatus={(status) => void moveAndShow(lead, status)}
              />
            ))}
          </Column>
        ))}
        <span className={classes.fade} aria-hidden="true" />
      </section>
      <div role="status" className="gr-unseen">
        {announcement}
      </div>
    </>
  )
}

function Column({
  column: { status, leads, count },
  search,
  isFolded,
  onFold,
  isOver,
  shown,
  isLoading,
  error,
  onRetry,
  onMore,
  drop,
  children,
}: {
  column: BoardColumn
  search: LeadSearch
  /** Only its heading shows. Cards can be dropped on it. */
  isFolded: boolean
  /** Absent for a column that is always open. */
  onFold: ((isFolded: boolean) => void) | undefined
  isOver: boolean
  shown: number
  isLoading: boolean
  /** Why more cards could not be loaded. */
  error: Error | null
  onRetry: () => void
  onMore: () => void
  drop: { onDragOver: (event: DragEvent) => void; onDrop: (event: DragEvent) => void }
  children: ReactNode
}) {
  const heading = `board-${status}`
  const title = (
    <>
      <StatusGlyph {...leadGlyphs[status]} />
      {leadStatusLabel(status)}
      <span className={classes.count}>
        {count}
        <span className="gr-unseen"> {count === 1 ? 'lead' : 'leads'}</span>
      </span>
    </>
  )
  return (
    <section
      className={classes.column}
      aria-labelledby={heading}
      data-over={isOver || undefined}
      data-folded={isFolded || undefined}
      {...drop}
    >
      <h2 id={heading}>
        {onFold ? (
          <button
            type="button"
            className={classes.head}
            aria-expanded={!isFolded}
            title={isFolded ? messages.unfold : messages.fold}
            onClick={() => onFold(!isFolded)}
          >
            {title}
          </button>
        ) : (
          <span className={classes.head}>{title}</span>
        )}
      </h2>
      {isFolded ? null : leads.length === 0 ? (
        <p className={classes.empty}>{messages.empty}</p>
      ) : (
        <ul className={classes.cards}>{children}</ul>
      )}
      {!isFolded &&
        count > leads.length &&
        (shown < largestPage || isLoading || error ? (
          <LoadMore
            busy={isLoading}
            failure={error && `${messages.loadFailed} ${failureHelp(error)}`}
            onLoadMore={error ? onRetry : onMore}
          />
        ) : (
          <Link
            to={paths.advisoryLeads}
            search={{ ...search, view: undefined, status } as never}
            className={classes.all}
          >
            {messages.inTable}
          </Link>
        ))}
    </section>
  )
}

function Card({
  lead,
  status,
  now,
  isDraggable,
  isDragged,
  onDrag,
  onOpen,
  onIntent,
  onStatus,
}: {
  lead: Lead
  status: LeadStatus
  now: number
  isDraggable: boolean
  isDragged: boolean
  onDrag: (lead: Lead | undefined) => void
  onOpen: () => void
  onIntent: () => void
  onStatus: (status: LeadStatus) => void
}) {
  const user = personName(lead.user)
  const isSaved = status === lead.status
  const action = isSaved ? actionOf(lead, new Date(now), businessTimeZone()) : undefined
  return (
    <li
      className={classes.card}
      data-card={lead._id}
      data-record={placeOf(lead)}
      data-dragged={isDragged || undefined}
      data-saving={!isSaved || undefined}
      draggable={isDraggable}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', lead.reference_record_id)
        event.dataTransfer.effectAllowed = 'move'
        onDrag(lead)
      }}
      onDragEnd={() => onDrag(undefined)}
      onPointerEnter={onIntent}
    >
      <div className={classes.top}>
        <button
          type="button"
          data-open
          aria-haspopup="dialog"
          aria-label={messages.card(user, lead.reference_record_id)}
          title={user}
          className={classes.name}
          onClick={onOpen}
          onFocus={onIntent}
        >
          {user}
        </button>
        {isDraggable && (
          <LeadStatusSelect
            reference={lead.reference_record_id}
            value={status}
            text={messages.move}
            onChange={onStatus}
          />
        )}
      </div>
      <p className={classes.line} title={lead.service.service_name}>
        {lead.service.service_name}
      </p>
      <p className={classes.call}>
        <span className="gr-ellipsis">
          {lead.advisor ? personName(lead.advisor) : leadMessages.noAdvisor}
        </span>
        <time dateTime={lead.start_time} title={formatTime(lead.start_time)}>
          {` · ${formatCallTime(lead.start_time, new Date(now))}`}
        </time>
      </p>
      <p className={classes.foot}>
        <span title={leadMessages.sinceWhen(formatTime(lead.status_since))}>
          {isSaved ? leadMessages.since(timeInStatus(lead.status_since, now)) : '\u00a0'}
        </span>
        {action && <span className={classes.action}>{leadMessages.actions[action]}</span>}
      </p>
    </li>
  )
}

/** The skeleton of the board. */
function BoardSkeleton() {
  return (
    <Loading label={messages.loading}>
      <div className={classes.board}>
        {leadStatuses.slice(0, 6).map((status) => (
          <div key={status} className={classes.column}>
            <Skeleton width="70%" />
            {['a', 'b', 'c'].map((card) => (
              <div key={card} className={classes.card}>
                <Skeleton width="60%" />
                <Skeleton width="90%" />
                <Skeleton width="80%" />
                <Skeleton width="40%" />
              </div>
            ))}
          </div>
        ))}
      </div>
    </Loading>
  )
}

function focusCard(board: HTMLElement | null, id: string): void {
  board?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"] [data-open]`)?.focus()
}
