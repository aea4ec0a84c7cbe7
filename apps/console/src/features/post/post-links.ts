import type { Post } from '@greenroom/contract/post/post.schema'
import { paths } from '../../lib/paths.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The post that the editor is filled with (POST-13). */
    post?: Post
  }
}

/** The way to the editor of a stored post, which travels along; the address names it, so that a reload keeps it (OQ-007). */
export function editLink(post: Post) {
  return { to: paths.posts, search: { id: post._id }, state: { post } } as const
}
