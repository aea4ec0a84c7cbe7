import { type Reports, reportTypes } from '@greenroom/contract/community/moderation/moderation.schema'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'
import type { ReportedKind } from './report-queue.repository.ts'

type PostRow = Selectable<DB['post']>
type CommentRow = Selectable<DB['comment']>
type UserRow = Selectable<DB['app_user']>

/**
 * Returns the open reports of an item by reason and locks them until the transaction ends; undefined if there are
 * none. A caller that also changes the item locks the item first.
 */
export function lockReports(db: Database, kind: ReportedKind, id: string): Promise<Reports | undefined> {
  return db
    .selectFrom('report_summary')
    .select([...reportTypes])
    .where('entity_type', '=', kind)
    .where('entity_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Closes the open reports of an item. */
export async function dismissReports(
  db: Database,
  { kind, id, by, now }: { kind: ReportedKind; id: string; by: string; now: Date },
): Promise<void> {
  await db
    .updateTable('report')
    .set({ dismissed_at: now, dismissed_by: by })
    .where('entity_type', '=', kind)
    .where('entity_id', '=', id)
    .where('dismissed_at', 'is', null)
    .execute()
}

/** Opens the reports of an item again that somebody dismissed at a time. Returns their number. */
export async function reopenReports(
  db: Database,
  { kind, id, by, dismissedAt }: { kind: ReportedKind; id: string; by: string; dismissedAt: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('report')
    .set({ dismissed_at: null, dismissed_by: null })
    .where('entity_type', '=', kind)
    .where('entity_id', '=', id)
    .where('dismissed_at', '=', dismissedAt)
    .where('dismissed_by', '=', by)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Returns who dismissed the reports of an item last, and when; null if one is open, undefined without reports. */
export function lastDismissal(
  db: Database,
  kind: ReportedKind,
  id: string,
): Promise<{ dismissed_at: Date | null; dismissed_by: string | null } | undefined> {
  return db
    .selectFrom('report')
    .select(['dismissed_at', 'dismissed_by'])
    .where('entity_type', '=', kind)
    .where('entity_id', '=', id)
    .orderBy('dismissed_at', (by) => by.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst()
}

export function findPost(db: Database, id: string): Promise<PostRow | undefined> {
  return db.selectFrom('post').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findComment(db: Database, id: string): Promise<CommentRow | undefined> {
  return db.selectFrom('comment').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findUser(db: Database, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Locks a post for deletion; false if it is gone. Its author is locked first, because the deletion changes the
 * author's post count: with this order two deletions cannot deadlock.
 */
export async function lockPost(db: Database, id: string): Promise<boolean> {
  await sql`select from app_user where id = (select user_id from post where id = ${id}) for no key update`.execute(
    db,
  )
  const { rows } = await sql`select 1 as found from post where id = ${id} for update`.execute(db)
  return rows.length > 0
}

/** Locks a comment for deletion, after its post, whose comment count changes. */
export async function lockComment(db: Database, id: string): Promise<boolean> {
  await sql`select from post where id = (select post_id from comment where id = ${id}) for no key update`.execute(
    db,
  )
  const { rows } = await sql`select 1 as found from comment where id = ${id} for update`.execute(db)
  return rows.length > 0
}

/** Returns the keys of the files attached to a post. */
export async function attachmentsOfPost(db: Database, postId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('post_attachment')
    .select('file_key')
    .where('post_id', '=', postId)
    .orderBy('kind')
    .orderBy('position')
    .execute()
  return rows.map((row) => row.file_key)
}

/** Returns how many replies a comment has, at any depth. */
export async function countReplies(db: Database, commentId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with recursive reply as (
      select id from comment where parent_comment_id = ${commentId}
      union all
      select comment.id from comment join reply on comment.parent_comment_id = reply.id
    )
    select count(*) as n from reply`.execute(db)
  return rows[0]?.n ?? 0
}

/** Deletes a post and everything attached to it, except the bytes of its files. */
export async function deletePost(db: Database, id: string): Promise<void> {
  await db.deleteFrom('post').where('id', '=', id).execute()
}

/** Deletes a comment and its replies. */
export async function deleteComment(db: Database, id: string): Promise<void> {
  await db.deleteFrom('comment').where('id', '=', id).execute()
}
