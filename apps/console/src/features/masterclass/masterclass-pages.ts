import { listMasterclasses } from '@greenroom/contract/masterclass/masterclass.endpoints'
import { type MasterclassGroup, masterclassGroup } from '@greenroom/contract/masterclass/masterclass.rules'
import type { Masterclass } from '@greenroom/contract/masterclass/masterclass.schema'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { callEndpoint } from '../../lib/api/client.ts'
import { queryKey } from '../../lib/api/hooks.ts'
import { minuteMs, useMinute } from '../../lib/minute.ts'

/** How many masterclasses one call asks for (OQ-036). */
export const pageSize = 100

export interface MasterclassPage {
  rows: Masterclass[]
  /** When the answer came, in milliseconds. */
  loadedAt: number
}

/**
 * The masterclasses of a group as they stand at a moment, each once. The server decides what is in a group; one that
 * has begun since its page came leaves at once (OQ-028). One that the server counted in against this machine's clock
 * stays, because then the clock is wrong and nothing may vanish from every tab.
 * @param now milliseconds
 */
export function rowsInGroup(
  pages: readonly MasterclassPage[],
  group: MasterclassGroup,
  now: number,
): Masterclass[] {
  const rows = new Map<string, Masterclass>()
  for (const page of pages) {
    for (const row of page.rows) {
      const hasLeft =
        masterclassGroup(row, new Date(now)) !== group &&
        masterclassGroup(row, new Date(page.loadedAt)) === group
      if (!hasLeft) rows.set(row._id, row)
    }
  }
  return [...rows.values()]
}

/**
 * Where the next page begins; undefined when the last one was not full (OQ-036). What has left the group since is not
 * counted: it has left the server's list as well.
 */
export function nextOffset(
  pages: readonly MasterclassPage[],
  group: MasterclassGroup,
  now: number,
): number | undefined {
  return pages.at(-1)?.rows.length === pageSize ? rowsInGroup(pages, group, now).length : undefined
}

/** The masterclasses of a group, page by page, kept up to date as they begin. */
export function useMasterclassPages(group: MasterclassGroup) {
  const now = useMinute()
  const client = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: pagesKey(group),
    queryFn: async ({ pageParam, signal }): Promise<MasterclassPage> => {
      const { data } = await callEndpoint(listMasterclasses, {
        query: { status: group, limit: pageSize, offset: pageParam },
        signal,
      })
      return { rows: data, loadedAt: Date.now() }
    },
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => nextOffset(pages, group, Date.now()),
    // Classes begin and so come into Past; a long list that was paged through is left to the focus of the window.
    refetchInterval: ({ state }) => group === 'past' && state.data?.pages.length === 1 && minuteMs,
  })
  const rows = useMemo(
    () => query.data && rowsInGroup(query.data.pages, group, now),
    [query.data, group, now],
  )

  const loaded = query.data?.pages.reduce((sum, page) => sum + page.rows.length, 0) ?? 0
  const left = loaded - (rows?.length ?? 0)
  useEffect(() => {
    if (left > 0) void client.invalidateQueries({ queryKey: pagesKey('past'), refetchType: 'none' })
  }, [client, left])

  return { ...query, rows, now }
}

function pagesKey(group: MasterclassGroup) {
  return [...queryKey(listMasterclasses), 'pages', group]
}
