import type { DataOf } from '@greenroom/contract/endpoint'
import { listPeople } from '@greenroom/contract/people/people-list/people-list.endpoints'
import type { PeopleFilters } from '@greenroom/contract/people/people-list/people-list.schema'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'
import { queryKey } from '../../../lib/api/hooks.ts'

type PeoplePage = DataOf<typeof listPeople>

/**
 * Reads the list page by page; each continues after the last person of the one before.
 * @returns what a RecordList takes, and how many people match
 */
export function usePeople(filters: Partial<PeopleFilters>) {
  const key = [...queryKey(listPeople), 'pages', filters]
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: async ({ pageParam, signal }): Promise<PeoplePage> => {
      const page = pageParam === null ? filters : { ...filters, after: pageParam }
      return (await callEndpoint(listPeople, { query: page, signal })).data
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })
  // Somebody who is seen meanwhile can move, and then come twice.
  const rows = query.data && [
    ...new Map(query.data.pages.flatMap(({ people }) => people).map((one) => [one.person, one])).values(),
  ]
  return {
    rows,
    people: query.data?.pages[0]?.total ?? undefined,
    about: query.data?.pages[0]?.about ?? { session: null, entity: null },
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
