import type { Post } from '@greenroom/contract/post/post.schema'
import { paths } from '../../lib/paths.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The post to edit (POST-13). */
    post?: Post
  }
}

/** Returns the link to the editor of a post. It passes the post along and has its id in the address for a reload (OQ-007). */
export function postEditLink(post: Post) {
  return { to: paths.posts, search: { id: post._id }, state: { post } } as const
}
