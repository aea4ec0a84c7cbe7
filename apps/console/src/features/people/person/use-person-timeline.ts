import { listPersonTimeline } from '@greenroom/contract/people/person/person.endpoints'
import type { TimelineKind } from '@greenroom/contract/people/person/person.schema'
import { useInfiniteQuery } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/client.ts'
import { queryKey } from '../../../lib/api/hooks.ts'

/** Reads a person's timeline page by page; each continues after the last entry of the one before. */
export function usePersonTimeline(person: string, kind: TimelineKind | undefined) {
  return useInfiniteQuery({
    queryKey: [...queryKey(listPersonTimeline), person, kind ?? null],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...(kind && { kind }), ...(pageParam !== null && { after: pageParam }) }
      return (await callEndpoint(listPersonTimeline, { params: { person }, query, signal })).data
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}
