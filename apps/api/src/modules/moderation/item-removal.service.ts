import { recordAudit } from '../../platform/audit/audit.ts'
import type { Call } from '../../platform/call.ts'
import type { Files } from '../../platform/files/files.ts'
import { nameOf } from '../user/user.service.ts'
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

/** Runs when the item is locked; may refuse, and returns what the history keeps beside the item. */
type Check = () => Promise<Record<string, unknown>>

/** Deletes what members wrote, for moderators and for the systems that send it. Call it in a transaction. */
export function createItemRemoval({ files }: { files: Pick<Files, 'releaseAll'> }) {
  return {
    /**
     * Deletes a post with its comments, reports and files.
     * @returns false if it does not exist
     */
    async removePost(call: Call, id: string, check: Check = async () => ({})): Promise<boolean> {
      const post = (await lockPost(call.db, id)) ? await findPost(call.db, id) : undefined
      if (!post) return false
      const checked = await check()
      const author = await findUser(call.db, post.user_id)
      const attachments = await attachmentsOfPost(call.db, id)
      await deletePost(call.db, id)
      await files.releaseAll(call.db, attachments)
      await recordAudit(call, {
        action: 'post.remove',
        entityType: 'post',
        entityId: id,
        label: labelOf('post', post.message),
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
      return true
    },

    /**
     * Deletes a comment with its replies and reports.
     * @returns false if it does not exist
     */
    async removeComment(call: Call, id: string, check: Check = async () => ({})): Promise<boolean> {
      const comment = (await lockComment(call.db, id)) ? await findComment(call.db, id) : undefined
      if (!comment) return false
      const checked = await check()
      const author = await findUser(call.db, comment.user_id)
      const replies = await countReplies(call.db, id)
      await deleteComment(call.db, id)
      await recordAudit(call, {
        action: 'comment.remove',
        entityType: 'comment',
        entityId: id,
        label: labelOf('comment', comment.message),
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
      return true
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
