import type { PostForm } from '@greenroom/contract/post/post.endpoints'
import { type Post, pollDays, pollDefaults, pollExpiry, postTags } from '@greenroom/contract/post/post.schema'
import * as z from 'zod/mini'
import { type ImageChoice as FileChoice, fileMark, imageMark } from '../../shared/image-field/image-choice.ts'

export type PostTag = (typeof postTags)[number]

/**
 * What the editor's fields hold. The days stay text, so that what was typed is never changed under the hands. Also the
 * shape of a kept draft.
 */
export const PostFormValues = z.object({
  tags: z.array(z.enum(postTags)),
  message: z.string(),
  is_pinned: z.boolean(),
  has_poll: z.boolean(),
  options: z.array(z.string()),
  days: z.string(),
  allow_multiple: z.boolean(),
})
export type PostFormValues = z.output<typeof PostFormValues>

/** What becomes of the attachments: stored images that go, picked images that come, and the one video and file. */
export interface Attachments {
  removedImages: readonly string[]
  newImages: readonly File[]
  video: FileChoice
  file: FileChoice
}

/**
 * A stored post as an edit begins from it. The days that its poll still lasts are counted once, so that they do not
 * change by the mere passing of time (POST-20).
 */
export interface PostBase {
  post: Post
  days: string
}

/**
 * What an edit compares and sends, one comparable value a field. Images that come and go are not compared with the
 * stored ones: two people who change different images both get their way.
 */
export interface EditedPost {
  tags: readonly PostTag[]
  message: string
  is_pinned: boolean
  /** Null for no poll. */
  options: readonly string[] | null
  /** The stored end of the poll, or a mark of the days that were typed; null for no poll. */
  expiry: string | null
  allow_multiple: boolean
  removed_images: readonly string[]
  /** Marks of the picked images. */
  new_images: readonly string[]
  video: string | null
  file: string | null
}

/** No attachment touched. */
export function keptAttachments(): Attachments {
  return { removedImages: [], newImages: [], video: { kind: 'kept' }, file: { kind: 'kept' } }
}

/** An empty editor: pinned (POST-11), without a poll, whose defaults wait (POST-18). */
export function emptyValues(): PostFormValues {
  return {
    tags: [],
    message: '',
    is_pinned: true,
    has_poll: false,
    options: [...pollDefaults.options],
    days: String(pollDefaults.days),
    allow_multiple: false,
  }
}

/** A stored post as an edit begins from it now. */
export function baseOf(post: Post, now: Date): PostBase {
  const days = post.poll ? pollDays(new Date(post.poll.expires_at), now) : pollDefaults.days
  return { post, days: String(days) }
}

/** Fills the editor with a stored post. */
export function valuesOf({ post, days }: PostBase): PostFormValues {
  const { poll } = post
  return {
    tags: chosenTags(post.tags),
    message: post.message,
    is_pinned: post.is_pinned,
    has_poll: poll !== null,
    options: poll ? poll.options.map(({ option }) => option) : [...pollDefaults.options],
    days,
    allow_multiple: poll?.allow_multiple ?? false,
  }
}

/** Tags in the order of the fixed list, so that the same choice is the same list (POST-04). */
export function chosenTags(tags: readonly string[]): PostTag[] {
  return postTags.filter((tag) => tags.includes(tag))
}

/** The values that an edit compares and sends. */
export function editedOf(
  values: PostFormValues,
  base: PostBase | null,
  attachments: Attachments,
): EditedPost {
  const stored = base?.post.attachments
  return {
    tags: chosenTags(values.tags),
    message: values.message,
    is_pinned: values.is_pinned,
    options: values.has_poll ? values.options : null,
    expiry: values.has_poll ? expiryMark(values.days, base) : null,
    // Without a poll nothing is asked, so a switch that was touched before is no change.
    allow_multiple: values.has_poll ? values.allow_multiple : (base?.post.poll?.allow_multiple ?? false),
    removed_images: attachments.removedImages,
    new_images: attachments.newImages.map(fileMark),
    video: imageMark(stored?.video ?? null, attachments.video),
    file: imageMark(stored?.file ?? null, attachments.file),
  }
}

/** What is compared of a stored post. */
export function storedEditedOf(base: PostBase): EditedPost {
  return editedOf(valuesOf(base), base, keptAttachments())
}

const daysMark = 'days:'

function expiryMark(days: string, base: PostBase | null): string {
  const stored = base?.post.poll?.expires_at
  return stored !== undefined && days.trim() === base?.days ? stored : `${daysMark}${days.trim()}`
}

/** The end of a poll that was given so many days; null while none were typed, or they are no number (POST-19). */
export function expiryOf(days: string, now: Date): Date | null {
  const count = wholeDays(days)
  return count === null ? null : pollExpiry(count, now)
}

/** The most days that a poll may be given: a date must come of them. */
export const mostDays = 3650

/** Reads the days that were typed; null for anything but a whole number from 1 to the most. */
export function wholeDays(days: string): number | null {
  const typed = days.trim()
  if (!/^\d{1,5}$/.test(typed)) return null
  const count = Number(typed)
  return count >= 1 && count <= mostDays ? count : null
}

/** The values of a valid editor as a new post goes out (POST-21). */
export function newPostOf(values: PostFormValues, now: Date): Partial<PostForm> {
  return {
    tags: chosenTags(values.tags),
    message: values.message,
    is_pinned: values.is_pinned,
    ...(values.has_poll
      ? {
          poll: { options: values.options },
          expires_at: expiryText(`${daysMark}${values.days}`, now),
          allow_multiple: values.allow_multiple,
        }
      : {}),
  }
}

/**
 * The changed fields as an edit goes out (POST-22). The end of a poll goes along only when the days were changed: a
 * post that is saved again neither extends nor resets its poll (OQ-083). Picked files travel beside these fields.
 * @param changes the fields that were changed
 * @param stored the post as it is stored now
 * @param typed the whole form, for what a poll needs beside its options when the stored post has none any more
 */
export function changesOf(
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
  if (changes.expiry?.startsWith(daysMark)) body.expires_at = expiryText(changes.expiry, now)
  if (changes.allow_multiple !== undefined) body.allow_multiple = changes.allow_multiple
  if (body.poll && stored.poll === null) {
    body.expires_at ??= expiryText(`${daysMark}${typed.days}`, now)
    body.allow_multiple ??= typed.allow_multiple
  }

  const { images, video, file } = stored.attachments
  const removed = [
    // One that somebody else has removed meanwhile is gone already.
    ...(changes.removed_images ?? []).filter((image) => images.includes(image)),
    ...(changes.video === null && video !== null ? [video] : []),
    ...(changes.file === null && file !== null ? [file] : []),
  ]
  if (removed.length > 0) body.remove_attachment = removed
  return body
}

function expiryText(mark: string, now: Date): string {
  return expiryOf(mark.slice(daysMark.length), now)?.toISOString() ?? ''
}

/** The picked files by the part of the form that carries them; only of fields that are sent, when those are named. */
export function filesOf(
  { newImages, video, file }: Attachments,
  sent?: Partial<EditedPost>,
): Partial<Record<'images' | 'video' | 'file', File[]>> {
  const isSent = (field: keyof EditedPost) => sent === undefined || sent[field] !== undefined
  return {
    ...(newImages.length > 0 && isSent('new_images') ? { images: [...newImages] } : {}),
    ...(video.kind === 'picked' && isSent('video') ? { video: [video.file] } : {}),
    ...(file.kind === 'picked' && isSent('file') ? { file: [file.file] } : {}),
  }
}

/** How many images the post will have. */
export function imageCount(base: PostBase | null, { removedImages, newImages }: Attachments): number {
  return (base?.post.attachments.images.length ?? 0) - removedImages.length + newImages.length
}

/** Whether there is nothing to say yet: no message, no attachment and no poll (OQ-083). */
export function isEmpty(values: PostFormValues, base: PostBase | null, attachments: Attachments): boolean {
  const { video, file } = editedOf(values, base, attachments)
  return (
    values.message.trim() === '' &&
    !values.has_poll &&
    imageCount(base, attachments) === 0 &&
    video === null &&
    file === null &&
    (base?.post.attachments.audio ?? null) === null
  )
}

/** The votes that an edit of the poll throws away: those of options whose text is no longer there (OQ-083). */
export function lostVotes(values: PostFormValues, base: PostBase | null): number {
  const kept = values.has_poll ? values.options : []
  return (base?.post.poll?.options ?? [])
    .filter(({ option }) => !kept.includes(option))
    .reduce((sum, { votes }) => sum + votes, 0)
}

/** Gives the field of the editor that a refused path of the wire belongs to, for instance poll.options.1. */
export function formPathOf(path: string): string {
  const [field, member, place] = path.split('.')
  if (field === 'poll') return member === 'options' && place !== undefined ? `options.${place}` : 'options'
  if (field === 'expires_at') return 'days'
  if (field === 'images' || field === 'video' || field === 'file' || field === 'remove_attachment') {
    return 'attachments'
  }
  return field ?? path
}
