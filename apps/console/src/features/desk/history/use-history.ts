import { listHistory } from '@greenroom/contract/desk/history/history.endpoints'
import type { DataOf } from '@greenroom/contract/endpoint'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'
import { queryKey } from '../../../lib/api/hooks.ts'

type HistoryPage = DataOf<typeof listHistory>

/**
 * Reads the history page by page; each continues after the last entry of the one before.
 * @returns what a RecordList takes
 */
export function useHistory(filters: Record<string, string>) {
  const key = [...queryKey(listHistory), 'pages', filters]
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: async ({ pageParam, signal }): Promise<HistoryPage> => {
      const page = pageParam === null ? filters : { ...filters, after: pageParam }
      return (await callEndpoint(listHistory, { query: page, signal })).data
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })
  return {
    rows: query.data?.pages.flatMap(({ entries }) => entries),
    isPending: query.isPending,
    isStale: query.isPlaceholderData,
    error: query.error,
    refetch: (): Promise<unknown> => query.refetch(),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    hasLoadMoreFailed: query.isFetchNextPageError,
    loadMore: async (): Promise<boolean> => (await query.fetchNextPage()).hasNextPage,
    subject: JSON.stringify(key),
  }
}
