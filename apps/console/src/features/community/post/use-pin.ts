import {
  getPost,
  listPosts,
  listPostsOfUser,
  pinPost,
} from '@greenroom/contract/community/post/post.endpoints'
import type { Post } from '@greenroom/contract/community/post/post.schema'
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { callEndpoint } from '../../../lib/api/client.ts'
import { queryKey } from '../../../lib/api/hooks.ts'
import { pagesKey, type RowsPage } from '../../../lib/api/paged-rows.ts'
import { notify } from '../../../lib/notify.tsx'
import { editConflictMessages } from '../../../shared/record/edit-conflict/edit-conflict-messages.ts'
import { refresh, undoOf } from '../../../shared/record/undo/undo.ts'
import { pinProgress } from './post-messages.ts'

/** The last request for each post that is being pinned or unpinned. Calls of one post run one after the other. */
const requests = new Map<string, { isPinned: boolean; done: Promise<unknown> }>()

/**
 * The pin toggle (POST-09, POST-24, POST-28). The button shows the new state at once, and the old one again if the call
 * fails. The call names the new state, so that a retry does no harm (OQ-029).
 */
export function usePin() {
  const client = useQueryClient()
  return useCallback(
    async (post: Pick<Post, '_id'>, isPinned: boolean): Promise<void> => {
      const id = post._id
      const before = requests.get(id)
      // A response that is under way does not include this change. Reverting would happen after the change is shown.
      for (const endpoint of [listPosts, listPostsOfUser, getPost]) {
        void client.cancelQueries({ queryKey: queryKey(endpoint) }, { revert: false })
      }
      showPinned(client, id, isPinned)
      const work = (async () => {
        await before?.done
        return (await callEndpoint(pinPost, { params: { id }, body: { is_pinned: isPinned } })).data
      })()
      const request = { isPinned, done: work.catch(() => undefined) }
      requests.set(id, request)
      try {
        await notify.progress(
          work,
          {
            ...pinProgress,
            success: (data) =>
              data.changed ? pinProgress.success(data.is_pinned) : editConflictMessages.alreadyMade,
          },
          // One toast per post: a stack of toasts would cover the button.
          {
            subject: `pin:${id}`,
            undo: ({ version, changed }) =>
              // A colleague did it: Undo would take back their work (OQ-525).
              changed
                ? undoOf({
                    send: async (seen) => {
                      await callEndpoint(pinPost, {
                        params: { id },
                        body: { is_pinned: !isPinned },
                        ...(seen === undefined ? {} : { version: seen }),
                      })
                      showPinned(client, id, !isPinned)
                    },
                    version,
                    describe: describePost,
                    onEnd: () => refresh(client, [listPosts, listPostsOfUser, getPost]),
                  })
                : undefined,
          },
        )
      } catch {
        if (requests.get(id) === request) showPinned(client, id, !isPinned)
      }
      if (requests.get(id) !== request) return
      requests.delete(id)
      await Promise.all(
        [listPosts, listPostsOfUser, getPost].map((endpoint) =>
          client.invalidateQueries({ queryKey: queryKey(endpoint) }),
        ),
      )
    },
    [client],
  )
}

/** Says how a post is now that somebody else has changed. */
function describePost(record: unknown): string {
  return (record as Post).is_pinned ? 'The post is pinned now.' : 'The post is not pinned now.'
}

/** Updates the post in all cached lists and on its own. */
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
