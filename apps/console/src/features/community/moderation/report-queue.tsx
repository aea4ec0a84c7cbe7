import type { removeReported } from '@greenroom/contract/community/moderation/moderation.endpoints'
import type { ReportType } from '@greenroom/contract/community/moderation/moderation.schema'
import { IconShieldCheck } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useMay } from '../../../lib/api/permissions.ts'
import { countText } from '../../../lib/count-text.ts'
import { areLettersOn } from '../../../lib/letter-keys.ts'
import { type ListState, RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { takesKeys } from '../../../ui/keys.ts'
import { KeepInPlace, topBar } from './keep-in-place.tsx'
import { queueMessages } from './moderation-messages.ts'
import { queueCommand } from './queue-keys.ts'
import type { QueueKind } from './queue-kind.ts'
import { QueuePlace } from './queue-place.tsx'
import { RemoveQuestion } from './remove-question.tsx'
import { ReportCard } from './report-card.tsx'
import { ReportPanel } from './report-panel.tsx'
import classes from './report-queue.module.css'
import { ReportQueueSkeleton } from './report-queue-skeleton.tsx'
import { readTypes, writeTypes } from './report-types.ts'
import { bringIntoView, useQueueFocus } from './use-queue-focus.ts'
import { type QueueAction, useReportQueue } from './use-report-queue.ts'

/** How long after the rows the question is fetched. */
const prefetchMs = 300
/** How long rendering the cards may take on a busy machine. */
const renderTimeoutMs = 2_000

interface ReportQueueProps<Item extends { reports?: Partial<Record<string, number>> | undefined }> {
  kind: QueueKind<Item>
  /** Renders the reported item. */
  content: (item: Item) => ReactNode
  /** Shows the post of an item. */
  onShowPost?: (item: Item) => void
}

/** A queue of reported items beside the panel of report types. It works entirely by keyboard. */
export function ReportQueue<Item extends { reports?: Partial<Record<string, number>> | undefined }>({
  kind,
  content,
  onShowPost,
}: ReportQueueProps<Item>) {
  const { idOf, nameOf, messages } = kind
  const types = readTypes(useSearch({ strict: false }).types)
  const { go } = useListSearch<{ types?: string | undefined }>()
  const onTypes = (ticked: readonly ReportType[]) => go({ types: writeTypes(ticked) }, { replace: true })
  const queue = useReportQueue(kind, types, focusReport)
  const mayAct = useMay<typeof removeReported>('moderation.write')
  const { rows, hasMore, isSettled } = queue
  const listPanel = useListPanel()
  const panel = listPanel.ref
  const ids = useMemo(() => rows?.map(idOf), [rows, idOf])
  const { focusPlace, focusPlaceAfterQuestion, holdHeight, placeOf } = useQueueFocus(
    panel,
    writeTypes(types) ?? '',
    ids,
    isSettled,
  )

  const [removing, setRemoving] = useState<Item>()
  // As the list has it now: its reports and comments may change while the question is open.
  const { last: removed } = useLastOpened(
    removing && (rows?.find((one) => idOf(one) === idOf(removing)) ?? removing),
  )
  const ask = (item: Item) => setRemoving(() => item)
  const closeQuestion = useCallback(() => setRemoving(undefined), [])

  // Once the rows and their pictures are on the screen, which it would delay.
  const hasRows = rows !== undefined
  useEffect(() => {
    if (!hasRows || !mayAct) return
    const timer = window.setTimeout(prefetchDialogs, prefetchMs)
    return () => window.clearTimeout(timer)
  }, [hasRows, mayAct])

  const act = (item: Item, action: QueueAction) => {
    const place = rows?.findIndex((one) => idOf(one) === idOf(item)) ?? -1
    if (place === -1) return
    // A colleague was faster.
    if (queue.news?.left.has(idOf(item))) {
      focusPlace(place + 1)
      return
    }
    holdHeight()
    void queue.act(item, action)
    if (action === 'remove') focusPlaceAfterQuestion(place)
    else focusPlace(place)
  }

  const loadMore = async () => {
    const place = rows?.length ?? 0
    await queue.loadMore()
    // Focus the first new card.
    focusPlace(place)
    return true
  }
  // While more cards may arrive, an empty queue is loading.
  const isFilling = rows?.length === 0 && !isSettled
  const list: ListState<Item> = {
    rows: isFilling ? undefined : rows,
    isPending: isFilling || queue.isPending,
    error: queue.error,
    refetch: async () => {
      focusPlace(0)
      queue.retry()
    },
    news: queue.news,
    subject: writeTypes(types) ?? '',
    hasMore,
    isLoadingMore: queue.isLoadingMore,
    hasLoadMoreFailed: queue.moreError !== undefined,
    loadMore,
  }

  const onKey = (event: KeyboardEvent) => {
    const command = queueCommand(event, areLettersOn())
    if (!mayAct && (command === 'ignore' || command === 'remove')) return
    const target = event.target instanceof Element ? event.target : null
    if (command === undefined || rows === undefined || takesKeys(target)) return
    const place = placeOf(target)
    const item = place === undefined ? undefined : rows[place]
    if (place === undefined || item === undefined) return
    const card = target?.closest<HTMLElement>('[data-report]')
    if (event.key.startsWith('Arrow')) {
      // Leave the arrow keys to a focused player, and to scrolling a card that is taller than the window.
      if (target !== card || (card && scrollsInside(card, command === 'next'))) return
    }
    event.preventDefault()
    if (command === 'ignore') act(item, 'ignore')
    if (command === 'remove' && kind.isThere(item)) ask(item)
    if (command === 'show-post') onShowPost?.(item)
    if (command === 'previous' && place > 0) focusPlace(place - 1)
    if (command === 'next') {
      if (place + 1 < rows.length) focusPlace(place + 1)
      else if (hasMore && !queue.isLoadingMore && isSettled) void loadMore()
      else if (card) bringIntoView(card)
    }
  }
  const onKeyNow = useRef(onKey)
  useEffect(() => {
    onKeyNow.current = onKey
  })
  // A native event, because a React event would also include keys from a dialog that a card has opened.
  useEffect(() => {
    const element = panel.current
    const listen = (event: KeyboardEvent) => onKeyNow.current(event)
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [panel])

  return (
    <div className={classes.screen}>
      <ReportPanel
        types={types}
        onTypes={onTypes}
        counts={queue.counts?.of_type}
        showsPost={onShowPost !== undefined}
        mayAct={mayAct}
      />
      <p className={classes.waiting}>
        {queue.counts && queueMessages.waiting(countText(queue.counts.waiting))}
      </p>
      <QueuePlace queue={kind.live} panel={panel} />
      <KeepInPlace list={panel}>
        <RecordList
          list={list}
          messages={{ ...messages, emptyHelp: queueMessages.emptyHelp, stale: queueMessages.stale }}
          icon={IconShieldCheck}
          filter={
            types.length === 0
              ? undefined
              : {
                  help: queueMessages.noMatchHelp(types),
                  clear: queueMessages.clearFilters,
                  onClear: () => {
                    focusPlace(0, '')
                    onTypes([])
                  },
                }
          }
          skeleton={<ReportQueueSkeleton label={messages.loading} height={kind.cardHeight} />}
          panel={listPanel}
          className={classes.queue}
        >
          {(items) => (
            <ul className="gr-stack" aria-label={messages.listLabel}>
              {items.map((item) => (
                <ReportCard
                  key={idOf(item)}
                  id={idOf(item)}
                  name={nameOf(item)}
                  reports={item.reports ?? {}}
                  queue={kind.live}
                  isHandled={queue.news?.left.has(idOf(item)) ?? false}
                  mayAct={mayAct}
                  isThere={kind.isThere(item)}
                  onIgnore={() => act(item, 'ignore')}
                  onRemove={() => ask(item)}
                  onRemoveIntent={() => prefetchDialogs()}
                >
                  {content(item)}
                </ReportCard>
              ))}
            </ul>
          )}
        </RecordList>
      </KeepInPlace>
      {removed && (
        <RemoveQuestion
          {...kind.question(removed)}
          facts={kind.facts(removed)}
          opened={removing !== undefined}
          onConfirm={() => act(removed, 'remove')}
          onClose={closeQuestion}
        />
      )}
    </div>
  )
}

/**
 * Focuses the card of an item that Undo brings back. Its list is up to date but may not be rendered yet. If the card is
 * in another list, nothing is focused.
 */
function focusReport(id: string): void {
  const end = performance.now() + renderTimeoutMs
  const look = () => {
    const card = document.querySelector<HTMLElement>(`[data-report="${CSS.escape(id)}"]`)
    if (card) card.focus()
    else if (performance.now() < end) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Returns whether an arrow key would still scroll the card. */
function scrollsInside(card: HTMLElement, down: boolean): boolean {
  const { top, bottom } = card.getBoundingClientRect()
  return down ? bottom > window.innerHeight : top < topBar
}
