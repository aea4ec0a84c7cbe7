import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

/**
 * All calls of the feed lock in one order, which moderation follows too, so that none waits for another in a circle:
 * external ids, people, posts, comments, counts of reports, each in the order of their ids.
 */

type PostRow = Selectable<DB['post']>
type CommentRow = Selectable<DB['comment']>

type Removable = 'post' | 'comment' | 'report'

/** A person that records name, locked. */
export type LockedPerson = Pick<Selectable<DB['app_user']>, 'id' | 'external_id' | 'first_name' | 'last_name'>

/** A post that records name, locked. */
export type LockedPost = Pick<
  PostRow,
  'id' | 'external_id' | 'user_id' | 'message' | 'poll_expires_at' | 'poll_allow_multiple'
>

/** What records name a person or an item by: the caller's ids and ours. */
export interface Names {
  externalIds: readonly string[]
  ids: readonly string[]
}

type LockStrength = 'key share' | 'share' | 'no key update' | 'update'

const locking = {
  'key share': sql`for key share`,
  share: sql`for share`,
  'no key update': sql`for no key update`,
  update: sql`for update`,
} as const satisfies Record<LockStrength, unknown>

/** Keeps other calls from storing records with these external ids, which may not exist yet, until the transaction ends. */
export async function lockExternalIds(
  db: Database,
  type: Removable,
  externalIds: readonly string[],
): Promise<void> {
  await sql`select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(${type}::text || ':' || id, 0) as key
    from unnest(${[...externalIds]}::text[]) as id order by key
  ) as one`.execute(db)
}

/** Locks people and returns them. */
export async function lockPeople(
  db: Database,
  { externalIds, ids }: Names,
  strength: LockStrength,
): Promise<LockedPerson[]> {
  const { rows } = await sql<LockedPerson>`
    select id, external_id, first_name, last_name from app_user
    where external_id = any(${[...externalIds]}::text[]) or id = any(${[...ids]}::uuid[])
    order by id ${locking[strength]}`.execute(db)
  return rows
}

/** Locks posts and returns them. */
export async function lockPosts(
  db: Database,
  { externalIds, ids }: Names,
  strength: LockStrength,
): Promise<LockedPost[]> {
  const { rows } = await sql<LockedPost>`
    select id, external_id, user_id, message, poll_expires_at, poll_allow_multiple from post
    where external_id = any(${[...externalIds]}::text[]) or id = any(${[...ids]}::uuid[])
    order by id ${locking[strength]}`.execute(db)
  return rows
}

type LockedComment = Pick<CommentRow, 'id' | 'external_id' | 'message'>

/** Locks comments and returns them. Their posts are locked before. */
export async function lockComments(
  db: Database,
  { externalIds, ids }: Names,
  strength: LockStrength,
): Promise<LockedComment[]> {
  const { rows } = await sql<LockedComment>`
    select id, external_id, message from comment
    where external_id = any(${[...externalIds]}::text[]) or id = any(${[...ids]}::uuid[])
    order by id ${locking[strength]}`.execute(db)
  return rows
}

/** Returns the authors of posts. */
export async function authorsOfPosts(db: Database, externalIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from post where external_id = any(${[...externalIds]}::text[])`.execute(db)
  return rows.map((row) => row.user_id)
}

/** Returns the posts of comments. */
export async function postsOfComments(db: Database, { externalIds, ids }: Names): Promise<string[]> {
  const { rows } = await sql<{ post_id: string }>`
    select distinct post_id from comment
    where external_id = any(${[...externalIds]}::text[]) or id = any(${[...ids]}::uuid[])`.execute(db)
  return rows.map((row) => row.post_id)
}

/** Returns which external ids belong to records that were deleted, whoever did it. */
export async function removedAmong(
  db: Database,
  type: Removable,
  externalIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${[...externalIds]}::text[]) as id
    join removed_record on entity_type = ${type} and external_id_hash = external_id_hash(id)`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/** Remembers records as deleted that were never stored: their creation may arrive later. */
export async function rememberRemoved(
  db: Database,
  type: Removable,
  externalIds: readonly string[],
): Promise<void> {
  await sql`insert into removed_record (entity_type, external_id_hash)
    select distinct ${type}::text, external_id_hash(id) from unnest(${[...externalIds]}::text[]) as id
    on conflict do nothing`.execute(db)
}

export function findSentPost(db: Database, externalId: string): Promise<PostRow | undefined> {
  return db.selectFrom('post').selectAll().where('external_id', '=', externalId).executeTakeFirst()
}

export async function insertSentPost(
  db: Database,
  post: Pick<
    PostRow,
    'id' | 'external_id' | 'user_id' | 'message' | 'tags' | 'source_changed_at' | 'created_at'
  > & { updated_at: Date },
): Promise<void> {
  await db.insertInto('post').values(post).execute()
}

/** Sets columns and increments the version. */
export async function updateSentPost(
  db: Database,
  id: string,
  { now, ...values }: Pick<PostRow, 'message' | 'tags' | 'source_changed_at'> & { now: Date },
): Promise<void> {
  await db
    .updateTable('post')
    .set({ ...values, version: sql<number>`version + 1`, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Records when the caller's system changed a post or a comment whose content is the same. */
export async function setSourceChangedAt(
  db: Database,
  table: 'post' | 'comment',
  id: string,
  changedAt: Date,
): Promise<void> {
  await db.updateTable(table).set({ source_changed_at: changedAt }).where('id', '=', id).execute()
}

export function findSentComment(db: Database, externalId: string): Promise<CommentRow | undefined> {
  return db.selectFrom('comment').selectAll().where('external_id', '=', externalId).executeTakeFirst()
}

export async function insertSentComment(
  db: Database,
  comment: Omit<CommentRow, 'external_id' | 'source_changed_at'> & {
    external_id: string
    source_changed_at: Date
  },
): Promise<void> {
  await db.insertInto('comment').values(comment).execute()
}

export async function updateSentComment(
  db: Database,
  id: string,
  values: Pick<CommentRow, 'message' | 'source_changed_at'>,
): Promise<void> {
  await db.updateTable('comment').set(values).where('id', '=', id).execute()
}
