import { listPosts, listPostsOfUser, postPageSize } from '@greenroom/contract/post/post.endpoints'
import type { Post } from '@greenroom/contract/post/post.schema'
import { getSession } from '@greenroom/contract/session/session.endpoints'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callEndpoint } from '../../lib/api/client.ts'
import { queryKey, useRead } from '../../lib/api/hooks.ts'
import { rowsOfPages } from '../../lib/api/rows-of-pages.ts'

/** Which of the two lists. */
export type PostList = 'posts' | 'pinned'

interface Paging {
  feed_limit: number
  feed_offset: number
}

/**
 * The posts of the provider, or the pinned ones of everybody, 25 at a time (POST-06, POST-15). Only a full page may
 * have more behind it.
 */
export function usePostPages(list: PostList) {
  // It says who the provider's author is.
  const session = useRead(getSession, {}, { enabled: list === 'posts' })
  const author = session.data?.admin_post_user_id
  const query = useInfiniteQuery({
    // The endpoint's name stands first, so that a saved post asks for it anew.
    queryKey:
      list === 'pinned'
        ? [...queryKey(listPosts), 'pages', 'pinned']
        : [...queryKey(listPostsOfUser), 'pages', author],
    queryFn: async ({ pageParam, signal }): Promise<Post[]> => {
      const paging: Paging = { feed_limit: postPageSize, feed_offset: pageParam }
      if (list === 'pinned') {
        return (await callEndpoint(listPosts, { query: { ...paging, is_pinned: true }, signal })).data
      }
      return (
        await callEndpoint(listPostsOfUser, { params: { user_id: author ?? '' }, query: paging, signal })
      ).data
    },
    enabled: list === 'pinned' || author !== undefined,
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => nextOffset(pages),
  })
  const rows = useMemo(() => query.data && rowsOfPages(query.data.pages), [query.data])
  const isUnknown = list === 'posts' && author === undefined
  return {
    ...query,
    rows,
    isError: isUnknown ? session.isError : query.isError,
    error: isUnknown ? session.error : query.error,
    refetch: (): Promise<unknown> => (isUnknown ? session.refetch() : query.refetch()),
  }
}

/** Where the next page begins; undefined when the last one was not full. */
export function nextOffset(pages: readonly (readonly unknown[])[]): number | undefined {
  return pages.at(-1)?.length === postPageSize ? pages.length * postPageSize : undefined
}
