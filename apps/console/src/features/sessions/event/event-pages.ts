import { listEvents } from '@greenroom/contract/sessions/event/event.endpoints'
import { type EventGroup, eventGroup } from '@greenroom/contract/sessions/event/event.rules'
import type { Event, EventType } from '@greenroom/contract/sessions/event/event.schema'
import { useCallback } from 'react'
import { type RowsPage, rowsOfPages, type ShownRows, usePagedRows } from '../../../lib/api/paged-rows.ts'
import { useMinute } from '../../../lib/minute.ts'

/**
 * Returns the loaded events of a tab, each once, and whether the server may have more of the tab.
 *
 * The endpoint cannot filter by group, so both lists are read latest start first: events that have not started come
 * before all past ones. Active and Draft are complete once a past event is loaded, however long Past grows, and Past
 * continues page by page. The other direction would start with the oldest event of all. A complete Active or Draft
 * shows the next event first; until then it keeps the server's order, so that no card moves.
 * @param pages the loaded pages, the latest start first
 * @param now milliseconds
 * @param hasNextPage whether the server has more of any group
 */
export function rowsOfTab(
  pages: readonly RowsPage<Event>[],
  group: EventGroup,
  now: number,
  hasNextPage: boolean,
): ShownRows<Event> {
  const all = rowsOfPages(pages)
  const moment = new Date(now)
  const rows = all.filter((event) => eventGroup(event, moment) === group)
  if (group === 'past') return { rows, hasMore: hasNextPage }
  const hasMore = hasNextPage && !all.some((event) => eventGroup(event, moment) === 'past')
  return { rows: hasMore ? rows : rows.reverse(), hasMore }
}

/**
 * The events or webinars of a tab, page by page, regrouped each minute as they start (OQ-028).
 * @param begins only those that are not published and begin within a day
 */
export function useEventPages(kind: EventType, group: EventGroup, begins: 'day' | undefined) {
  const now = useMinute()
  const show = useCallback(
    (pages: readonly RowsPage<Event>[], hasNextPage: boolean) =>
      begins === undefined
        ? rowsOfTab(pages, group, now, hasNextPage)
        : { rows: rowsOfPages(pages), hasMore: hasNextPage },
    [group, begins, now],
  )
  const list = usePagedRows(listEvents, {
    // All tabs of a kind share one query; each selects its rows.
    group: kind,
    query: begins ? { event_type: kind, sort_by: '1', begins } : { event_type: kind, sort_by: '-1' },
    show,
    // Part of Active or Draft would be in another order than the whole.
    isIncomplete: ({ rows, hasMore }) => hasMore && (group !== 'past' || rows.length === 0),
  })
  return { ...list, now }
}
