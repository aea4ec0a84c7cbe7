import { listPosts, listPostsOfUser, postPageSize } from '@greenroom/contract/community/post/post.endpoints'
import { getSession } from '@greenroom/contract/staff/session/session.endpoints'
import { useRead } from '../../../lib/api/hooks.ts'
import { usePagedRows } from '../../../lib/api/paged-rows.ts'

/** Which of the two lists. */
export type PostList = 'posts' | 'pinned'

const paging = { pageSize: postPageSize, paging: { limit: 'feed_limit', offset: 'feed_offset' } } as const

/** The provider's posts, or all pinned posts, 25 at a time (POST-06, POST-15). */
export function usePostPages(list: PostList) {
  // The session has the id of the provider's author.
  const session = useRead(getSession, {}, { enabled: list === 'posts' })
  const author = session.data?.admin_post_user_id
  const pinned = usePagedRows(listPosts, {
    ...paging,
    group: 'pinned',
    query: { is_pinned: true },
    enabled: list === 'pinned',
  })
  const own = usePagedRows(listPostsOfUser, {
    ...paging,
    params: { user_id: author ?? '' },
    enabled: list === 'posts' && author !== undefined,
  })
  if (list === 'pinned') return pinned
  if (author !== undefined) return own
  return {
    ...own,
    isPending: session.isPending,
    error: session.error,
    refetch: (): Promise<unknown> => session.refetch(),
  }
}
