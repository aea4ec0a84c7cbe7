import type { Post } from '@greenroom/contract/community/post/post.schema'
import { paths } from '../../../lib/paths.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The post to edit (POST-13). */
    post?: Post
  }
}

/** Returns the link to the screen that edits a post. It passes the post along as a head start (OQ-007). */
export function postEditLink(post: Post) {
  return { ...paths.postEdit(post._id), state: { post } } as const
}
