import * as z from 'zod/mini'
import { characterCount, optionalText } from '../field.ts'
import { type FileRule, megabyte } from '../file-rule.ts'

/** The words for a post that is refused. */
export const postMessages = {
  fileTooLarge: 'File size must be less than 50MB',
  imageType: 'Only JPG, PNG, WEBP or GIF images are allowed',
  videoType: 'Only MP4, WEBM or MOV videos are allowed',
  fileType: 'Only PDF, DOCX, XLSX, PPTX or ZIP files are allowed',
  empty: 'Write a message, attach a file or add a poll',
  tag: 'Choose tags from the list',
  tagTwice: 'A tag is named twice',
  poll: 'A poll is an object with a list of options',
  optionBlank: 'A poll option cannot be empty',
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

/** The most images that a post gathers; of videos and files it has one each (OQ-081). */
export const mostPostImages = 10

const attachmentLimit = {
  maxBytes: 50 * megabyte,
  exclusive: true,
  tooLarge: postMessages.fileTooLarge,
} as const

/** What each kind of attachment accepts: less than 50 MB (POST-16), types as the bytes show them (OQ-081). */
export const postFileRules = {
  images: {
    ...attachmentLimit,
    mediaTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
    wrongType: postMessages.imageType,
  },
  video: {
    ...attachmentLimit,
    mediaTypes: ['video/mp4', 'video/webm', 'video/quicktime'],
    wrongType: postMessages.videoType,
  },
  file: {
    ...attachmentLimit,
    mediaTypes: [
      'application/pdf',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      'application/zip',
    ],
    wrongType: postMessages.fileType,
  },
} as const satisfies Record<string, FileRule>

/** How many options a poll has (OQ-083). */
export const pollSize = { fewest: 2, most: 10 } as const
/** What the editor's poll begins with (POST-18). */
export const pollDefaults = { options: ['Yes', 'No'], days: 1 } as const

const pollOption = z.string({ error: postMessages.optionBlank }).check(
  z.refine((text) => text.trim() !== '', { error: postMessages.optionBlank, abort: true }),
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

/** When a poll that lasts this many days from now ends: days times 24 hours (POST-19). */
export function pollExpiry(days: number, now: Date): Date {
  return new Date(now.getTime() + days * 24 * hour)
}

/** The days that a poll still lasts, begun ones counted, at least 1 (POST-20). */
export function pollDays(expiresAt: Date, now: Date): number {
  return Math.max(1, Math.ceil((expiresAt.getTime() - now.getTime()) / (24 * hour)))
}

export const Poll = z.object({
  options: z.array(z.object({ option: z.string(), votes: z.int() })),
  expires_at: z.string(),
  allow_multiple: z.boolean(),
})
export type Poll = z.output<typeof Poll>

/** Which memberships a person has; OPC is the one that the specification names. */
export const Memberships = z.object({ is_opc: z.boolean() })

/** Who wrote a post (POST-03). */
export const PostAuthor = z.object({
  id: z.string(),
  _id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  profile_picture: z.nullable(z.string()),
  username: z.string(),
  designation: z.string(),
  memberships: Memberships,
})
export type PostAuthor = z.output<typeof PostAuthor>

const postShape = {
  id: z.string(),
  _id: z.string(),
  message: z.string(),
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
  version: z.int(),
} as const

export const Post = z.object(postShape)
export type Post = z.output<typeof Post>

/** A post as lists carry it: of a reported one also its open reports and whether members see it (MOD-07). */
export const ListedPost = z.object({
  ...postShape,
  is_visible: z.optional(z.boolean()),
  reports: z.optional(z.record(z.string(), z.int())),
})
