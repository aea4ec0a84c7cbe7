import { getPost, listPosts, listPostsOfUser, pinPost } from '@greenroom/contract/post/post.endpoints'
import type { Post } from '@greenroom/contract/post/post.schema'
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { callEndpoint } from '../../lib/api/client.ts'
import { queryKey } from '../../lib/api/hooks.ts'
import { pagesKey, type RowsPage } from '../../lib/api/paged-rows.ts'
import { notify } from '../../lib/notify.tsx'
import { pinProgress } from './post-messages.ts'

/** What was last asked of each post that is being pinned or unpinned: one call after the other, the last wish counts. */
const wishes = new Map<string, { isPinned: boolean; done: Promise<unknown> }>()

/**
 * The pin toggle (POST-09, POST-24, POST-28). The button shows its other state at once, and goes back when the call
 * fails. The call names the state that is wanted, so that a repeat does no harm (OQ-029).
 */
export function usePin() {
  const client = useQueryClient()
  return useCallback(
    async (post: Pick<Post, '_id'>, isPinned: boolean): Promise<void> => {
      const id = post._id
      const before = wishes.get(id)
      // An answer that is on its way knows nothing of the wish.
      for (const endpoint of [listPosts, listPostsOfUser, getPost]) {
        void client.cancelQueries({ queryKey: queryKey(endpoint) })
      }
      showPinned(client, id, isPinned)
      const work = (async () => {
        await before?.done
        return (await callEndpoint(pinPost, { params: { id }, body: { is_pinned: isPinned } })).data
      })()
      const wish = { isPinned, done: work.catch(() => undefined) }
      wishes.set(id, wish)
      try {
        await notify.progress(
          work,
          { ...pinProgress, success: (data) => pinProgress.success(data.is_pinned) },
          // One toast for each post: a stack of them would cover the button that is pressed again.
          { subject: `pin:${id}` },
        )
      } catch {
        if (wishes.get(id) === wish) showPinned(client, id, !isPinned)
      }
      if (wishes.get(id) !== wish) return
      wishes.delete(id)
      await Promise.all(
        [listPosts, listPostsOfUser, getPost].map((endpoint) =>
          client.invalidateQueries({ queryKey: queryKey(endpoint) }),
        ),
      )
    },
    [client],
  )
}

/** Writes the state into everything that is loaded of the post, in lists and alone. */
function showPinned(client: QueryClient, id: string, isPinned: boolean): void {
  const shown = (post: Post): Post => (post._id === id ? { ...post, is_pinned: isPinned } : post)
  for (const endpoint of [listPosts, listPostsOfUser]) {
    client.setQueriesData<InfiniteData<RowsPage<Post>>>(
      { queryKey: pagesKey(endpoint) },
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({ ...page, rows: page.rows.map(shown) })),
        },
    )
  }
  client.setQueriesData<{ post: Post }>({ queryKey: queryKey(getPost) }, (data) =>
    data ? { ...data, post: shown(data.post) } : data,
  )
}
