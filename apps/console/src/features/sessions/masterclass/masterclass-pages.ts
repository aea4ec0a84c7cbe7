import {
  type MasterclassGroup,
  masterclassGroup,
} from '@greenroom/contract/sessions/masterclass/masterclass.rules'
import type { ListedMasterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import { listMasterclasses } from '@greenroom/contract/sessions/masterclass/masterclass-list.endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { pagesKey, type RowsPage, rowsOfPages, usePagedRows } from '../../../lib/api/paged-rows.ts'
import { minuteMs, useMinute } from '../../../lib/minute.ts'

/**
 * Returns the masterclasses of a group at a moment, each once. The server decides what is in a group; a masterclass that
 * has started since its page was loaded leaves at once (OQ-028). One that the server included against this machine's
 * clock stays: then the clock is wrong, and the masterclass must not vanish from every tab.
 * @param now milliseconds
 */
export function rowsInGroup(
  pages: readonly RowsPage<ListedMasterclass>[],
  group: MasterclassGroup,
  now: number,
): ListedMasterclass[] {
  return rowsOfPages(
    pages.map(({ rows, loadedAt }) => ({
      rows: rows.filter(
        (row) =>
          masterclassGroup(row, new Date(now)) === group ||
          masterclassGroup(row, new Date(loadedAt)) !== group,
      ),
      loadedAt,
    })),
  )
}

/**
 * Returns where the next page starts (OQ-036). Masterclasses that have left the group since have left the server's list
 * too, so they don't count.
 */
export function nextOffset(
  pages: readonly RowsPage<ListedMasterclass>[],
  group: MasterclassGroup,
  now: number,
): number {
  return rowsInGroup(pages, group, now).length
}

/**
 * The masterclasses of a group, page by page, kept up to date as they start (OQ-036).
 * @param begins only drafts that begin within a day
 */
export function useMasterclassPages(group: MasterclassGroup, begins: 'day' | undefined) {
  const now = useMinute()
  const client = useQueryClient()
  const show = useCallback(
    (pages: readonly RowsPage<ListedMasterclass>[], hasMore: boolean) => ({
      rows: rowsInGroup(pages, group, now),
      hasMore,
    }),
    [group, now],
  )
  const list = usePagedRows(listMasterclasses, {
    group,
    query: { status: group, ...(begins && { begins }) },
    show,
    nextOffset: (pages) => nextOffset(pages, group, Date.now()),
    // Masterclasses start and move into Past. Several loaded pages are read again with the window's focus only.
    refetchMs: (pageCount) => group === 'past' && pageCount === 1 && minuteMs,
  })

  const loaded = list.pages?.reduce((sum, page) => sum + page.rows.length, 0) ?? 0
  const left = loaded - (list.rows?.length ?? 0)
  useEffect(() => {
    if (left <= 0) return
    void client.invalidateQueries({ queryKey: pagesKey(listMasterclasses, 'past'), refetchType: 'none' })
  }, [client, left])

  return { ...list, now }
}
