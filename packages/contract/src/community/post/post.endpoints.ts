import * as z from 'zod/mini'
import { instant } from '../../date-time.ts'
import { Binned } from '../../desk/bin/bin.schema.ts'
import { endpoint, ok } from '../../endpoint.ts'
import { booleanText, Id, jsonText } from '../../field.ts'
import { commaList, limit, offset } from '../../list.ts'
import { ReportType, reportCountsBeside, withCounts } from '../moderation/moderation.schema.ts'
import { ListedPost, mostPostImages, Post, postFields, postFileRules, postMessages } from './post.schema.ts'

/** Page size of the feed (POST-06). */
export const postPageSize = 25

const parts = {
  message: z.optional(postFields.message),
  tags: z.optional(jsonText(postFields.tags, postMessages.tag)),
  is_pinned: z.optional(booleanText()),
  /** The poll's options; JSON null removes an existing poll. */
  poll: z.optional(
    jsonText(
      z.nullable(z.object({ options: postFields.pollOptions }, { error: postMessages.poll })),
      postMessages.poll,
    ),
  ),
  expires_at: z.optional(instant(postMessages.expiryRequired)),
  allow_multiple: z.optional(booleanText()),
  /** URLs of the attachments to remove. */
  remove_attachment: z.optional(jsonText(z.array(z.string().check(z.maxLength(300))).check(z.maxLength(20)))),
} as const

export const PostForm = z.object(parts)
export type PostForm = z.output<typeof PostForm>

const files = {
  images: { most: mostPostImages, rule: postFileRules.images },
  video: { most: 1, rule: postFileRules.video },
  file: { most: 1, rule: postFileRules.file },
} as const

/** Lists all posts, or with report_types the posts that have open reports of these types (OQ-068). */
export const listPosts = endpoint({
  name: 'listPosts',
  method: 'GET',
  path: '/admin/activities',
  summary: 'List posts, or reported posts when report types are named',
  description: 'Without report_types it lists the plain feed. Refuses a parameter of the other list (400).',
  requirements: ['MOD-12', 'POST-27', 'OQ-068', 'OQ-067'],
  permissions: ['content.read'],
  // Strict: a misspelt report_types would otherwise return the plain feed (OQ-068).
  query: z.strictObject({
    report_types: z.optional(commaList(ReportType)),
    is_pinned: z.optional(booleanText()),
    feed_limit: limit(postPageSize, undefined, 'feed_limit'),
    feed_offset: offset('feed_offset'),
    with_counts: withCounts,
  }),
  response: ok(z.array(ListedPost), reportCountsBeside),
})

export const listPostsOfUser = endpoint({
  name: 'listPostsOfUser',
  method: 'GET',
  path: '/admin/:user_id/activity',
  summary: 'List the posts of one author, newest first',
  requirements: ['POST-25', 'POST-06', 'OQ-020'],
  permissions: ['content.read'],
  params: z.object({ user_id: Id }),
  query: z.object({
    feed_limit: limit(postPageSize, undefined, 'feed_limit'),
    feed_offset: offset('feed_offset'),
  }),
  response: ok(z.array(Post)),
})

export const getPost = endpoint({
  name: 'getPost',
  method: 'GET',
  path: '/admin/activity/:id',
  summary: 'Get a post',
  requirements: ['POST-26', 'POST-32'],
  permissions: ['content.read'],
  params: z.object({ id: Id }),
  response: ok(z.object({ post: Post })),
})

export const createPost = endpoint({
  name: 'createPost',
  method: 'POST',
  path: '/admin/activity',
  summary: "Create a post in the provider's name",
  description: 'Refuses a file of 50 MB or more (413).',
  requirements: ['POST-21'],
  permissions: ['content.write'],
  multipart: { fields: PostForm, files },
  response: ok(Post),
  status: 201,
})

export const updatePost = endpoint({
  name: 'updatePost',
  method: 'POST',
  path: '/admin/activity/:id/update',
  summary: "Change a post of the provider's",
  description:
    'The poll null removes the poll. Refuses a post of another author (409), and a file of 50 MB or more (413).',
  requirements: ['POST-22', 'OQ-120'],
  permissions: ['content.write'],
  params: z.object({ id: Id }),
  multipart: { fields: PostForm, files },
  response: ok(Post),
  versioned: true,
})

export const removePost = endpoint({
  name: 'removePost',
  method: 'POST',
  path: '/admin/activity/:id/remove',
  summary: "Delete a post of the provider's with its comments and files",
  description: 'Refuses a post of another author (409).',
  requirements: ['POST-23', 'OQ-475', 'OQ-120'],
  permissions: ['content.write'],
  params: z.object({ id: Id }),
  body: z.object({
    /** How many comments the question named. Refused with 409 STALE if there are others by now (OQ-526). */
    comments: z.optional(z.int()),
  }),
  response: ok(Binned),
  versioned: true,
})

export const pinPost = endpoint({
  name: 'pinPost',
  method: 'POST',
  path: '/admin/activity/:id/pin',
  summary: 'Pin a post, or unpin it',
  description: 'The message is PINNED_POST_SUCCESSFULLY or UNPINNED_POST_SUCCESSFULLY.',
  requirements: ['POST-24'],
  permissions: ['content.write'],
  params: z.object({ id: Id }),
  /** Toggles without a target; with one, a repeat changes nothing (OQ-029). */
  body: z.object({ is_pinned: z.optional(z.boolean()) }),
  response: ok(
    z.object({
      is_pinned: z.boolean(),
      version: z.int(),
      /** False if it was pinned or unpinned already: there is nothing to undo. */
      changed: z.boolean(),
    }),
  ),
  versioned: true,
})

/** The messages of the pin endpoint (POST-28, OQ-011). */
export const pinMessages = {
  pinned: 'PINNED_POST_SUCCESSFULLY',
  unpinned: 'UNPINNED_POST_SUCCESSFULLY',
} as const
