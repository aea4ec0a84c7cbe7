import {
  createPost,
  getPost,
  listPosts,
  listPostsOfUser,
  pinPost,
  pinWords,
  removePost,
  updatePost,
} from '@greenroom/contract/post/post.endpoints'
import { type EndpointHost, on } from '../../platform/http/endpoint-route.ts'
import type { PostService } from './post.service.ts'

export function registerPostRoutes(host: EndpointHost, posts: PostService): void {
  on(host, listPosts).handle(async ({ db, query }) => {
    const page = { limit: query.feed_limit, offset: query.feed_offset }
    if (!query.report_types) return { data: await posts.list(db, { ...page, isPinned: query.is_pinned }) }
    return { data: await posts.listReported(db, { ...page, reportTypes: query.report_types }) }
  })
  on(host, listPostsOfUser).handle(async ({ db, params, query }) => {
    const page = { limit: query.feed_limit, offset: query.feed_offset }
    return { data: await posts.listOfUser(db, params.user_id, page) }
  })
  on(host, getPost).handle(async ({ db, params }) => ({ data: { post: await posts.get(db, params.id) } }))
  on(host, createPost).handle(async ({ db, body, files, actor, now }) => ({
    data: await posts.create(db, body, files, actor, now),
    message: 'Post created successfully',
  }))
  on(host, updatePost).handle(async ({ db, params, body, files, expectedVersion, actor, now }) => ({
    data: await posts.update(db, params.id, body, files, expectedVersion, actor, now),
    message: 'Post updated successfully',
  }))
  on(host, removePost).handle(async ({ db, params, actor }) => {
    await posts.remove(db, params.id, actor)
    return { data: {}, message: 'Post deleted successfully' }
  })
  on(host, pinPost).handle(async ({ db, params, body, actor, now }) => {
    const isPinned = await posts.pin(db, params.id, body.is_pinned, actor, now)
    return { data: { is_pinned: isPinned }, message: isPinned ? pinWords.pinned : pinWords.unpinned }
  })
}
