import type { PostForm } from '@greenroom/contract/community/post/post.endpoints'
import {
  type Post,
  pollDays,
  pollDefaults,
  pollExpiry,
  postTags,
} from '@greenroom/contract/community/post/post.schema'
import * as z from 'zod/mini'

export type PostTag = (typeof postTags)[number]

/** The form values. Days are text, as typed; picked files are marks. */
export const PostFormValues = z.object({
  tags: z.array(z.enum(postTags)),
  message: z.string(),
  is_pinned: z.boolean(),
  has_poll: z.boolean(),
  options: z.array(z.string()),
  days: z.string(),
  /**
   * The days that the stored poll had left when the form was filled; null without a stored poll. Days equal to these are
   * unchanged, however much time has passed since (POST-20).
   */
  stored_days: z.nullable(z.string()),
  allow_multiple: z.boolean(),
  /** URLs of stored images that the edit removes. */
  removed_images: z.array(z.string()),
  /** Marks of picked images. */
  new_images: z.array(z.string()),
  /** The stored URL, the mark of a picked file, or null. */
  video: z.nullable(z.string()),
  file: z.nullable(z.string()),
})
export type PostFormValues = z.output<typeof PostFormValues>

/**
 * The values that an edit compares and sends. Images are compared as removals and additions, so that two people who
 * change different images both keep their changes.
 */
export interface EditedPost {
  tags: readonly PostTag[]
  message: string
  is_pinned: boolean
  /** Null without a poll. */
  options: readonly string[] | null
  /** The stored end of the poll, or a mark of the days that were typed; null without a poll. */
  expiry: string | null
  allow_multiple: boolean
  removed_images: readonly string[]
  new_images: readonly string[]
  video: string | null
  file: string | null
}

/** Returns an empty editor: pinned (POST-11), with the defaults of a poll that is switched off (POST-18). */
export function emptyPostValues(): PostFormValues {
  return {
    tags: [],
    message: '',
    is_pinned: true,
    has_poll: false,
    options: [...pollDefaults.options],
    days: String(pollDefaults.days),
    stored_days: null,
    allow_multiple: false,
    removed_images: [],
    new_images: [],
    video: null,
    file: null,
  }
}

/**
 * Returns the editor's values for a stored post.
 * @param now when the edit begins: the remaining days of the poll are counted from then
 */
export function postValuesOf(post: Post, now: Date): PostFormValues {
  const { poll, attachments } = post
  const days = String(poll ? pollDays(new Date(poll.expires_at), now) : pollDefaults.days)
  return {
    tags: chosenTags(post.tags),
    message: post.message,
    is_pinned: post.is_pinned,
    has_poll: poll !== null,
    options: poll ? poll.options.map(({ option }) => option) : [...pollDefaults.options],
    days,
    stored_days: poll ? days : null,
    allow_multiple: poll?.allow_multiple ?? false,
    removed_images: [],
    new_images: [],
    video: attachments.video,
    file: attachments.file,
  }
}

/** Returns tags in the order of the fixed list, so that equal choices compare as equal (POST-04). */
export function chosenTags(tags: readonly string[]): PostTag[] {
  return postTags.filter((tag) => tags.includes(tag))
}

/** Whether the days of the stored poll are unchanged. */
export function keepsDays({ days, stored_days }: Pick<PostFormValues, 'days' | 'stored_days'>): boolean {
  return days.trim() === stored_days
}

/**
 * Returns what an edit compares and sends.
 * @param base the stored post that the edit began from; null for a new post
 */
export function editedPostOf(values: PostFormValues, base: Post | null): EditedPost {
  const { has_poll, options, allow_multiple } = values
  const stored = base?.poll
  return {
    tags: chosenTags(values.tags),
    message: values.message,
    is_pinned: values.is_pinned,
    options: has_poll ? options : null,
    expiry: has_poll ? (stored && keepsDays(values) ? stored.expires_at : daysMark(values.days)) : null,
    // Without a poll the switch is hidden, so an earlier change of it does not count.
    allow_multiple: has_poll ? allow_multiple : (stored?.allow_multiple ?? false),
    removed_images: values.removed_images,
    new_images: values.new_images,
    video: values.video,
    file: values.file,
  }
}

const daysPrefix = 'days:'

function daysMark(days: string): string {
  return `${daysPrefix}${days.trim()}`
}

/** Returns the typed days of a changed expiry; undefined for the stored end. */
export function typedDaysOf(expiry: string): string | undefined {
  return expiry.startsWith(daysPrefix) ? expiry.slice(daysPrefix.length) : undefined
}

/** Returns when a poll of so many days ends; null for anything but a valid number of days (POST-19). */
export function expiryOf(days: string, now: Date): Date | null {
  const count = wholeDays(days)
  return count === null ? null : pollExpiry(count, now)
}

/** The most days that a poll may last: its end must be a valid date. */
export const mostDays = 3650

/** Returns the typed days as a number; null for anything but a whole number from 1 to the most. */
export function wholeDays(days: string): number | null {
  const typed = days.trim()
  if (!/^\d{1,5}$/.test(typed)) return null
  const count = Number(typed)
  return count >= 1 && count <= mostDays ? count : null
}

/** Returns the body that creates a post, from valid values (POST-21). Files are sent beside it. */
export function newPostOf(values: PostFormValues, now: Date): Partial<PostForm> {
  return {
    tags: chosenTags(values.tags),
    message: values.message,
    is_pinned: values.is_pinned,
    ...(values.has_poll
      ? {
          poll: { options: values.options },
          expires_at: expiryText(values.days, now),
          allow_multiple: values.allow_multiple,
        }
      : {}),
  }
}

/**
 * Returns the body of an edit (POST-22). The end of a poll is sent only when its days were changed: saving a post again
 * neither extends nor resets its poll (OQ-083). Picked files are sent beside the body.
 * @param stored the post as it is stored now
 * @param typed the form's values, for a poll that has to be created again because the stored post has none any more
 */
export function postChangesOf(
  changes: Partial<EditedPost>,
  stored: Pick<Post, 'attachments' | 'poll'>,
  typed: Pick<PostFormValues, 'days' | 'allow_multiple'>,
  now: Date,
): Partial<PostForm> {
  const body: Partial<PostForm> = {}
  if (changes.tags !== undefined) body.tags = [...changes.tags]
  if (changes.message !== undefined) body.message = changes.message
  if (changes.is_pinned !== undefined) body.is_pinned = changes.is_pinned
  if (changes.options !== undefined) {
    body.poll = changes.options === null ? null : { options: [...changes.options] }
  }
  const days = changes.expiry ? typedDaysOf(changes.expiry) : undefined
  if (days !== undefined) body.expires_at = expiryText(days, now)
  if (changes.allow_multiple !== undefined) body.allow_multiple = changes.allow_multiple
  if (body.poll && stored.poll === null) {
    body.expires_at ??= expiryText(typed.days, now)
    body.allow_multiple ??= typed.allow_multiple
  }

  const { images, video, file } = stored.attachments
  const removed = [
    // Images that someone else has removed since are left out.
    ...(changes.removed_images ?? []).filter((image) => images.includes(image)),
    ...(changes.video === null && video !== null ? [video] : []),
    ...(changes.file === null && file !== null ? [file] : []),
  ]
  if (removed.length > 0) body.remove_attachment = removed
  return body
}

function expiryText(days: string, now: Date): string {
  return expiryOf(days, now)?.toISOString() ?? ''
}

/** Returns how many images the post will have. */
export function imageCount(
  base: Post | null,
  { removed_images, new_images }: Pick<PostFormValues, 'removed_images' | 'new_images'>,
): number {
  return (base?.attachments.images.length ?? 0) - removed_images.length + new_images.length
}

/** Whether the post will have an image, a video or a file that its editor shows. */
export function hasAttachments(values: PostFormValues, base: Post | null): boolean {
  return imageCount(base, values) > 0 || values.video !== null || values.file !== null
}

/** Whether the post has no content: no message, no attachment and no poll (OQ-083). */
export function isEmptyPost(values: PostFormValues, base: Post | null): boolean {
  return (
    values.message.trim() === '' &&
    !values.has_poll &&
    !hasAttachments(values, base) &&
    (base?.attachments.audio ?? null) === null
  )
}

/** Returns how many votes an edit of the poll discards: those of options whose text has gone (OQ-083). */
export function lostVotes(values: PostFormValues, base: Post | null): number {
  const kept = values.has_poll ? values.options : []
  return (base?.poll?.options ?? [])
    .filter(({ option }) => !kept.includes(option))
    .reduce((sum, { votes }) => sum + votes, 0)
}

/**
 * Returns the editor's field for a path of the server's errors; undefined when no field shows it.
 * @param path for instance poll.options.1
 */
export function postFieldOf(
  path: string,
  { has_poll, options }: Pick<PostFormValues, 'has_poll' | 'options'>,
): string | undefined {
  const [field, member, place] = path.split('.')
  switch (field) {
    case 'tags':
    case 'message':
    case 'is_pinned':
      return field
    case 'images':
    case 'video':
    case 'file':
    case 'remove_attachment':
      return 'attachments'
  }
  // The fields of a poll are shown only while it is switched on.
  if (!has_poll) return undefined
  if (field === 'expires_at') return 'days'
  if (field === 'allow_multiple') return field
  if (field !== 'poll') return undefined
  return member === 'options' && Number(place) < options.length ? `options.${place}` : 'options'
}
