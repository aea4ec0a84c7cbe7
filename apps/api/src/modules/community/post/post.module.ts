import {
  createPost,
  getPost,
  listPosts,
  listPostsOfUser,
  pinMessages,
  pinPost,
  removePost,
  updatePost,
} from '@greenroom/contract/community/post/post.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { reportCounts } from '../moderation/moderation.service.ts'
import type { UserService } from '../user/user.service.ts'
import { createPostService } from './post.service.ts'

export function postModule(host: ModuleHost, { users }: { users: UserService }): void {
  const posts = createPostService({ ...host, users, authorId: host.settings.ADMIN_POST_USER_ID })
  on(host, listPosts).handle(async (call, { query }) => {
    const page = { limit: query.feed_limit, offset: query.feed_offset }
    if (!query.report_types) return { data: await posts.list(call, { ...page, isPinned: query.is_pinned }) }
    return {
      data: await posts.listReported(call, { ...page, reportTypes: query.report_types }),
      ...(query.with_counts && { report_counts: await reportCounts(call, 'post') }),
    }
  })
  on(host, listPostsOfUser).handle(async (call, { params, query }) => {
    const page = { limit: query.feed_limit, offset: query.feed_offset }
    return { data: await posts.listOfUser(call, params.user_id, page) }
  })
  on(host, getPost).handle(async (call, { params }) => ({
    data: { post: await posts.get(call, params.id) },
  }))
  on(host, createPost).handle(async (call, { body, files }) => ({
    data: await posts.create(call, body, files),
    message: 'Post created successfully',
  }))
  on(host, updatePost).handle(async (call, { params, body, files }) => ({
    data: await posts.update(call, params.id, body, files),
    message: 'Post updated successfully',
  }))
  on(host, removePost).handle(async (call, { params, body }) => {
    const data = await posts.remove(call, params.id, body.comments)
    return { data, message: 'Post deleted successfully' }
  })
  on(host, pinPost).handle(async (call, { params, body }) => {
    const data = await posts.pin(call, params.id, body.is_pinned)
    return { data, message: data.is_pinned ? pinMessages.pinned : pinMessages.unpinned }
  })
}
