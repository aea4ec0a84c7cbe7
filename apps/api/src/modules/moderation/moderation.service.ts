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
import { nameOf } from '../user/user.service.ts'
import type { UserRemoval } from '../user/user-removal.service.ts'
import { createItemRemoval, labelOf } from './item-removal.service.ts'
import { presentComment, presentReports, presentUser } from './moderation.presenter.ts'
import { dismissReports, findComment, findPost, findUser, lockReports } from './moderation.repository.ts'
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
export function createModerationService({ files, removal }: { files: Files; removal: UserRemoval }) {
  const items = createItemRemoval({ files })

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

  async function remove(call: Call, kind: 'post' | 'comment', id: string): Promise<void> {
    const check = async () => ({ reports: named(await lockOpenReports(call, kind, id)) })
    const post = kind === 'post' ? await findPost(call.db, id) : undefined
    const isRemoved = await (kind === 'post' ? items.removePost : items.removeComment)(call, id, check)
    if (!isRemoved) throw notFound()
    if (post) {
      await announce(call, {
        event: 'post.removed',
        record: { type: 'post', id },
        data: { post_id: id, external_id: post.external_id },
      })
    }
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
      await remove(call, kindOf(item), id)
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
      const user = await findUser(call.db, id)
      const isRemoved = await removal.remove(call, id, call.now, async () => ({
        reports: named(await lockOpenReports(call, 'user', id)),
      }))
      if (!isRemoved) throw notFound()
      await announce(call, {
        event: 'person.removed',
        record: { type: 'user', id },
        data: { user_id: id, external_id: user?.external_id ?? null },
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

/** Returns the counts above zero. */
function named(reports: Reports): Record<string, number> {
  return Object.fromEntries(Object.entries(reports).filter(([, count]) => count > 0))
}
