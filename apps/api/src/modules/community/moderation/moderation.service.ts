import {
  moderationMessages,
  type ReportCounts,
  type ReportedComment,
  type ReportedUser,
  type Reports,
  type ReportType,
} from '@greenroom/contract/community/moderation/moderation.schema'
import type { Binned } from '@greenroom/contract/desk/bin/bin.schema'
import { AppError, notFound } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { isRecordId } from '../../../platform/database/record-id.ts'
import { announce } from '../../../platform/webhooks/announce.ts'
import { nameOf } from '../user/user.service.ts'
import type { UserRemoval } from '../user/user-removal.service.ts'
import { deleteDueTexts, findDeletedItem } from './earlier-text.repository.ts'
import { type ItemRemoval, labelOf } from './item-removal.service.ts'
import { presentComment, presentReports, presentUser } from './moderation.presenter.ts'
import {
  dismissReports,
  findComment,
  findPost,
  findUser,
  lastDismissal,
  lockReports,
  reopenReports,
} from './moderation.repository.ts'
import {
  countReported,
  type ItemSource,
  listReported,
  listReportedComments,
  listReportedUsers,
  type QueuePage,
  type Reported,
  type ReportedKind,
} from './report-queue.repository.ts'

/** Kept texts that one round of the job deletes. The next round continues. */
const mostDeleted = 1_000

/** When the reports of an item were dismissed. */
interface Ignored {
  dismissed_at: string
}

/** A post or a comment, as the report endpoints name it (OQ-070). */
interface ReportedItem {
  entity_type: 'activity' | 'reaction'
  entity_id: string
  /** How many open reports the moderator saw; undefined accepts any number. */
  reports?: number | undefined
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
): Promise<(Row & Reported)[]> {
  return listReported(call.db, 'post', source, page)
}

/** Returns how many items of a kind wait, in all and for each reason (OQ-217). */
export async function reportCounts(call: Call, kind: ReportedKind): Promise<ReportCounts> {
  const { waiting, ...ofType } = await countReported(call.db, kind)
  return { waiting, of_type: presentReports(ofType) }
}

/** What moderators do with members' reports (MOD-01 to MOD-22). */
export function createModerationService({ items, removal }: { items: ItemRemoval; removal: UserRemoval }) {
  /**
   * @param seen how many open reports the moderator saw
   * @throws AppError WRONG_STATE if somebody else has handled the reports (OQ-121), STALE if there are others (OQ-526)
   */
  async function lockOpenReports(
    call: Call,
    kind: ReportedKind,
    id: string,
    seen?: number,
  ): Promise<Reports> {
    const open = await lockReports(call.db, kind, id)
    if (!open) throw new AppError('WRONG_STATE', moderationMessages.handled)
    const reports = presentReports(open)
    const count = Object.values(reports).reduce((sum, of) => sum + of, 0)
    if (seen !== undefined && seen !== count) {
      throw new AppError('STALE', moderationMessages.changed, { data: { reports } })
    }
    return reports
  }

  async function ignore(
    call: Call,
    { kind, id, label, seen }: { kind: ReportedKind; id: string; label: string; seen: number | undefined },
  ): Promise<Ignored> {
    const reports = await lockOpenReports(call, kind, id, seen)
    await dismissReports(call.db, { kind, id, by: call.actor.email, now: call.now })
    await recordAudit(call, {
      action: `${kind}.ignore-reports`,
      entityType: kind,
      entityId: id,
      label,
      before: { reports: named(reports) },
      after: { reports: {} },
    })
    return { dismissed_at: call.now.toISOString() }
  }

  /** Returns what the history calls an item. */
  async function labelOfItem(call: Call, kind: ReportedKind, id: string): Promise<string> {
    if (kind === 'user') {
      const user = await findUser(call.db, id)
      if (!user) throw notFound()
      return nameOf(user)
    }
    const found =
      (await (kind === 'post' ? findPost(call.db, id) : findComment(call.db, id))) ??
      (await findDeletedItem(call.db, kind, id))
    if (!found) throw notFound()
    return labelOf(kind, found.message)
  }

  async function remove(
    call: Call,
    kind: 'post' | 'comment',
    id: string,
    seen: { reports?: number | undefined; comments?: number | undefined },
  ): Promise<Binned> {
    const check = async (comments?: number) => {
      const reports = await lockOpenReports(call, kind, id, seen.reports)
      if (kind === 'post' && seen.comments !== undefined && seen.comments !== comments) {
        throw new AppError('STALE', moderationMessages.commentsChanged, { data: { reports, comments } })
      }
      return { reports: named(reports) }
    }
    const post = kind === 'post' ? await findPost(call.db, id) : undefined
    const removed = await (kind === 'post' ? items.removePost : items.removeComment)(call, id, {
      check,
    })
    if (!removed?.binId) {
      if (await findDeletedItem(call.db, kind, id)) {
        throw new AppError('WRONG_STATE', moderationMessages.deletedAlready)
      }
      throw notFound()
    }
    if (post) {
      await announce(call, {
        event: 'post.removed',
        record: { type: 'post', id },
        data: { post_id: id, external_id: post.external_id },
      })
    }
    return { bin_id: removed.binId }
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
     * @throws AppError NOT_FOUND if the item is gone, WRONG_STATE if it has no open report, STALE if it has others than
     * were seen
     */
    async ignore(call: Call, item: ReportedItem): Promise<Ignored> {
      const kind = kindOf(item)
      const id = idOf(item.entity_id)
      return ignore(call, { kind, id, label: await labelOfItem(call, kind, id), seen: item.reports })
    },

    /**
     * Opens the reports again that one call of Ignore dismissed.
     * @throws AppError NOT_FOUND if the item is gone, WRONG_STATE if the caller has none of them dismissed any more
     */
    async reopen(
      call: Call,
      {
        entity_id,
        entity_type,
        dismissed_at,
      }: { entity_id: string; entity_type: string; dismissed_at: string },
    ): Promise<void> {
      const kind: ReportedKind =
        entity_type === 'user' ? 'user' : entity_type === 'activity' ? 'post' : 'comment'
      const id = idOf(entity_id)
      const label = await labelOfItem(call, kind, id)
      const dismissed = { kind, id, dismissedAt: new Date(dismissed_at), by: call.actor.email }
      if ((await reopenReports(call.db, dismissed)) === 0) throw await notReopened(call, dismissed)
      const reports = (await lockReports(call.db, kind, id)) ?? null
      await recordAudit(call, {
        action: `${kind}.reopen-reports`,
        entityType: kind,
        entityId: id,
        label,
        after: { reports: reports ? named(presentReports(reports)) : {} },
      })
    },

    /**
     * Deletes a reported post with its comments and files, or a reported comment with its replies
     * (OQ-071). The bin keeps them for thirty days (OQ-475).
     * @throws AppError NOT_FOUND if the item is gone, WRONG_STATE if it has no open report or if the public product has
     * deleted it, STALE if its reports or
     * comments are others than were seen
     */
    async remove(call: Call, item: ReportedItem & { comments?: number | undefined }): Promise<Binned> {
      return remove(call, kindOf(item), idOf(item.entity_id), item)
    },

    /** Deletes what has been kept for thirty days, with the open reports of deleted items. Returns how many texts. */
    deleteDueTexts: (call: Call) => deleteDueTexts(call.db, call.now, mostDeleted),

    /**
     * Dismisses the open reports of a user.
     * @param seen how many open reports the moderator saw; undefined accepts any number
     * @throws AppError NOT_FOUND if the user is gone, WRONG_STATE if there is no open report, STALE if there are others
     */
    async ignoreUser(call: Call, userId: string, seen?: number): Promise<Ignored> {
      const id = idOf(userId)
      return ignore(call, { kind: 'user', id, label: await labelOfItem(call, 'user', id), seen })
    },

    /**
     * Deletes a reported user with their posts, comments and all reports about these. Orders and bookings keep the
     * person's details (OQ-071).
     * @param seen how many open reports the moderator saw; undefined accepts any number
     * @throws AppError NOT_FOUND if the user is gone, WRONG_STATE if there is no open report or if the provider posts
     * in this user's name (OQ-122), STALE if there are other reports
     */
    async removeUser(call: Call, userId: string, seen?: number): Promise<Binned> {
      const id = idOf(userId)
      const user = await findUser(call.db, id)
      const removed = await removal.remove(call, id, call.now, {
        check: async () => ({ reports: named(await lockOpenReports(call, 'user', id, seen)) }),
        toBin: true,
      })
      if (!removed?.binId) throw notFound()
      await announce(call, {
        event: 'person.removed',
        record: { type: 'user', id },
        data: { user_id: id, external_id: user?.external_id ?? null },
      })
      return { bin_id: removed.binId }
    },
  }
}

/** Returns why no report was opened again: what the reports are like now. */
async function notReopened(
  call: Call,
  { kind, id, by }: { kind: ReportedKind; id: string; by: string },
): Promise<AppError> {
  const last = await lastDismissal(call.db, kind, id)
  const message =
    last === undefined
      ? moderationMessages.reportsDeleted
      : last.dismissed_at === null
        ? moderationMessages.openAgain
        : last.dismissed_by === by
          ? moderationMessages.ignoredAgain
          : moderationMessages.ignoredByOther
  return new AppError('WRONG_STATE', message)
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
