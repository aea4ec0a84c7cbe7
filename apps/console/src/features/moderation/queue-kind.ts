import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import {
  ignoreReport,
  ignoreUserReports,
  listReportedComments,
  listReportedUsers,
  removeReported,
  removeUser,
} from '@greenroom/contract/moderation/moderation.endpoints'
import type {
  ReportCounts,
  ReportedComment,
  ReportedUser,
  ReportType,
} from '@greenroom/contract/moderation/moderation.schema'
import { listPosts, listPostsOfUser } from '@greenroom/contract/post/post.endpoints'
import type { ListedPost } from '@greenroom/contract/post/post.schema'
import type * as z from 'zod/mini'
import { callEndpoint } from '../../lib/api/client.ts'
import { memberName } from '../../shared/post-view/post-view-messages.ts'
import {
  commentQueueMessages,
  postQueueMessages,
  type QueueMessages,
  removeMessages,
  userQueueMessages,
} from './moderation-messages.ts'

export type ReportedPost = z.output<typeof ListedPost>

interface Stretch {
  types: ReportType[]
  limit: number
  offset: number
  /** Asks for the counts of the whole queue as well. */
  withCounts: boolean
  signal?: AbortSignal | undefined
}

/** A page of a queue. */
export interface QueuePart<Item> {
  items: readonly Item[]
  counts: ReportCounts | undefined
}

/** What differs between the three queues. */
export interface QueueKind<Item> {
  messages: QueueMessages
  /** Height of a usual card, in pixels, on a wide screen and on a phone: of the skeleton. */
  cardHeight: { wide: number; phone: number }
  /** Name of the queue in the cache. */
  list: EndpointDeclaration
  /** Name of the queue in lib/live/live-reads.ts. */
  live: string
  fetchItems: (stretch: Stretch) => Promise<QueuePart<Item>>
  idOf: (item: Item) => string
  nameOf: (item: Item) => string
  ignore: (id: string) => Promise<{ data: { dismissed_at: string } }>
  remove: (id: string) => Promise<{ data: { bin_id: string } }>
  /** What the endpoint that opens reports again calls the items. */
  reopened: 'activity' | 'reaction' | 'user'
  /** The question before a deletion, with its effect. */
  question: (item: Item) => { title: string; effect: string }
  /** Other lists that a deletion changes. */
  alsoHeldBy: readonly EndpointDeclaration[]
}

export const userQueue: QueueKind<ReportedUser> = {
  messages: userQueueMessages,
  cardHeight: { wide: 132, phone: 335 },
  list: listReportedUsers,
  live: listReportedUsers.name,
  fetchItems: async ({ types, limit, offset, withCounts, signal }) =>
    partOf(
      await callEndpoint(listReportedUsers, {
        query: { report_types: types, limit, offset, with_counts: withCounts },
        ...during(signal),
      }),
    ),
  idOf: (user) => user._id,
  nameOf: memberName,
  ignore: (id) => callEndpoint(ignoreUserReports, { params: { id } }),
  remove: (id) => callEndpoint(removeUser, { params: { id } }),
  reopened: 'user',
  question: (user) => ({ title: removeMessages.user(memberName(user)), effect: removeMessages.userEffect }),
  alsoHeldBy: [listPosts, listPostsOfUser, listReportedComments],
}

export const postQueue: QueueKind<ReportedPost> = {
  messages: postQueueMessages,
  cardHeight: { wide: 168, phone: 372 },
  list: listPosts,
  // The feed reads the same endpoint.
  live: 'reported posts',
  fetchItems: async ({ types, limit, offset, withCounts, signal }) =>
    partOf(
      await callEndpoint(listPosts, {
        query: { report_types: types, feed_limit: limit, feed_offset: offset, with_counts: withCounts },
        ...during(signal),
      }),
    ),
  idOf: (post) => post._id,
  nameOf: (post) => memberName(post.user),
  ignore: (id) => callEndpoint(ignoreReport, { body: { entity_id: id, entity_type: 'activity' } }),
  remove: (id) => callEndpoint(removeReported, { body: { entity_id: id, entity_type: 'activity' } }),
  reopened: 'activity',
  question: (post) => ({
    title: removeMessages.post(memberName(post.user), post.comment_count),
    effect: removeMessages.postEffect,
  }),
  alsoHeldBy: [listPostsOfUser, listReportedComments],
}

export const commentQueue: QueueKind<ReportedComment> = {
  messages: commentQueueMessages,
  cardHeight: { wide: 192, phone: 344 },
  list: listReportedComments,
  live: listReportedComments.name,
  fetchItems: async ({ types, limit, offset, withCounts, signal }) =>
    partOf(
      await callEndpoint(listReportedComments, {
        query: {
          report_types: types,
          reaction_limit: limit,
          reaction_offset: offset,
          with_counts: withCounts,
        },
        ...during(signal),
      }),
    ),
  idOf: (comment) => comment._id,
  nameOf: (comment) => memberName(comment.user),
  ignore: (id) => callEndpoint(ignoreReport, { body: { entity_id: id, entity_type: 'reaction' } }),
  remove: (id) => callEndpoint(removeReported, { body: { entity_id: id, entity_type: 'reaction' } }),
  reopened: 'reaction',
  question: (comment) => ({
    title: removeMessages.comment(memberName(comment.user)),
    effect: removeMessages.commentEffect,
  }),
  alsoHeldBy: [listPosts, listPostsOfUser],
}

function during(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal ? { signal } : {}
}

function partOf<Item>(response: {
  data: readonly Item[]
  report_counts?: ReportCounts | undefined
}): QueuePart<Item> {
  return { items: response.data, counts: response.report_counts }
}
