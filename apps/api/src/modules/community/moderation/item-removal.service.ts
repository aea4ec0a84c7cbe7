import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import type { Files } from '../../../platform/files/files.ts'
import type { BinDisposal } from '../../desk/bin/bin-disposal.service.ts'
import { keepInBin } from '../../desk/bin/bin-keeping.service.ts'
import { nameOf } from '../user/user.service.ts'
import { keepDeletedTexts, keepEarlierText, lockDeletedItems } from './earlier-text.repository.ts'
import {
  attachmentsOfPost,
  countReplies,
  deleteComment,
  deletePost,
  findComment,
  findPost,
  findUser,
  lockComment,
  lockPost,
} from './moderation.repository.ts'

export type ItemRemoval = ReturnType<typeof createItemRemoval>

/**
 * Runs when the item is locked; may refuse, and returns what the history keeps beside the item.
 * @param comments how many comments a post has
 */
type Check = (comments?: number) => Promise<Record<string, unknown>>

/**
 * What moderators delete goes to the bin; what the public product deletes nobody can bring back (OQ-479), but its text is
 * kept for moderators (OQ-775).
 */
interface RemovalOptions {
  check?: Check
  /** When the public product deleted it; absent if a moderator deletes it. */
  sentAt?: Date
}

/** An item that was deleted. */
interface Removed {
  /** The item of the bin that has it; null if nothing keeps it. */
  binId: string | null
}

/** Deletes what members wrote, for moderators and for the systems that send it. Call it in a transaction. */
export function createItemRemoval({
  files,
  disposal,
}: {
  files: Pick<Files, 'releaseAll'>
  disposal: Pick<BinDisposal, 'disposeSent'>
}) {
  return {
    /** Deletes from the bin what a member deleted in the public product. */
    disposeSent: disposal.disposeSent,

    keepEarlierText,
    lockDeletedItems,

    /**
     * Deletes a post with its comments, reports and files.
     * @returns null if it does not exist
     */
    async removePost(
      call: Call,
      id: string,
      { check = async () => ({}), sentAt }: RemovalOptions,
    ): Promise<Removed | null> {
      const post = (await lockPost(call.db, id)) ? await findPost(call.db, id) : undefined
      if (!post) return null
      const checked = await check(post.comment_count)
      const label = labelOf('post', post.message)
      const author = await findUser(call.db, post.user_id)
      const attachments = await attachmentsOfPost(call.db, id)
      const binId = sentAt
        ? null
        : await keepInBin(call, { kind: 'post', id, label, permission: 'moderation.write' })
      if (sentAt) await keepDeletedTexts(call, { kind: 'post', id, endedAt: sentAt })
      await deletePost(call.db, id)
      if (sentAt) await files.releaseAll(call.db, attachments)
      await recordAudit(call, {
        action: 'post.remove',
        entityType: 'post',
        entityId: id,
        label,
        before: {
          user_id: post.user_id,
          user_name: author ? nameOf(author) : null,
          message: post.message,
          tags: post.tags,
          created_at: post.created_at.toISOString(),
          attachments: attachments.length,
          likes: post.like_count,
          comments: post.comment_count,
          ...checked,
        },
      })
      return { binId }
    },

    /**
     * Deletes a comment with its replies and reports.
     * @returns null if it does not exist
     */
    async removeComment(
      call: Call,
      id: string,
      { check = async () => ({}), sentAt }: RemovalOptions,
    ): Promise<Removed | null> {
      const comment = (await lockComment(call.db, id)) ? await findComment(call.db, id) : undefined
      if (!comment) return null
      const checked = await check()
      const label = labelOf('comment', comment.message)
      const author = await findUser(call.db, comment.user_id)
      const replies = await countReplies(call.db, id)
      const binId = sentAt
        ? null
        : await keepInBin(call, { kind: 'comment', id, label, permission: 'moderation.write' })
      if (sentAt) await keepDeletedTexts(call, { kind: 'comment', id, endedAt: sentAt })
      await deleteComment(call.db, id)
      await recordAudit(call, {
        action: 'comment.remove',
        entityType: 'comment',
        entityId: id,
        label,
        before: {
          user_id: comment.user_id,
          user_name: author ? nameOf(author) : null,
          post_id: comment.post_id,
          parent_comment_id: comment.parent_comment_id,
          message: comment.message,
          created_at: comment.created_at.toISOString(),
          replies,
          ...checked,
        },
      })
      return { binId }
    },
  }
}

const longestLabel = 120

/** Returns the start of a member's message on one line, to identify it in the audit log. */
export function labelOf(kind: 'post' | 'comment', message: string): string {
  const characters = [...message.trim().replace(/\s+/g, ' ')]
  if (characters.length === 0) return `${kind === 'post' ? 'Post' : 'Comment'} without a message`
  return characters.length > longestLabel
    ? `${characters.slice(0, longestLabel).join('')}…`
    : characters.join('')
}
