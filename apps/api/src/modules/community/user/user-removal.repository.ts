import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'

/**
 * Keeps records that another system changed until a time from creating a deleted user again. Call it before the user is
 * locked, as the intake does it: the other order could deadlock.
 */
export async function ignoreRecordsUntil(db: Database, id: string, time: Date): Promise<void> {
  await sql`update intake_user set source_changed_at = greatest(source_changed_at, ${time}::timestamptz)
    where user_id = ${id}::uuid`.execute(db)
}

/** Locks a user for deletion; false if the user is gone. */
export async function lockUser(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 as found from app_user where id = ${id} for update`.execute(db)
  return rows.length > 0
}

/**
 * Locks all posts that the deletion of a user deletes or recounts: the user's own, and those that they commented on,
 * liked or voted in.
 * Call it after lockUser and before comments change, as lockComment does. All are locked in one order, and with the
 * lock of a deletion, so that two deletions cannot deadlock: upgrading a weaker lock later could.
 */
export async function lockPostsOfUser(db: Database, id: string): Promise<void> {
  await sql`select from post
    where id = any (array(
      select post.id from post where post.user_id = ${id}
      union select comment.post_id from comment where comment.user_id = ${id}
      union select post_like.post_id from post_like where post_like.user_id = ${id}
      union select post_vote.post_id from post_vote where post_vote.user_id = ${id}
    ))
    order by id for update`.execute(db)
}

/** Returns the keys of the files attached to all posts of a user. */
export async function attachmentsOfUser(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('post_attachment')
    .innerJoin('post', 'post.id', 'post_attachment.post_id')
    .select('post_attachment.file_key')
    .where('post.user_id', '=', userId)
    .execute()
  return rows.map((row) => row.file_key)
}

/** Returns how many posts and comments a user has written. */
export async function countWorks(db: Database, userId: string): Promise<{ posts: number; comments: number }> {
  const count = (table: 'post' | 'comment') =>
    db.selectFrom(table).select(db.fn.countAll<number>().as('n')).where('user_id', '=', userId)
  const { rows } = await sql<{ posts: number; comments: number }>`
    select (${count('post')}) as posts, (${count('comment')}) as comments`.execute(db)
  return rows[0] ?? { posts: 0, comments: 0 }
}

/** Tells whether another user has the same profile picture. */
export async function isPictureShared(db: Database, key: string, userId: string): Promise<boolean> {
  const other = await db
    .selectFrom('app_user')
    .select('id')
    .where('profile_picture_key', '=', key)
    .where('id', '!=', userId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/**
 * Deletes a user with their posts, comments and memberships. Orders do not reference the user and bookings lose the reference;
 * both keep the person's details. Comments and posts are deleted by one statement each, because the cascade would
 * take one statement per row.
 */
export async function deleteUser(db: Database, id: string): Promise<void> {
  await sql`delete from comment
    where user_id = ${id} or post_id = any (array(select post.id from post where post.user_id = ${id}))`.execute(
    db,
  )
  await db.deleteFrom('membership_held').where('user_id', '=', id).execute()
  await db.deleteFrom('post').where('user_id', '=', id).execute()
  await db.deleteFrom('app_user').where('id', '=', id).execute()
}
