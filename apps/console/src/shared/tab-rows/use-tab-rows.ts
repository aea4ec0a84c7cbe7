import { largestPage } from '@greenroom/contract/list'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { rowsOfPages } from '../../lib/api/rows-of-pages.ts'

/** How many pages are fetched unasked while a tab has nothing to show of what is loaded. */
const pagesAhead = 5

interface TabRowsOptions<T> {
  /** Under which the pages are kept: the endpoint's name first, so that a saved record asks for them anew. */
  queryKey: readonly unknown[]
  fetchPage: (page: { limit: number; offset: number }, signal: AbortSignal) => Promise<readonly T[]>
  /** Whether a record stands in the open tab; the same function each time while the tab stays. */
  belongs: (row: T) => boolean
}

/**
 * The rows of one tab of a list whose call knows no tabs: all tabs read the same pages and differ in what they show.
 * @returns what a CardList takes
 */
export function useTabRows<T extends { _id: string }>({ queryKey, fetchPage, belongs }: TabRowsOptions<T>) {
  const query = useInfiniteQuery({
    queryKey: [...queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) => fetchPage({ limit: largestPage, offset: pageParam }, signal),
    initialPageParam: 0,
    // Only a full page may have more behind it.
    getNextPageParam: (last, pages) => (last.length < largestPage ? undefined : pages.length * largestPage),
  })
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const rows = useMemo(() => data && rowsOfTab(data.pages, belongs), [data, belongs])

  const isLooking =
    rows?.length === 0 && hasNextPage && !isFetchNextPageError && (data?.pages.length ?? 0) < pagesAhead
  useEffect(() => {
    if (isLooking && !isFetching) void fetchNextPage()
  }, [isLooking, isFetching, fetchNextPage])

  return {
    ...query,
    rows: isLooking ? undefined : rows,
    isPending: query.isPending || isLooking,
  }
}

/** The rows of a tab, each once and in the order of the server. */
export function rowsOfTab<T extends { _id: string }>(
  pages: readonly (readonly T[])[],
  belongs: (row: T) => boolean,
): T[] {
  return rowsOfPages(pages).filter(belongs)
}
