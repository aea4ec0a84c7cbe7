import type {
  Changed,
  ReportedComment,
  ReportedUser,
  Reports,
} from '@greenroom/contract/community/moderation/moderation.schema'
import type { ChangedItem, ReportedCommentRow, ReportedUserRow } from './report-queue.repository.ts'

/** Returns the counts of a summary row by reason. */
export function presentReports(row: Reports): Reports {
  return {
    offensive: row.offensive,
    spam: row.spam,
    misleading: row.misleading,
    hate: row.hate,
    illegal: row.illegal,
    sensitive: row.sensitive,
    other: row.other,
    harassment: row.harassment,
  }
}

/** Returns what the public product did to an item since it was reported. */
export function presentChange({ changed_at, is_deleted, message_now }: ChangedItem): Changed | null {
  if (changed_at === null) return null
  return { how: is_deleted ? 'deleted' : 'edited', at: changed_at, message: message_now ?? '' }
}

/** Presents a reported comment for a response. */
export function presentComment(row: ReportedCommentRow): ReportedComment {
  return {
    id: row.id,
    _id: row.id,
    parent_id: row.parent_comment_id ?? row.post_id,
    post_id: row.post_id,
    post: {
      message: row.post_message,
      user: { first_name: row.post_first_name, last_name: row.post_last_name },
    },
    user: { _id: row.user_id, first_name: row.first_name, last_name: row.last_name },
    created_at: row.created_at,
    reaction_message: row.message,
    changed: presentChange(row),
    reports: presentReports(row),
  }
}

/** Presents a reported user for a response. */
export function presentUser(row: ReportedUserRow): ReportedUser {
  return {
    _id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    phone: row.phone,
    email: row.email,
    description: row.description,
    memberships: { is_opc: row.is_opc },
    reports: presentReports(row),
  }
}
