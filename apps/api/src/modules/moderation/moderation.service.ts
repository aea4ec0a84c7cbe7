import {
  moderationMessages,
  type ReportCounts,
  type ReportedComment,
  type ReportedUser,
  type Reports,
  type ReportType,
} from '@greenroom/contract/moderation/moderation.schema'
import { AppError, notFound } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import type { Call } from '../../platform/call.ts'
import { isRecordId } from '../../platform/database/record-id.ts'
import type { Files } from '../../platform/files/files.ts'
import { announce } from '../../platform/webhooks/announce.ts'
import type { Settings } from '../../settings.ts'
import { presentComment, presentReports, presentUser } from './moderation.presenter.ts'
import {
  attachmentsOfPost,
  attachmentsOfUser,
  countReplies,
  countWorks,
  deleteComment,
  deletePost,
  deleteUser,
  dismissReports,
  findComment,
  findPost,
  findUser,
  isPictureShared,
  lockComment,
  lockPost,
  lockPostsOfUser,
  lockReports,
  lockUser,
} from './moderation.repository.ts'
import {
  countReported,
  type ItemSource,
  listReported,
  listReportedComments,
  listReportedUsers,
  type QueuePage,
  type ReportedKind,
} from './report-queue.repository.ts'

export type ModerationService = ReturnType<typeof createModerationService>

/** A post or a comment, as the report endpoints name it (OQ-070). */
export interface ReportedItem {
  entity_type: 'activity' | 'reaction'
  entity_id: string
}

/**
 * Returns a page of posts with open reports, the newest report first, then by id (OQ-111): the counts of their open
 * reports, and the columns of the source. It is one statement, so that no post goes missing in between.
 * @param page.reportTypes only posts reported for one of these; null, none or all match any
 */
export function reportedPosts<Row extends object>(
  call: Call,
  page: { reportTypes: ReportType[] | null; limit: number; offset: number },
  source: ItemSource,
): Promise<(Row & Reports)[]> {
  return listReported(call.db, 'post', source, page)
}

/** Returns how many items of a kind wait, in all and for each reason (OQ-217). */
export async function reportCounts(call: Call, kind: ReportedKind): Promise<ReportCounts> {
  const { waiting, ...ofType } = await countReported(call.db, kind)
  return { waiting, of_type: presentReports(ofType) }
}

/** What moderators do with members' reports (MOD-01 to MOD-22). */
export function createModerationService({
  files,
  settings,
}: {
  files: Files
  settings: Pick<Settings, 'ADMIN_POST_USER_ID'>
}) {
  /** @throws AppError WRONG_STATE if somebody else has handled the reports (OQ-121) */
  async function lockOpenReports(call: Call, kind: ReportedKind, id: string): Promise<Reports> {
    const open = await lockReports(call.db, kind, id)
    if (!open) throw new AppError('WRONG_STATE', moderationMessages.handled)
    return presentReports(open)
  }

  async function ignore(
    call: Call,
    { kind, id, label }: { kind: ReportedKind; id: string; label: string },
  ): Promise<void> {
    const reports = await lockOpenReports(call, kind, id)
    await dismissReports(call.db, { kind, id, by: call.actor.email, now: call.now })
    await recordAudit(call, {
      action: `${kind}.ignore-reports`,
      entityType: kind,
      entityId: id,
      label,
      before: { reports: named(reports) },
      after: { reports: {} },
    })
  }

  async function removePost(call: Call, id: string): Promise<void> {
    const post = (await lockPost(call.db, id)) ? await findPost(call.db, id) : undefined
    if (!post) throw notFound()
    const reports = await lockOpenReports(call, 'post', id)
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
        reports: named(reports),
      },
    })
    await announce(call, {
      event: 'post.removed',
      record: { type: 'post', id },
      data: { post_id: id },
    })
  }

  async function removeComment(call: Call, id: string): Promise<void> {
    const comment = (await lockComment(call.db, id)) ? await findComment(call.db, id) : undefined
    if (!comment) throw notFound()
    const reports = await lockOpenReports(call, 'comment', id)
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
        reports: named(reports),
      },
    })
  }

  return {
    /** Lists comments with open reports, the newest report first. */
    async reportedComments(call: Call, page: QueuePage): Promise<ReportedComment[]> {
      return (await listReportedComments(call.db, page)).map(presentComment)
    },

    /** Lists users with open reports, the newest report first. */
    async reportedUsers(call: Call, page: QueuePage): Promise<ReportedUser[]> {
      return (await listReportedUsers(call.db, page)).map(presentUser)
    },

    /**
     * Dismisses the open reports of a post or a comment. A later report brings it back (MOD-05).
     * @throws AppError NOT_FOUND if the item is gone, WRONG_STATE if it has no open report
     */
    async ignore(call: Call, item: ReportedItem): Promise<void> {
      const kind = kindOf(item)
      const id = idOf(item.entity_id)
      const found = await (kind === 'post' ? findPost(call.db, id) : findComment(call.db, id))
      if (!found) throw notFound()
      await ignore(call, { kind, id, label: labelOf(kind, found.message) })
    },

    /**
     * Permanently deletes a reported post with its comments and files, or a reported comment with its replies
     * (OQ-071).
     * @throws AppError NOT_FOUND if the item is gone, WRONG_STATE if it has no open report
     */
    async remove(call: Call, item: ReportedItem): Promise<void> {
      const id = idOf(item.entity_id)
      await (kindOf(item) === 'post' ? removePost(call, id) : removeComment(call, id))
    },

    /**
     * Dismisses the open reports of a user.
     * @throws AppError NOT_FOUND if the user is gone, WRONG_STATE if there is no open report
     */
    async ignoreUser(call: Call, userId: string): Promise<void> {
      const id = idOf(userId)
      const user = await findUser(call.db, id)
      if (!user) throw notFound()
      await ignore(call, { kind: 'user', id, label: nameOf(user) })
    },

    /**
     * Deletes a reported user with their posts, comments and all reports about these. Orders and bookings keep the
     * person's details (OQ-071).
     * @throws AppError NOT_FOUND if the user is gone, WRONG_STATE if there is no open report or if the provider posts
     * in this user's name (OQ-122)
     */
    async removeUser(call: Call, userId: string): Promise<void> {
      const id = idOf(userId)
      const user = (await lockUser(call.db, id)) ? await findUser(call.db, id) : undefined
      if (!user) throw notFound()
      if (id === settings.ADMIN_POST_USER_ID) {
        throw new AppError('WRONG_STATE', moderationMessages.providerAuthor)
      }
      await lockPostsOfUser(call.db, id)
      const reports = await lockOpenReports(call, 'user', id)
      const works = await countWorks(call.db, id)
      const attachments = await attachmentsOfUser(call.db, id)
      const picture = user.profile_picture_key
      const isPictureFree = picture !== null && !(await isPictureShared(call.db, picture, id))
      await deleteUser(call.db, id)
      await files.releaseAll(call.db, isPictureFree ? [...attachments, picture] : attachments)
      await recordAudit(call, {
        action: 'user.remove',
        entityType: 'user',
        entityId: id,
        label: nameOf(user),
        before: {
          first_name: user.first_name,
          last_name: user.last_name,
          email: user.email,
          phone: user.phone,
          username: user.username,
          description: user.description,
          created_at: user.created_at.toISOString(),
          posts: works.posts,
          comments: works.comments,
          attachments: attachments.length,
          reports: named(reports),
        },
      })
      await announce(call, {
        event: 'person.removed',
        record: { type: 'user', id },
        data: { user_id: id },
      })
    },
  }
}

function kindOf(item: ReportedItem): 'post' | 'comment' {
  return item.entity_type === 'activity' ? 'post' : 'comment'
}

/** @throws AppError NOT_FOUND for a malformed id */
function idOf(text: string): string {
  if (!isRecordId(text)) throw notFound()
  return text
}

function nameOf(user: { first_name: string; last_name: string }): string {
  return `${user.first_name} ${user.last_name}`.trim()
}

const longestLabel = 120

/** Returns the start of a member's message on one line, to identify it in the audit log. */
function labelOf(kind: 'post' | 'comment', message: string): string {
  const characters = [...message.trim().replace(/\s+/g, ' ')]
  if (characters.length === 0) return `${kind === 'post' ? 'Post' : 'Comment'} without a message`
  return characters.length > longestLabel
    ? `${characters.slice(0, longestLabel).join('')}…`
    : characters.join('')
}

/** Returns the counts above zero. */
function named(reports: Reports): Record<string, number> {
  return Object.fromEntries(Object.entries(reports).filter(([, count]) => count > 0))
}
