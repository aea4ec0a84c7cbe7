import type { DataOf, EndpointDeclaration, QueryOf } from '@greenroom/contract/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { readAhead, useRead } from '../../../lib/api/hooks.ts'
import { useLiveRows } from '../../../lib/live/use-live-rows.ts'
import { useQuiet } from '../../../lib/use-quiet.ts'
import { pageCount } from '../../../ui/pager.tsx'
import { type PageSearch, pageRange, pageSizes } from './page-range.ts'
import { useListSearch } from './use-list-search.ts'

interface NumberedRowsOptions<D extends EndpointDeclaration, Row> {
  /** Returns the full query of a page, numbered from 1. */
  queryOf: (page: number) => Partial<QueryOf<D>>
  read: (data: DataOf<D>) => { rows: readonly Row[]; total: number }
  /** Prefetches the next page. */
  readsAhead?: boolean
  enabled?: boolean
  refetchMs?: number | undefined
}

/**
 * Reads the page of the address of a list whose rows the server counts. A page past the end becomes the last one.
 * @returns what a RecordList takes, and the props of its Pager
 */
export function useNumberedRows<const D extends EndpointDeclaration, Row>(
  endpoint: D,
  { queryOf, read, readsAhead = false, enabled = true, refetchMs }: NumberedRowsOptions<D, Row>,
) {
  const client = useQueryClient()
  const search: PageSearch = useSearch({ strict: false })
  const { go } = useListSearch<PageSearch>()
  const { page = 1 } = search
  const { limit: size } = pageRange(search)
  const query = queryOf(page)
  const list = useRead(endpoint, { query } as never, { enabled, ...(refetchMs && { refetchMs }) })
  const { rows, total } = list.data === undefined ? { rows: undefined, total: 0 } : read(list.data)
  const subject = JSON.stringify(query)
  const refetch = (): Promise<unknown> => list.refetch()
  const live = useLiveRows({
    list: endpoint.name,
    // Rows of the previous page or filter are about to be replaced.
    rows: list.isPlaceholderData ? undefined : rows,
    idOf: idOfRow,
    subject,
    pageSize: size,
    refetch,
    isReading: list.isFetching,
    page,
    onFirstPage: () => go({ page: undefined }),
  })
  const last = pageCount(total, size)
  const isCurrent = rows !== undefined && !list.isPlaceholderData

  // The parts of the screen that are still to come go first.
  const isQuiet = useQuiet()
  const next =
    readsAhead && isQuiet && isCurrent && page < last ? JSON.stringify(queryOf(page + 1)) : undefined
  useEffect(() => {
    if (next !== undefined) void readAhead(client, endpoint, { query: JSON.parse(next) } as never)
  }, [client, endpoint, next])

  const latestGo = useRef(go)
  latestGo.current = go
  const isBeyond = isCurrent && page > last
  useEffect(() => {
    if (isBeyond) latestGo.current({ page: last === 1 ? undefined : last }, { replace: true })
  }, [isBeyond, last])

  return {
    data: list.data,
    rows: live.rows ?? rows,
    news: live.news,
    total,
    isPending: list.isPending,
    isStale: list.isPlaceholderData,
    error: list.error,
    updatedAt: list.dataUpdatedAt,
    refetch,
    subject,
    pager: {
      page: Math.min(page, last),
      size,
      sizes: pageSizes,
      shown: rows?.length ?? 0,
      total,
      busy: list.isPlaceholderData,
      onPage: (chosen: number) => {
        go({ page: chosen === 1 ? undefined : chosen })
        window.scrollTo({ top: 0 })
      },
      onSize: (chosen: number) => go({ page: undefined, size: chosen === pageSizes[0] ? undefined : chosen }),
    },
  }
}

function idOfRow(row: unknown): string {
  const { _id, id } = row as { _id?: string; id?: string }
  return _id ?? id ?? ''
}
