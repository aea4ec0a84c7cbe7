import type { ReportType } from '@greenroom/contract/moderation/moderation.schema'
import { IconRefresh, IconShieldCheck } from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { failureHelp } from '../../lib/api/api-error.ts'
import { preloadDialog } from '../../ui/dialog.tsx'
import { LightButton } from '../../ui/light-button.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import { KeepInPlace, topBar } from './keep-in-place.tsx'
import { queueWords } from './moderation-messages.ts'
import { queueCommand, takesKeys } from './queue-keys.ts'
import type { QueueKind } from './queue-kind.ts'
import { RemoveQuestion } from './remove-question.tsx'
import { ReportCard } from './report-card.tsx'
import { ReportPanel } from './report-panel.tsx'
import classes from './report-queue.module.css'
import { writeTypes } from './report-types.ts'
import { SkeletonReports } from './skeleton-reports.tsx'
import { bringIntoView, useQueueFocus } from './use-queue-focus.ts'
import { type QueueAction, useReportQueue } from './use-report-queue.ts'

interface ReportQueueProps<Item extends { reports?: Partial<Record<string, number>> | undefined }> {
  kind: QueueKind<Item>
  types: readonly ReportType[]
  onTypes: (types: ReportType[]) => void
  /** Draws what is reported. */
  content: (item: Item) => ReactNode
  /** Shows the post that an item belongs to. */
  onShowPost?: (item: Item) => void
}

/** A queue of reported items beside the panel of its types. It can be cleared by keyboard alone. */
export function ReportQueue<Item extends { reports?: Partial<Record<string, number>> | undefined }>({
  kind,
  types,
  onTypes,
  content,
  onShowPost,
}: ReportQueueProps<Item>) {
  const { idOf, nameOf, words } = kind
  const queue = useReportQueue(kind, types)
  const { rows, hasMore, isSettled } = queue
  const panel = useRef<HTMLDivElement>(null)
  const ids = useMemo(() => rows?.map(idOf), [rows, idOf])
  const { focusPlace, focusPlaceAfterQuestion, holdHeight, placeOf } = useQueueFocus(
    panel,
    writeTypes(types) ?? '',
    ids,
    isSettled,
  )

  // After the question is closed it keeps its words, so that it can fade out.
  const [question, setQuestion] = useState<{ item: Item; isOpen: boolean }>()
  const ask = (item: Item) => setQuestion({ item, isOpen: true })
  const closeQuestion = useCallback(() => setQuestion((now) => now && { ...now, isOpen: false }), [])

  // Not before the rows are shown, which it would delay.
  const hasRows = rows !== undefined
  useEffect(() => {
    if (hasRows) fetchDialogAhead()
  }, [hasRows])

  const act = (item: Item, action: QueueAction) => {
    const place = rows?.findIndex((one) => idOf(one) === idOf(item)) ?? -1
    if (place === -1) return
    holdHeight()
    void queue.act(item, action)
    if (action === 'remove') focusPlaceAfterQuestion(place)
    else focusPlace(place)
  }

  const loadMore = async () => {
    const place = rows?.length ?? 0
    await queue.loadMore()
    focusPlace(place)
  }

  const onKey = (event: KeyboardEvent) => {
    const command = queueCommand(event)
    const target = event.target instanceof Element ? event.target : null
    if (command === undefined || rows === undefined || takesKeys(target)) return
    const place = placeOf(target)
    const item = place === undefined ? undefined : rows[place]
    if (place === undefined || item === undefined) return
    const card = target?.closest<HTMLElement>('[data-report]')
    if (event.key.startsWith('Arrow')) {
      // Arrows belong to a player that has the focus, and they scroll a card that is higher than the window.
      if (target !== card || (card && scrollsInside(card, command === 'next'))) return
    }
    event.preventDefault()
    if (command === 'ignore') act(item, 'ignore')
    if (command === 'remove') ask(item)
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
  // The browser's own event, because React's would also bring the keys of a dialog that a card has opened.
  useEffect(() => {
    const list = panel.current
    const listen = (event: KeyboardEvent) => onKeyNow.current(event)
    list?.addEventListener('keydown', listen)
    return () => list?.removeEventListener('keydown', listen)
  }, [])

  const asked = question && kind.question(question.item)
  return (
    <div className={classes.screen}>
      <ReportPanel types={types} onTypes={onTypes} showsPost={onShowPost !== undefined} />
      <div ref={panel} tabIndex={-1} className={classes.queue}>
        <KeepInPlace list={panel}>
          {rows === undefined || (rows.length === 0 && !isSettled) ? (
            rows !== undefined || queue.isPending ? (
              <SkeletonReports label={words.loading} />
            ) : (
              <StatePanel
                kind="error"
                title={words.loadFailed}
                help={failureHelp(queue.error)}
                action={
                  <LightButton
                    icon={<IconRefresh size={16} stroke={1.5} aria-hidden="true" />}
                    onClick={() => {
                      focusPlace(0)
                      queue.retry()
                    }}
                  >
                    {queueWords.retry}
                  </LightButton>
                }
              />
            )
          ) : rows.length === 0 && !hasMore ? (
            <StatePanel
              kind={types.length > 0 ? 'no-match' : 'empty'}
              icon={
                types.length > 0 ? undefined : <IconShieldCheck size={20} stroke={1.5} aria-hidden="true" />
              }
              title={words.empty}
              help={types.length > 0 ? queueWords.noMatchHelp(types) : queueWords.emptyHelp}
              action={
                types.length > 0 && (
                  <LightButton
                    onClick={() => {
                      focusPlace(0, writeTypes([]) ?? '')
                      onTypes([])
                    }}
                  >
                    {queueWords.clearFilters}
                  </LightButton>
                )
              }
            />
          ) : (
            <>
              <ul className={classes.list} aria-label={words.listLabel}>
                {rows.map((item) => (
                  <ReportCard
                    key={idOf(item)}
                    id={idOf(item)}
                    name={nameOf(item)}
                    reports={item.reports ?? {}}
                    onIgnore={() => act(item, 'ignore')}
                    onRemove={() => ask(item)}
                    onRemoveIntent={fetchDialogAhead}
                  >
                    {content(item)}
                  </ReportCard>
                ))}
              </ul>
              {queue.error && !hasMore && (
                <p role="alert" className={classes.stale}>
                  {queueWords.stale(failureHelp(queue.error))}
                </p>
              )}
              {hasMore && (
                <LoadMore
                  busy={queue.isLoadingMore}
                  failure={
                    queue.moreError !== undefined
                      ? queueWords.moreFailed(failureHelp(queue.moreError))
                      : queue.error && queueWords.stale(failureHelp(queue.error))
                  }
                  onLoadMore={() => void loadMore()}
                />
              )}
            </>
          )}
        </KeepInPlace>
      </div>
      {question && asked && (
        <RemoveQuestion
          opened={question.isOpen}
          title={asked.title}
          effect={asked.effect}
          onConfirm={() => act(question.item, 'remove')}
          onClose={closeQuestion}
        />
      )}
    </div>
  )
}

/** Whether an arrow would still show more of the card. */
function scrollsInside(card: HTMLElement, down: boolean): boolean {
  const { top, bottom } = card.getBoundingClientRect()
  return down ? bottom > window.innerHeight : top < topBar
}

function fetchDialogAhead() {
  // One that fails now is asked for again when the dialog is opened.
  preloadDialog().catch(() => undefined)
}
