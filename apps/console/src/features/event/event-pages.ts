import { listEvents } from '@greenroom/contract/event/event.endpoints'
import { type EventGroup, eventGroup } from '@greenroom/contract/event/event.rules'
import type { Event, EventType } from '@greenroom/contract/event/event.schema'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { callEndpoint } from '../../lib/api/client.ts'
import { queryKey } from '../../lib/api/hooks.ts'
import { rowsOfPages } from '../../lib/api/rows-of-pages.ts'
import { useMinute } from '../../lib/minute.ts'

/** How many events one call asks for. */
export const pageSize = 100
/** How many pages are fetched unasked until a tab knows all of its rows. */
const pagesAhead = 5

/**
 * The events of a tab among the loaded ones, each once, and whether the server may hold more of the tab.
 *
 * The call has no filter by group, so both lists are read with the latest start first: what has yet to begin comes
 * before all that is past. Active and Draft are complete as soon as one past event has come, however long Past grows,
 * and Past goes on page by page. The other direction would begin with the oldest event of all. A complete Active or
 * Draft stands with the next event first; until then it keeps the server's order, so that nothing moves under the eye.
 * @param pages the loaded pages, the latest start first
 * @param now milliseconds
 * @param hasNextPage whether the server has more of any group
 */
export function rowsOfTab(
  pages: readonly (readonly Event[])[],
  group: EventGroup,
  now: number,
  hasNextPage: boolean,
): { rows: Event[]; hasMore: boolean } {
  const all = rowsOfPages(pages)
  const moment = new Date(now)
  const rows = all.filter((event) => eventGroup(event, moment) === group)
  if (group === 'past') return { rows, hasMore: hasNextPage }
  const hasMore = hasNextPage && !all.some((event) => eventGroup(event, moment) === 'past')
  return { rows: hasMore ? rows : rows.reverse(), hasMore }
}

/** Where the next page begins; undefined when the last one was not full. */
export function nextOffset(pages: readonly (readonly Event[])[]): number | undefined {
  return pages.at(-1)?.length === pageSize ? pages.length * pageSize : undefined
}

/** The events or webinars of a tab, page by page, regrouped each minute as they begin (OQ-028). */
export function useEventPages(kind: EventType, group: EventGroup) {
  const now = useMinute()
  const query = useInfiniteQuery({
    // One list for all tabs of a kind: they differ only in what they show of it.
    queryKey: [...queryKey(listEvents), 'pages', kind],
    queryFn: async ({ pageParam, signal }): Promise<Event[]> => {
      const { data } = await callEndpoint(listEvents, {
        query: { event_type: kind, sort_by: '-1', limit: pageSize, offset: pageParam },
        signal,
      })
      return data
    },
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => nextOffset(pages),
  })
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const tab = useMemo(
    () => data && rowsOfTab(data.pages, group, now, hasNextPage),
    [data, group, now, hasNextPage],
  )

  const isShort = tab?.hasMore === true && (group !== 'past' || tab.rows.length === 0)
  const fetchesAhead = isShort && !isFetchNextPageError && (data?.pages.length ?? 0) < pagesAhead
  useEffect(() => {
    if (fetchesAhead && !isFetching) void fetchNextPage()
  }, [fetchesAhead, isFetching, fetchNextPage])

  return {
    ...query,
    // Half of what is to come would stand in another order than the whole.
    rows: fetchesAhead ? undefined : tab?.rows,
    isPending: query.isPending || fetchesAhead,
    hasNextPage: tab?.hasMore ?? false,
    fetchNextPage: async () => {
      const result = await fetchNextPage()
      const pages = result.data?.pages ?? []
      return { hasNextPage: rowsOfTab(pages, group, Date.now(), result.hasNextPage).hasMore }
    },
    now,
  }
}
