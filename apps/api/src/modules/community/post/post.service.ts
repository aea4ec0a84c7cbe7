import type { ReportType } from '@greenroom/contract/community/moderation/moderation.schema'
import { countedVotes } from '@greenroom/contract/community/post/counted-votes'
import type { PostForm } from '@greenroom/contract/community/post/post.endpoints'
import {
  type ListedPost,
  mostPostImages,
  newAuthorName,
  type Post,
  postMessages,
} from '@greenroom/contract/community/post/post.schema'
import type { Binned } from '@greenroom/contract/desk/bin/bin.schema'
import type { FieldError } from '@greenroom/contract/error'
import type * as z from 'zod/mini'
import { AppError, invalid } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { isRecordId, newId } from '../../../platform/database/record-id.ts'
import { findRecord, lockRecord, refuseStale } from '../../../platform/database/records.ts'
import { type Files, keyOfUrl } from '../../../platform/files/files.ts'
import type { SpooledFile } from '../../../platform/files/spool.ts'
import { announce } from '../../../platform/webhooks/announce.ts'
import { keepInBin } from '../../desk/bin/bin-keeping.service.ts'
import { presentChange, presentReports } from '../moderation/moderation.presenter.ts'
import { reportedPosts } from '../moderation/moderation.service.ts'
import type { UserService } from '../user/user.service.ts'
import { presentPost } from './post.presenter.ts'
import {
  type AttachmentKind,
  deleteAttachments,
  deletePost,
  findPost,
  findPostLockingVotes,
  insertAttachments,
  insertPost,
  listPosts,
  listPostsOfUser,
  lockAuthorOfPost,
  type MemberVote,
  memberVotes,
  type PostRow,
  type PostValues,
  replaceOptions,
  reportedPost,
  setCounted,
  updatePost,
} from './post.repository.ts'

/** The uploaded files of a form by part. */
type PostFiles = Partial<Record<'images' | 'video' | 'file', SpooledFile[]>>

interface Poll {
  options: { option: string; votes: number }[]
  expiresAt: string
  allowMultiple: boolean
}

interface Attachment {
  kind: AttachmentKind
  key: string
}

/** Community posts. Staff write the provider's posts in the name of one user, and see and pin all posts. */
export function createPostService({
  authorId,
  publicUrl,
  files,
  users,
}: {
  /** The user in whose name staff write (OQ-080). */
  authorId: string
  /** Base URL of uploaded files in browsers; a form names an attachment by its path or its whole URL. */
  publicUrl: string
  files: Files
  users: UserService
}) {
  const present = (row: PostRow) => presentPost(row, authorId)

  async function read(call: Call, id: string): Promise<Post> {
    return present(await findRecord(call, findPost, id, 'post'))
  }

  const locked = (call: Call, id: string) => lockRecord(call, 'post', findPostLockingVotes, id, 'post')

  /** @throws AppError WRONG_STATE for a member's post, which only moderation may change (OQ-120) */
  function requireOwn(row: PostRow, change: 'edited' | 'deleted'): void {
    if (row.user_id === authorId) return
    throw new AppError('WRONG_STATE', `Only the provider's own posts can be ${change}`)
  }

  async function keepFiles(call: Call, id: string, uploaded: PostFiles): Promise<void> {
    const added: Attachment[] = []
    for (const { kind, spooled } of uploadsOf(uploaded)) {
      added.push({ kind, key: (await files.keep(call.db, spooled, id)).key })
    }
    await insertAttachments(call.db, id, added)
  }

  async function audited(
    call: Call,
    action: 'create' | 'update' | 'remove' | 'pin' | 'unpin',
    before: Post | null,
    after: Post | null,
  ) {
    const post = after ?? before
    if (!post) return
    await recordAudit(call, {
      action: `post.${action}`,
      entityType: 'post',
      entityId: post._id,
      label: labelOf(post),
      before: before && auditMembers(before),
      after: after && auditMembers(after),
    })
  }

  return {
    /** Lists all, pinned or unpinned posts, the newest first. */
    async list(
      call: Call,
      { isPinned, ...page }: { isPinned?: boolean | undefined; limit: number; offset: number },
    ): Promise<Post[]> {
      return (await listPosts(call.db, page, isPinned)).map(present)
    },

    /** Lists posts with open reports of these types, the newest report first; none or all match any. */
    async listReported(
      call: Call,
      query: { reportTypes: ReportType[]; limit: number; offset: number },
    ): Promise<z.output<typeof ListedPost>[]> {
      const rows = await reportedPosts<PostRow>(call, query, reportedPost)
      return rows.map((row) => ({
        ...present(row),
        is_visible: row.is_visible,
        changed: presentChange(row),
        reports: presentReports(row),
      }))
    },

    /** Lists an author's posts, the newest first; an unknown author has none. */
    async listOfUser(call: Call, userId: string, page: { limit: number; offset: number }): Promise<Post[]> {
      if (!isRecordId(userId)) return []
      return (await listPostsOfUser(call.db, userId, page)).map(present)
    },

    /** @throws AppError NOT_FOUND */
    get: read,

    /**
     * Creates a post in the provider's name.
     * @throws AppError VALIDATION for a post without message, attachment and poll, a poll without a future end, too
     * many images
     */
    async create(call: Call, form: PostForm, uploaded: PostFiles): Promise<Post> {
      const { values, options } = changed(null, form, uploaded, call.now, publicUrl)
      await users.ensure(call, { id: authorId, ...newAuthorName })
      const id = newId()
      await insertPost(call.db, { id, userId: authorId, now: call.now, values })
      await replaceOptions(call.db, id, options)
      await keepFiles(call, id, uploaded)
      const made = await read(call, id)
      await audited(call, 'create', null, made)
      return made
    },

    /**
     * Changes the given fields of a provider's post. New images are added; a new video or file replaces the old one.
     * Poll options with the same text keep their votes (OQ-083).
     * @throws AppError NOT_FOUND, STALE with the current record, WRONG_STATE for a member's post, VALIDATION as for
     * create, and for removing what is not attached to this post
     */
    async update(call: Call, id: string, form: PostForm, uploaded: PostFiles): Promise<Post> {
      const row = await locked(call, id)
      requireOwn(row, 'edited')
      const before = present(row)
      refuseStale(call.expectedVersion, before, 'Someone else has changed this post.')
      const { values, options, removed } = changed(row, form, uploaded, call.now, publicUrl)
      const isSame =
        JSON.stringify([values, options]) === JSON.stringify([valuesOf(row), row.options ?? []]) &&
        removed.length === 0 &&
        uploadsOf(uploaded).length === 0
      if (isSame) return before
      await updatePost(call.db, id, { ...values, now: call.now })
      if (JSON.stringify(options) !== JSON.stringify(row.options ?? []))
        await replaceOptions(call.db, id, options)
      if (values.poll_allow_multiple !== row.poll_allow_multiple) {
        await recountVotes(call, id, values.poll_allow_multiple)
      }
      await deleteAttachments(call.db, id, removed)
      await files.releaseAll(call.db, removed)
      await keepFiles(call, id, uploaded)
      const after = await read(call, id)
      await audited(call, 'update', before, after)
      return after
    },

    /**
     * Deletes a provider's post with its comments, reports and files. The bin keeps them for thirty days (OQ-475).
     * @param comments how many comments the person was shown; undefined accepts any number
     * @throws AppError NOT_FOUND, WRONG_STATE for a member's post, STALE with the current record
     */
    async remove(call: Call, id: string, comments?: number): Promise<Binned> {
      if (isRecordId(id)) await lockAuthorOfPost(call.db, id)
      const row = await locked(call, id)
      requireOwn(row, 'deleted')
      const post = present(row)
      refuseStale(call.expectedVersion, post, 'Someone else has changed this post.')
      if (comments !== undefined && comments !== post.comment_count) {
        throw new AppError('STALE', 'The comments of this post have changed. Nothing was deleted.', {
          data: post,
        })
      }
      const label = labelOf(post)
      const binId = await keepInBin(call, { kind: 'post', id: row.id, label, permission: 'content.write' })
      await deletePost(call.db, id)
      await audited(call, 'remove', post, null)
      await announce(call, {
        event: 'post.removed',
        record: { type: 'post', id: row.id },
        data: { post_id: row.id, external_id: null },
      })
      return { bin_id: binId }
    },

    /**
     * Pins or unpins any post.
     * @param target undefined toggles (OQ-029)
     * @returns whether it is pinned now, its version, and whether this call did it
     * @throws AppError NOT_FOUND, STALE with the current record
     */
    async pin(
      call: Call,
      id: string,
      target: boolean | undefined,
    ): Promise<{ is_pinned: boolean; version: number; changed: boolean }> {
      const row = await locked(call, id)
      refuseStale(call.expectedVersion, present(row), 'Someone else has changed this post.')
      const isPinned = target ?? !row.is_pinned
      if (isPinned === row.is_pinned) return { is_pinned: isPinned, version: row.version, changed: false }
      await updatePost(call.db, id, { is_pinned: isPinned, now: call.now })
      const after = await read(call, id)
      await audited(call, isPinned ? 'pin' : 'unpin', present(row), after)
      return { is_pinned: isPinned, version: after.version, changed: true }
    },
  }
}

/** Decides again which members' votes count: a poll that now allows one choice counts only the last of each member. */
async function recountVotes({ db }: Call, postId: string, allowMultiple: boolean): Promise<void> {
  const votes = new Map<string, MemberVote[]>()
  for (const vote of await memberVotes(db, postId)) {
    const others = votes.get(vote.user_id)
    if (others) others.push(vote)
    else votes.set(vote.user_id, [vote])
  }
  const changed = [...votes.values()].flatMap((before) =>
    countedVotes(before, allowMultiple).filter(
      (vote, place) => vote.is_counted !== before[place]?.is_counted,
    ),
  )
  await setCounted(db, postId, changed)
}

/**
 * Applies a form to a post.
 * @param row the stored post; null for a new one
 * @returns its columns, its poll options, and the keys of removed attachments
 * @throws AppError VALIDATION with every refused field
 */
function changed(
  row: PostRow | null,
  form: PostForm,
  uploaded: PostFiles,
  now: Date,
  publicUrl: string,
): { values: PostValues; options: Poll['options']; removed: string[] } {
  const errors: FieldError[] = []
  const stored = row ? attachmentsOf(row) : []

  const named = (form.remove_attachment ?? []).map((url) => keyOfUrl(url.trim(), publicUrl))
  for (const [place, key] of named.entries()) {
    if (stored.some((one) => one.key === key)) continue
    errors.push({ path: `remove_attachment.${place}`, message: postMessages.attachmentUnknown })
  }
  const replaced = (kind: AttachmentKind) =>
    (kind === 'video' && uploaded.video?.[0] !== undefined) ||
    (kind === 'file' && uploaded.file?.[0] !== undefined)
  const kept = stored.filter(({ kind, key }) => !named.includes(key) && !replaced(kind))
  const uploads = uploadsOf(uploaded)
  const images = [...kept, ...uploads].filter(({ kind }) => kind === 'image')
  if (images.length > mostPostImages) {
    errors.push({ path: 'images', message: postMessages.tooManyImages })
  }

  const { poll, refused } = pollAfter(row ? pollOf(row) : null, form, now)
  errors.push(...refused)
  const message = form.message ?? row?.message ?? ''
  if (errors.length === 0 && message.trim() === '' && kept.length + uploads.length === 0 && !poll) {
    errors.push({ path: 'message', message: postMessages.empty })
  }
  if (errors.length > 0) throw invalid(errors)

  return {
    values: {
      message,
      tags: form.tags ?? row?.tags ?? [],
      is_pinned: form.is_pinned ?? row?.is_pinned ?? false,
      poll_expires_at: poll?.expiresAt ?? null,
      poll_allow_multiple: poll?.allowMultiple ?? false,
    },
    options: poll?.options ?? [],
    removed: stored.filter((one) => !kept.includes(one)).map((one) => one.key),
  }
}

/** Returns the poll after a form. An end that is omitted or unchanged stays, even if it has passed (OQ-083). */
function pollAfter(
  stored: Poll | null,
  form: PostForm,
  now: Date,
): { poll: Poll | null; refused: FieldError[] } {
  if (form.poll === null || (form.poll === undefined && !stored)) return { poll: null, refused: [] }
  const refused: FieldError[] = []
  const refuse = (message: string) => refused.push({ path: 'expires_at', message })
  const sent = form.expires_at === undefined ? undefined : new Date(form.expires_at).toISOString()
  if (sent === undefined && !stored) refuse(postMessages.expiryRequired)
  if (sent !== undefined && sent !== stored?.expiresAt && Date.parse(sent) <= now.getTime()) {
    refuse(postMessages.expiryPast)
  }
  const votes = new Map(stored?.options.map((one) => [one.option, one.votes]))
  const options =
    form.poll?.options.map((option) => ({ option, votes: votes.get(option) ?? 0 })) ?? stored?.options ?? []
  return {
    poll: {
      options,
      expiresAt: sent ?? stored?.expiresAt ?? now.toISOString(),
      allowMultiple: form.allow_multiple ?? stored?.allowMultiple ?? false,
    },
    refused,
  }
}

function pollOf(row: PostRow): Poll | null {
  if (row.poll_expires_at === null) return null
  return {
    options: row.options ?? [],
    expiresAt: row.poll_expires_at,
    allowMultiple: row.poll_allow_multiple,
  }
}

function valuesOf({ message, tags, is_pinned, poll_expires_at, poll_allow_multiple }: PostRow): PostValues {
  return { message, tags, is_pinned, poll_expires_at, poll_allow_multiple }
}

function attachmentsOf(row: PostRow): Attachment[] {
  return (row.attachments ?? []).map(([kind, key]) => ({ kind, key }))
}

const kindOf = { images: 'image', video: 'video', file: 'file' } as const

function uploadsOf(uploaded: PostFiles): { kind: AttachmentKind; spooled: SpooledFile }[] {
  return (['images', 'video', 'file'] as const).flatMap((part) =>
    (uploaded[part] ?? []).map((spooled) => ({ kind: kindOf[part], spooled })),
  )
}

/** Returns enough of the message to identify a post in the audit log, on one line. */
function labelOf({ message }: Post): string {
  const line = message.trim().replace(/\s+/g, ' ')
  if (line === '') return 'Post without a message'
  const characters = [...line]
  return characters.length > 80 ? `${characters.slice(0, 79).join('')}…` : line
}

function auditMembers({
  message,
  attachments,
  poll,
  tags,
  is_pinned,
  comment_count,
  like_count,
  user,
}: Post) {
  return { message, attachments, poll, tags, is_pinned, comment_count, like_count, user_id: user.id }
}
