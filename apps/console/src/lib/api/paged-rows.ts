import type { DataOf, EndpointDeclaration, ParamsOf, QueryOf, ResponseOf } from '@greenroom/contract/endpoint'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useLiveRows } from '../live/use-live-rows.ts'
import { type CallInput, callEndpoint } from './client.ts'
import { queryKey } from './hooks.ts'

type TabCounts = Readonly<Record<string, number>>
type CountsOf<D extends EndpointDeclaration> =
  ResponseOf<D> extends { group_counts: infer Counts } ? Counts : never

/** One loaded page. */
export interface RowsPage<Row> {
  rows: readonly Row[]
  /** When the response arrived, in milliseconds. */
  loadedAt: number
  /** The records of each tab, where the server counts them. */
  groupCounts?: TabCounts | undefined
}

/** The rows to show of the loaded pages, and whether the server may have more. */
export interface ShownRows<Row> {
  rows: readonly Row[]
  hasMore: boolean
}

type RowOf<D extends EndpointDeclaration> =
  DataOf<D> extends readonly (infer Row extends { _id: string })[] ? Row : never

interface PagedRowsOptions<D extends EndpointDeclaration, Row> {
  params?: ParamsOf<D> | undefined
  /** Filters, without limit and offset. */
  query?: Partial<QueryOf<D>>
  /** While a filter changes, the previous rows stay. Rows of another group, such as a tab, never do. */
  group?: string
  enabled?: boolean
  pageSize?: number
  /** Names of the query's limit and offset. */
  paging?: { limit: keyof QueryOf<D>; offset: keyof QueryOf<D> }
  /** Finds the rows in the response's data. By default the data is the rows. */
  rowsOf?: (data: DataOf<D>) => readonly Row[]
  /** Selects the rows that the screen shows. Keep the function stable while the tab stays. */
  belongs?: (row: Row) => boolean
  /** Replaces belongs: selects and sorts the rows. Keep the function stable while the tab stays. */
  show?: (pages: readonly RowsPage<Row>[], hasNextPage: boolean) => ShownRows<Row>
  /** Whether the next page is fetched without Load More. By default while there is nothing to show. */
  isIncomplete?: (shown: ShownRows<Row>) => boolean
  /** Where the next page starts. By default after all loaded rows. */
  nextOffset?: (pages: readonly RowsPage<Row>[]) => number
  /**
   * How often the loaded pages are refetched.
   * @param pageCount how many pages are loaded
   */
  refetchMs?: (pageCount: number) => number | false
}

/** Rows per request. */
const defaultPageSize = 100
/** Max pages that are fetched without Load More. */
const pagesAhead = 5

/** The query key of an endpoint's pages; its name comes first, so that invalidating the endpoint covers them. */
export function pagesKey(endpoint: EndpointDeclaration, group?: string): unknown[] {
  return [...queryKey(endpoint), 'pages', ...(group === undefined ? [] : [group])]
}

/**
 * Reads a list page by page.
 * @returns what a RecordList takes
 */
export function usePagedRows<const D extends EndpointDeclaration, Row extends { _id: string } = RowOf<D>>(
  endpoint: D,
  {
    params,
    query: filter,
    group = 'all',
    enabled = true,
    pageSize = defaultPageSize,
    paging = { limit: 'limit', offset: 'offset' } as never,
    rowsOf = (data) => data as unknown as readonly Row[],
    belongs,
    show,
    isIncomplete = ({ rows, hasMore }) => hasMore && rows.length === 0,
    nextOffset,
    refetchMs,
  }: PagedRowsOptions<D, Row> = {},
) {
  const key = [...pagesKey(endpoint, group), params ?? null, filter ?? null]
  const query = useInfiniteQuery<
    RowsPage<Row>,
    Error,
    InfiniteData<RowsPage<Row>, number>,
    unknown[],
    number
  >({
    queryKey: key,
    queryFn: async ({ pageParam, signal }) => {
      const page = { [paging.limit]: pageSize, [paging.offset]: pageParam }
      const input = { params, query: { ...filter, ...page }, signal } as unknown as CallInput<D>
      const { data, group_counts: groupCounts } = (await callEndpoint(endpoint, input)) as {
        data: DataOf<D>
        group_counts?: TabCounts
      }
      return { rows: rowsOf(data), loadedAt: Date.now(), groupCounts }
    },
    enabled,
    initialPageParam: 0,
    getNextPageParam: (_last, pages) =>
      mayHaveMore(pages, pageSize) ? (nextOffset?.(pages) ?? pages.length * pageSize) : undefined,
    placeholderData: (before, previous) => (previous?.queryKey[2] === group ? before : undefined),
    ...(refetchMs && { refetchInterval: ({ state }) => refetchMs(state.data?.pages.length ?? 0) }),
  })
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query

  // The counts of all tabs stay while another tab loads.
  const groupCounts = useRef<TabCounts>(undefined)
  groupCounts.current = data?.pages.at(-1)?.groupCounts ?? groupCounts.current

  const shownOf = useMemo(
    () => (pages: readonly RowsPage<Row>[], more: boolean) => {
      if (show) return show(pages, more)
      const rows = rowsOfPages(pages)
      return { rows: belongs ? rows.filter(belongs) : rows, hasMore: more }
    },
    [show, belongs],
  )
  const shown = useMemo(() => data && shownOf(data.pages, hasNextPage), [data, shownOf, hasNextPage])

  const isFetchingAhead =
    shown !== undefined &&
    isIncomplete(shown) &&
    !isFetchNextPageError &&
    (data?.pages.length ?? 0) < pagesAhead
  useEffect(() => {
    if (isFetchingAhead && !isFetching) void fetchNextPage()
  }, [isFetchingAhead, isFetching, fetchNextPage])

  const subject = JSON.stringify(key)
  const refetch = (): Promise<unknown> => query.refetch()
  const live = useLiveRows({
    list: endpoint.name,
    rows: isFetchingAhead || query.isPlaceholderData ? undefined : shown?.rows,
    idOf: idOfRow,
    subject,
    pageSize: hasNextPage ? (shown?.rows.length ?? 0) : Number.POSITIVE_INFINITY,
    refetch,
    isReading: isFetching,
  })
  return {
    rows: isFetchingAhead ? undefined : (live.rows ?? shown?.rows),
    news: live.news,
    isPending: query.isPending || isFetchingAhead,
    /** The rows belong to the previous filter. */
    isStale: query.isPlaceholderData,
    error: query.error,
    hasMore: shown?.hasMore ?? false,
    isFetching,
    isLoadingMore: query.isFetchingNextPage,
    hasLoadMoreFailed: isFetchNextPageError,
    refetch,
    /** @returns whether there is more */
    loadMore: async (): Promise<boolean> => {
      const result = await fetchNextPage()
      return shownOf(result.data?.pages ?? [], result.hasNextPage).hasMore
    },
    /** Identifies the request: it changes with the filter but not with the pages. */
    subject,
    pages: data?.pages,
    /** Undefined until they are loaded. */
    groupCounts: groupCounts.current as CountsOf<D> | undefined,
  }
}

function idOfRow({ _id }: { _id: string }): string {
  return _id
}

/** Only a full page can have more after it (OQ-019, OQ-036). */
export function mayHaveMore(pages: readonly RowsPage<unknown>[], pageSize: number): boolean {
  return pages.at(-1)?.rows.length === pageSize
}

/**
 * Returns the rows of all pages in the server's order. A record created between two responses shifts the rows, so a row
 * can arrive twice; it is returned once, as in the later response.
 */
export function rowsOfPages<Row extends { _id: string }>(pages: readonly RowsPage<Row>[]): Row[] {
  return [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row._id, row])).values()]
}
