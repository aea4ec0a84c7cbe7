import {
  ignoreReport,
  ignoreUserReports,
  listReportedComments,
  listReportedUsers,
  removeReported,
  removeUser,
} from '@greenroom/contract/community/moderation/moderation.endpoints'
import type {
  Changed,
  ReportCounts,
  ReportedComment,
  ReportedUser,
  ReportType,
} from '@greenroom/contract/community/moderation/moderation.schema'
import { listPosts, listPostsOfUser } from '@greenroom/contract/community/post/post.endpoints'
import type { ListedPost } from '@greenroom/contract/community/post/post.schema'
import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import type * as z from 'zod/mini'
import { callEndpoint } from '../../../lib/api/client.ts'
import { memberName } from '../../../shared/community/post-view/post-view-messages.ts'
import type { Fact } from '../../../ui/use-confirmed-facts.tsx'
import {
  commentQueueMessages,
  postQueueMessages,
  type QueueMessages,
  removeMessages,
  reportTypeLabels,
  userQueueMessages,
} from './moderation-messages.ts'
import { countedTypes } from './report-types.ts'

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
interface QueuePart<Item> {
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
  /** Both are refused as STALE if the item has other reports than are shown. */
  ignore: (item: Item) => Promise<{ data: { dismissed_at: string } }>
  remove: (item: Item) => Promise<{ data: { bin_id: string } }>
  /** Whether there is something left to delete. */
  isThere: (item: Item) => boolean
  /** What the endpoint that opens reports again calls the items. */
  reopened: 'activity' | 'reaction' | 'user'
  /** The question before a deletion, with its effect. */
  question: (item: Item) => { title: string; effect: string }
  /** What the question states, and others can change while it is open. */
  facts: (item: Item) => readonly Fact[]
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
  ignore: (user) =>
    callEndpoint(ignoreUserReports, { params: { id: user._id }, body: { reports: reportsOf(user) } }),
  remove: (user) =>
    callEndpoint(removeUser, { params: { id: user._id }, body: { reports: reportsOf(user) } }),
  isThere: () => true,
  reopened: 'user',
  question: (user) => ({ title: removeMessages.user(memberName(user)), effect: removeMessages.userEffect }),
  facts: (user) => [reportsFact(user)],
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
  ignore: (post) => callEndpoint(ignoreReport, { body: seen(post, 'activity') }),
  remove: (post) =>
    callEndpoint(removeReported, { body: { ...seen(post, 'activity'), comments: post.comment_count } }),
  isThere: isNotDeleted,
  reopened: 'activity',
  question: (post) => ({
    title: removeMessages.post(memberName(post.user), post.comment_count),
    effect: removeMessages.postEffect,
  }),
  facts: (post) => [reportsFact(post), { term: removeMessages.comments, value: String(post.comment_count) }],
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
  ignore: (comment) => callEndpoint(ignoreReport, { body: seen(comment, 'reaction') }),
  remove: (comment) => callEndpoint(removeReported, { body: seen(comment, 'reaction') }),
  isThere: isNotDeleted,
  reopened: 'reaction',
  question: (comment) => ({
    title: removeMessages.comment(memberName(comment.user)),
    effect: removeMessages.commentEffect,
  }),
  facts: (comment) => [reportsFact(comment)],
  alsoHeldBy: [listPosts, listPostsOfUser],
}

type Reported = { reports?: Partial<Record<ReportType, number>> | undefined }

/** The public product may have deleted it since it was reported. */
function isNotDeleted({ changed }: { changed?: Changed | null | undefined }): boolean {
  return changed?.how !== 'deleted'
}

function reportsOf({ reports = {} }: Reported): number {
  return Object.values(reports).reduce((sum, count) => sum + count, 0)
}

function reportsFact(item: Reported): Fact {
  const counts = countedTypes(item.reports ?? {}).map(
    ({ type, count }) => `${count} ${reportTypeLabels[type]}`,
  )
  return { term: removeMessages.reports, value: counts.join(', ') || '0' }
}

function seen<T extends 'activity' | 'reaction'>(item: Reported & { _id: string }, entity_type: T) {
  return { entity_id: item._id, entity_type, reports: reportsOf(item) }
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
