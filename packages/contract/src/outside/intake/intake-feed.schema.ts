import * as z from 'zod/mini'
import { postFields } from '../../community/post/post.schema.ts'
import { Id, requiredText } from '../../field.ts'
import { changedAt, externalId, recordTime } from '../../intake-batch.ts'

export const feedIntakeMessages = {
  author: 'Name the person in user_external_id',
  userUnknown: 'No person has this external id',
  message: 'Message is required',
  attachments: "Attachments can't be sent",
  createdAt: 'Enter when this was created',
  post: 'Name the post in post_external_id or in post_id, not in both',
  postUnknown: 'No post has this id',
  postRemoved: 'This post was deleted',
  providerPost: "The provider's posts are written in the console",
  otherAuthor: 'This was written by somebody else',
  otherPost: 'This comment belongs to another post',
  parentUnknown: 'No comment of this post has this external id',
  parentRemoved: 'This comment was deleted',
  option: 'Name the option as the poll has it',
  optionUnknown: 'The poll has no such option',
  noPoll: 'This post has no poll',
  pollEnded: 'The poll had ended',
  entityType: 'entity_type must be post, comment or user',
  entity: 'Name what is reported in entity_external_id or in entity_id, not in both',
  entityUnknown: 'No such record has this id',
  entityRemoved: 'This was deleted',
  reason: 'Reason is required',
} as const

const deleted = z.optional(z.boolean())
const createdAt = z.optional(recordTime(feedIntakeMessages.createdAt))
const author = z.optional(externalId(feedIntakeMessages.author))

/** A member of the community names a post of theirs by their own id, and any post by ours. */
const post = { post_external_id: z.optional(externalId()), post_id: z.optional(Id) } as const
type NamesPost = { post_external_id?: unknown; post_id?: unknown; deleted?: unknown }

/** Checks what a record needs unless it only deletes one. */
const unlessDeleted = <R extends { deleted?: unknown }>(
  path: string,
  error: string,
  isPresent: (record: R) => boolean,
) => z.refine<R>((record) => record.deleted === true || isPresent(record), { error, path: [path] })

const hasAuthor = unlessDeleted<{ user_external_id?: unknown; deleted?: unknown }>(
  'user_external_id',
  feedIntakeMessages.author,
  (record) => record.user_external_id !== undefined,
)
const hasMessage = unlessDeleted<{ message?: unknown; deleted?: unknown }>(
  'message',
  feedIntakeMessages.message,
  (record) => record.message !== undefined,
)
const namesOnePost = (record: NamesPost) =>
  (record.post_external_id === undefined) !== (record.post_id === undefined)

/**
 * A member's post. It is the whole post: tags that are left out are removed. With `deleted` only `external_id` and
 * `changed_at` are needed.
 */
export const PostRecord = z
  .object({
    external_id: externalId(),
    user_external_id: author,
    message: z.optional(requiredText(feedIntakeMessages.message)),
    tags: z.optional(postFields.tags),
    /** Refused, so that nobody believes that they were stored (OQ-423). */
    attachments: z.optional(z.array(z.unknown()).check(z.maxLength(0, feedIntakeMessages.attachments))),
    created_at: createdAt,
    changed_at: changedAt(),
    deleted,
  })
  .check(hasAuthor, hasMessage)
export type PostRecord = z.output<typeof PostRecord>

/** A comment. With `deleted` only `external_id` and `changed_at` are needed. */
export const CommentRecord = z
  .object({
    external_id: externalId(),
    user_external_id: author,
    ...post,
    /** The comment that this one replies to. */
    parent_comment_external_id: z.optional(externalId()),
    message: z.optional(requiredText(feedIntakeMessages.message)),
    created_at: createdAt,
    changed_at: changedAt(),
    deleted,
  })
  .check(
    hasAuthor,
    hasMessage,
    unlessDeleted<NamesPost>('post_external_id', feedIntakeMessages.post, namesOnePost),
  )
export type CommentRecord = z.output<typeof CommentRecord>

/** A like of a person; with `deleted` it is taken back. */
export const LikeRecord = z
  .object({
    external_id: externalId(),
    user_external_id: externalId(feedIntakeMessages.author),
    ...post,
    changed_at: changedAt(),
    deleted,
  })
  .check(z.refine<NamesPost>(namesOnePost, { error: feedIntakeMessages.post, path: ['post_external_id'] }))
export type LikeRecord = z.output<typeof LikeRecord>

/** A vote of a person for an option; with `deleted` it is taken back. */
export const VoteRecord = z
  .object({
    external_id: externalId(),
    user_external_id: externalId(feedIntakeMessages.author),
    ...post,
    option: requiredText(feedIntakeMessages.option, {
      max: 100,
      message: 'Should not exceed 100 characters',
    }),
    changed_at: changedAt(),
    deleted,
  })
  .check(z.refine<NamesPost>(namesOnePost, { error: feedIntakeMessages.post, path: ['post_external_id'] }))
export type VoteRecord = z.output<typeof VoteRecord>

const reportedTypes = ['post', 'comment', 'user'] as const
export type ReportedType = (typeof reportedTypes)[number]

/** A report; with `deleted`, which needs only `external_id` and `changed_at`, its author has withdrawn it. */
export const ReportRecord = z
  .object({
    external_id: externalId(),
    /** Who reports; left out for a report by nobody in particular. */
    user_external_id: z.optional(externalId(feedIntakeMessages.author)),
    entity_type: z.optional(z.enum(reportedTypes, { error: feedIntakeMessages.entityType })),
    entity_external_id: z.optional(externalId()),
    entity_id: z.optional(Id),
    /** One of the known reasons; any other counts as "other". */
    reason: z.optional(
      requiredText(feedIntakeMessages.reason, { max: 100, message: 'Should not exceed 100 characters' }),
    ),
    created_at: createdAt,
    changed_at: changedAt(),
    deleted,
  })
  .check(
    unlessDeleted<{ entity_type?: unknown; deleted?: unknown }>(
      'entity_type',
      feedIntakeMessages.entityType,
      (record) => record.entity_type !== undefined,
    ),
    unlessDeleted<{ reason?: unknown; deleted?: unknown }>(
      'reason',
      feedIntakeMessages.reason,
      (record) => record.reason !== undefined,
    ),
    unlessDeleted<{ entity_external_id?: unknown; entity_id?: unknown; deleted?: unknown }>(
      'entity_external_id',
      feedIntakeMessages.entity,
      (record) => (record.entity_external_id === undefined) !== (record.entity_id === undefined),
    ),
  )
export type ReportRecord = z.output<typeof ReportRecord>
