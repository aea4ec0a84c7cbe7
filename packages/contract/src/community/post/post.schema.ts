import * as z from 'zod/mini'
import { maskedUnless, PersonalName, PersonalNote } from '../../access/personal.ts'
import { characterCount, isBlank, optionalText } from '../../field.ts'
import { type FileRule, megabyte } from '../../file-rule.ts'
import { formatNames, oneOf, otherTypes, pictureTypes, videoTypes } from '../../file-type.ts'
import { Changed } from '../moderation/moderation.schema.ts'

/** Messages for a refused post. */
export const postMessages = {
  fileTooLarge: 'File size must be less than 50MB',
  imageType: `Only ${oneOf(formatNames(pictureTypes))} images are allowed`,
  videoType: `Only ${oneOf(formatNames(videoTypes))} videos are allowed`,
  fileType: 'This file type is not allowed. Attach an image, a video, a document or an archive.',
  empty: 'Write a message, attach a file or add a poll',
  tag: 'Choose tags from the list',
  tagTwice: 'A tag is named twice',
  poll: 'A poll is an object with a list of options',
  optionBlank: "A poll option can't be empty",
  optionTooLong: 'Should not exceed 100 characters',
  optionTwice: 'Two poll options are the same',
  tooFewOptions: 'A poll needs at least 2 options',
  tooManyOptions: 'A poll has at most 10 options',
  expiryRequired: 'A poll needs the time when it ends',
  expiryPast: 'The poll must end in the future',
  tooManyImages: 'A post has at most 10 images',
  attachmentUnknown: 'This attachment is not part of the post',
} as const

/** The fixed list of tags (POST-04, OQ-082). */
export const postTags = [
  'Loans',
  'Credit Card',
  'Health Insurance',
  'Life Insurance',
  'Crypto',
  'Fixed Deposit',
  'Real Estate',
  'Debt Mutual Fund',
  'Equity Mutual Fund',
  'Stock Market',
  'Other Expenses',
  'Other Investments',
  'Vehicle Insurance',
  'Tax',
  'New Feature',
  'Memes',
  'Contest',
  'Community Updates',
  'Club Experiences',
] as const

/** Max number of images in a post; it has at most one video and one file (OQ-081). */
export const mostPostImages = 10

const attachmentLimit = {
  maxBytes: 50 * megabyte,
  exclusive: true,
  tooLarge: postMessages.fileTooLarge,
} as const

/** The file rule of each kind of attachment: less than 50 MB (POST-16), type detected from the bytes (OQ-081). */
export const postFileRules = {
  images: {
    ...attachmentLimit,
    mediaTypes: pictureTypes,
    wrongType: postMessages.imageType,
  },
  video: {
    ...attachmentLimit,
    mediaTypes: videoTypes,
    wrongType: postMessages.videoType,
  },
  file: {
    ...attachmentLimit,
    mediaTypes: otherTypes,
    wrongType: postMessages.fileType,
  },
} as const satisfies Record<string, FileRule>

/** Min and max number of poll options (OQ-083). */
export const pollSize = { fewest: 2, most: 10 } as const
/** Name of the provider's author, if the first post creates it (OQ-120). */
export const newAuthorName = { first_name: 'Greenroom', last_name: 'Team' } as const
/** Initial values of the poll editor (POST-18). */
export const pollDefaults = { options: ['Yes', 'No'], days: 1 } as const

const pollOption = z.string({ error: postMessages.optionBlank }).check(
  z.refine((text) => !isBlank(text), { error: postMessages.optionBlank, abort: true }),
  z.refine((text) => characterCount(text) <= 100, { error: postMessages.optionTooLong }),
)

/** The fields of a post, each with its rule. */
export const postFields = {
  message: optionalText(),
  tags: z
    .array(z.enum(postTags, { error: postMessages.tag }))
    .check(z.refine((tags) => new Set(tags).size === tags.length, { error: postMessages.tagTwice })),
  is_pinned: z.boolean(),
  pollOptions: z.array(pollOption, { error: postMessages.poll }).check(
    z.minLength(pollSize.fewest, postMessages.tooFewOptions),
    z.maxLength(pollSize.most, postMessages.tooManyOptions),
    z.refine((options) => new Set(options.map((one) => one.trim())).size === options.length, {
      error: postMessages.optionTwice,
    }),
  ),
} as const

const hour = 3_600_000

/** Returns when a poll that lasts this many days from now ends: days times 24 hours (POST-19). */
export function pollExpiry(days: number, now: Date): Date {
  return new Date(now.getTime() + days * 24 * hour)
}

/** Returns the days until a poll ends, rounded up, at least 1 (POST-20). */
export function pollDays(expiresAt: Date, now: Date): number {
  return Math.max(1, Math.ceil((expiresAt.getTime() - now.getTime()) / (24 * hour)))
}

export const Poll = z.object({
  options: z.array(z.object({ option: PersonalNote, votes: z.int() })),
  expires_at: z.string(),
  allow_multiple: z.boolean(),
})
export type Poll = z.output<typeof Poll>

/** A person's memberships; the specification names only OPC. */
const Memberships = z.object({ is_opc: z.boolean() })

/** The author of a post (POST-03). */
export const PostAuthor = z.object({
  id: z.string(),
  _id: z.string(),
  first_name: PersonalName,
  last_name: PersonalName,
  profile_picture: z.nullable(z.string()),
  username: PersonalNote,
  designation: PersonalNote,
  memberships: Memberships,
})
export type PostAuthor = z.output<typeof PostAuthor>

const postShape = {
  id: z.string(),
  _id: z.string(),
  message: PersonalNote,
  attachments: z.object({
    images: z.array(z.string()),
    video: z.nullable(z.string()),
    audio: z.nullable(z.string()),
    file: z.nullable(z.string()),
  }),
  like_count: z.int(),
  comment_count: z.int(),
  poll: z.nullable(Poll),
  tags: z.array(z.string()),
  created_at: z.string(),
  is_pinned: z.boolean(),
  user: PostAuthor,
  user_id: PostAuthor,
  /** Whether it is the provider's own, which staff edit. A member's may contain the member's contacts. */
  is_own: z.boolean(),
  version: z.int(),
} as const

const isOwn = (post: Record<string, unknown>) => post.is_own === true

export const Post = maskedUnless(isOwn, z.object(postShape))
export type Post = z.output<typeof Post>

/** A post in a list. A reported one also has its open reports, its visibility (MOD-07) and what changed since. */
export const ListedPost = maskedUnless(
  isOwn,
  z.object({
    ...postShape,
    is_visible: z.optional(z.boolean()),
    reports: z.optional(z.record(z.string(), z.int())),
    changed: z.optional(z.nullable(Changed)),
  }),
)
