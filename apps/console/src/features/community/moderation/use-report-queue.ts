import { reopenReports, reportPageSize } from '@greenroom/contract/community/moderation/moderation.endpoints'
import {
  moderationMessages,
  type ReportCounts,
  type ReportType,
} from '@greenroom/contract/community/moderation/moderation.schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { callEndpoint } from '../../../lib/api/client.ts'
import { queryKey } from '../../../lib/api/hooks.ts'
import { useLiveRows } from '../../../lib/live/use-live-rows.ts'
import { restoringFrom, undoOf } from '../../../shared/record/undo/undo.ts'
import type { QueueKind } from './queue-kind.ts'
import { fetchFromStart, type Queue, waitingWithout, withoutItem, withPage } from './queue-page.ts'
import { createQueueTally } from './queue-tally.ts'
import { askedTypes, writeTypes } from './report-types.ts'

export type QueueAction = 'ignore' | 'remove'

/**
 * Loads a queue of reported items page by page, and runs the actions on them.
 *
 * An item is removed at once and restored if the server refuses. After an action the item is removed from every loaded
 * list, and the list is refetched up to the loaded length: it fills up and skips nothing (OQ-019). Fetches of a list
 * run one after the other, so that an older response never overwrites a newer one.
 */
export function useReportQueue<Item>(
  kind: QueueKind<Item>,
  types: readonly ReportType[],
  /** An action was taken back, and the list is up to date: its card may be back. */
  onUndone: (id: string) => void,
) {
  const client = useQueryClient()
  const { fetchItems, idOf } = kind
  const name = writeTypes(types) ?? ''
  const allLists = useMemo(() => [...queryKey(kind.list), 'queue'], [kind])
  const key = useMemo(() => [...allLists, name], [allLists, name])

  const query = useQuery<Queue<Item>>({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const loadedPages = () => client.getQueryData<Queue<Item>>(key)?.pages ?? 1
      while (true) {
        const pages = loadedPages()
        let counts: ReportCounts | undefined
        const queue = await fetchFromStart(
          async (stretch) => {
            const withCounts = stretch.offset === 0
            const part = await fetchItems({ ...stretch, withCounts, types: askedTypes(types), signal })
            if (withCounts) counts = part.counts
            return part.items
          },
          pages,
          reportPageSize,
        )
        // Keep a page that was loaded in the meantime.
        if (loadedPages() <= pages) return { ...queue, counts }
      }
    },
  })

  /** Items with a pending action, which are hidden. */
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  /** Number of fetches that are running or queued. */
  const [work, setWork] = useState(0)
  const [more, setMore] = useState<{ name: string; busy: boolean; error?: unknown }>()
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const waitingRefills = useRef(new Set<string>())

  const inTurn = useCallback((task: () => Promise<unknown>) => {
    setWork((count) => count + 1)
    const done = turn.current.then(task).finally(() => setWork((count) => count - 1))
    turn.current = done.catch(() => undefined)
    return done
  }, [])

  const refill = useCallback(() => {
    // A queued fetch that has not started will include this change too.
    if (waitingRefills.current.has(name)) return turn.current
    waitingRefills.current.add(name)
    return inTurn(async () => {
      waitingRefills.current.delete(name)
      await client.refetchQueries({ queryKey: key, exact: true })
    }).catch(() => undefined)
  }, [client, inTurn, key, name])

  const loadMore = async () => {
    if (more?.name === name && more.busy) return
    setMore({ name, busy: true })
    try {
      await inTurn(async () => {
        const loaded = client.getQueryData<Queue<Item>>(key)
        if (!loaded) return
        const { items } = await fetchItems({
          types: askedTypes(types),
          limit: reportPageSize,
          offset: loaded.items.length,
          withCounts: false,
        })
        client.setQueryData<Queue<Item>>(key, (now) => now && withPage(now, items, reportPageSize, idOf))
      })
      setMore({ name, busy: false })
    } catch (error) {
      setMore({ name, busy: false, error })
    }
  }

  const [tally] = useState(createQueueTally)
  const undone = useRef(onUndone)
  undone.current = onUndone

  /** Runs an action. Its Undo sends the earlier state, and the card comes back to its place. */
  const run = async (item: Item, action: QueueAction) => {
    const id = idOf(item)
    const onEnd = () => {
      void client.invalidateQueries({ queryKey: allLists, refetchType: 'none' })
      for (const list of kind.alsoHeldBy) void client.invalidateQueries({ queryKey: queryKey(list) })
      void refill().then(() => undone.current(id))
    }
    if (action === 'remove') {
      const { data } = await kind.remove(item)
      return { outcome: 'removed' as const, undo: restoringFrom(client, data.bin_id, [], onEnd) }
    }
    const { dismissed_at } = (await kind.ignore(item)).data
    const send = () =>
      callEndpoint(reopenReports, { body: { entity_id: id, entity_type: kind.reopened, dismissed_at } })
    return { outcome: 'ignored' as const, undo: undoOf({ send, onEnd }) }
  }

  const act = async (item: Item, action: QueueAction) => {
    const id = idOf(item)
    if (leaving.has(id)) return
    setLeaving((ids) => new Set(ids).add(id))
    const failed = action === 'ignore' ? kind.messages.ignoreFailed : kind.messages.removeFailed
    try {
      await tally.follow(run(item, action).catch(handledByAnother), (reason) =>
        queueFailureMessage(failed, reason),
      )
      // A response requested before this change would bring the item back for a moment.
      await client.cancelQueries({ queryKey: allLists })
      client.setQueriesData<Queue<Item>>(
        { queryKey: allLists },
        (queue) => queue && withoutItem(queue, id, idOf),
      )
      if (action === 'remove') {
        for (const list of kind.alsoHeldBy) void client.invalidateQueries({ queryKey: queryKey(list) })
      }
    } catch {
      // The toast has reported it. If the response was lost, the list shows the outcome.
    } finally {
      setLeaving((ids) => new Set([...ids].filter((one) => one !== id)))
      void client.invalidateQueries({ queryKey: allLists, refetchType: 'none' })
      void refill()
    }
  }

  const items = query.data?.items
  const live = useLiveRows({
    list: kind.live,
    rows: items,
    idOf,
    subject: name,
    pageSize: query.data?.hasMore ? (items?.length ?? 0) : Number.POSITIVE_INFINITY,
    refetch: () => inTurn(() => client.refetchQueries({ queryKey: key, exact: true })),
    isReading: query.isFetching,
  })
  const rows = useMemo(
    () => (live.rows ?? items)?.filter((item) => !leaving.has(idOf(item))),
    [live.rows, items, leaving, idOf],
  )
  const counts = query.data?.counts
  const moreOfThis = more?.name === name ? more : undefined
  return {
    /** Undefined until the first page is loaded, or if that failed. */
    rows,
    /** What colleagues changed: their handled cards stay until the person acts on another one. */
    news: live.news,
    hasMore: query.data?.hasMore ?? false,
    /** What waits in the whole queue, without the items whose action is pending; undefined until it is loaded. */
    counts: counts && { ...counts, waiting: waitingWithout(counts.waiting, leaving.size) },
    error: query.error,
    isPending: query.isPending,
    /** Whether no pending fetch or action can still add an item. */
    isSettled: leaving.size === 0 && work === 0,
    isLoadingMore: moreOfThis?.busy ?? false,
    moreError: moreOfThis?.error,
    retry: () => void query.refetch(),
    loadMore,
    act,
  }
}

// Someone else was faster: the item is already handled (OQ-121).
function handledByAnother(reason: unknown): { outcome: 'handled' } {
  if (!(reason instanceof ApiError)) throw reason
  const isHandled = reason.status === 409 && reason.message === moderationMessages.handled
  if (reason.status !== 404 && !isHandled) throw reason
  return { outcome: 'handled' }
}

/** Returns the specification's message, with the server's if it refused by a rule that the person should know. */
function queueFailureMessage(failed: string, reason: unknown): string {
  return reason instanceof ApiError && reason.status === 409
    ? `${failed.replace(/\.$/, '')}. ${reason.message}`
    : failed
}
