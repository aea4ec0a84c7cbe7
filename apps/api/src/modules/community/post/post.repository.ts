import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { type PreparedStatement, preparedQuery } from '../../../platform/database/prepared-query.ts'

export type AttachmentKind = 'image' | 'video' | 'audio' | 'file'

/** A post with its author, its attachments and its poll. Instants are ISO texts. */
export interface PostRow {
  id: string
  user_id: string
  message: string
  tags: string[]
  is_pinned: boolean
  is_visible: boolean
  like_count: number
  comment_count: number
  poll_expires_at: string | null
  poll_allow_multiple: boolean
  version: number
  created_at: string
  first_name: string
  last_name: string
  username: string
  designation: string
  is_opc: boolean
  profile_picture_key: string | null
  /** Kind and key, by kind and position; null for none. */
  attachments: [kind: AttachmentKind, key: string][] | null
  /** In order; null for a post without a poll. */
  options: { option: string; votes: number }[] | null
}

/** The columns that staff write. */
export interface PostValues {
  message: string
  tags: string[]
  is_pinned: boolean
  poll_expires_at: string | null
  poll_allow_multiple: boolean
}

const columnsBeside = `author.first_name, author.last_name, author.username, author.designation, author.is_opc,
    author.profile_picture_key, post.poll_expires_at,
    (select json_agg(json_build_array(kind, file_key) order by kind, position)
      from post_attachment where post_id = post.id) as attachments,
    (select json_agg(json_build_object('option', option, 'votes', votes) order by position)
      from post_poll_option where post_id = post.id) as options`

const columns = `post.id, post.user_id, post.message, post.tags, post.is_pinned, post.is_visible, post.like_count,
    post.comment_count, post.poll_allow_multiple, post.version, post.created_at, ${columnsBeside}`

const selected = `select ${columns} from post join app_user as author on author.id = post.user_id`

/** The columns of a reported post in the moderation queue, as it was reported; a deleted one has its text alone. */
export const reportedPost = {
  name: 'posts',
  columns: `summary.entity_id as id, author.id as user_id, coalesce(reported.message, post.message) as message,
    coalesce(reported.tags, post.tags) as tags, coalesce(post.is_pinned, false) as is_pinned,
    coalesce(post.is_visible, true) as is_visible, coalesce(post.like_count, 0) as like_count,
    coalesce(post.comment_count, 0) as comment_count,
    coalesce(post.poll_allow_multiple, false) as poll_allow_multiple, coalesce(post.version, 0) as version,
    coalesce(post.created_at, reported.created_at) as created_at, ${columnsBeside}`,
  joins: '',
} as const

/** Selects a page by ids from an index, so that only the rows of the page are read. */
function pageOf(name: string, ids: string): PreparedStatement {
  return {
    name: `posts/${name}`,
    text: `${selected} where post.id = any (${ids}) order by post.created_at desc, post.id desc`,
  }
}

// Parameters in subqueries hide the values from the planner, so one plan serves all requests. Otherwise it would plan
// each request again.
const newest = 'order by created_at desc, id desc limit (select $1::bigint) offset (select $2::bigint)'
const feeds = {
  all: pageOf('all', `array(select id from post ${newest})`),
  pinned: pageOf('pinned', `array(select id from post where is_pinned ${newest})`),
  unpinned: pageOf('unpinned', `array(select id from post where not is_pinned ${newest})`),
} as const

/**
 * A page past the middle of an author's posts is read from the end, so that the last page is as fast as the first.
 */
const ofAuthor = pageOf(
  'of author',
  // Without the cast, `any` would take the subquery's rows instead of the array in its only row.
  `(
    with author as materialized (select post_count as total from app_user where id = $3::uuid)
    select case when $2::bigint * 2 <= coalesce((select total from author), 0)
      then array(
        select id from post where user_id = $3::uuid ${newest}
      )
      else array(
        select id from post where user_id = $3::uuid order by created_at, id
        limit greatest(0, least($1::bigint, (select total from author) - $2::bigint))
        offset greatest(0, (select total from author) - $2::bigint - $1::bigint)
      )
    end
  )::uuid[]`,
)

const ofId: PreparedStatement = { name: 'posts/of id', text: `${selected} where post.id = $1::uuid` }

interface Page {
  limit: number
  offset: number
}

/** Lists posts, the newest first: all, pinned or unpinned. */
export function listPosts(db: Database, page: Page, isPinned: boolean | undefined): Promise<PostRow[]> {
  const feed = isPinned === undefined ? feeds.all : isPinned ? feeds.pinned : feeds.unpinned
  return preparedQuery<PostRow>(db, feed, [page.limit, page.offset])
}

/** Lists a user's posts, the newest first. */
export function listPostsOfUser(db: Database, userId: string, page: Page): Promise<PostRow[]> {
  return preparedQuery<PostRow>(db, ofAuthor, [page.limit, page.offset, userId])
}

export async function findPost(db: Database, id: string): Promise<PostRow | undefined> {
  return (await preparedQuery<PostRow>(db, ofId, [id]))[0]
}

/**
 * Locks the author of a post, whose post count a deletion changes. Call it before the post is locked, as moderation
 * does, so that two deletions cannot deadlock.
 */
export async function lockAuthorOfPost(db: Database, id: string): Promise<void> {
  await sql`select from app_user where id = (select user_id from post where id = ${id}) for no key update`.execute(
    db,
  )
}

/** Reads a post, and locks its votes until the transaction ends. */
export async function findPostLockingVotes(db: Database, id: string): Promise<PostRow | undefined> {
  await db
    .selectFrom('post_poll_option')
    .select('position')
    .where('post_id', '=', id)
    .orderBy('position')
    .forUpdate()
    .execute()
  // A second statement, because the first one's snapshot may be older than the locks it waited for.
  return findPost(db, id)
}

export async function insertPost(
  db: Database,
  { id, userId, now, values }: { id: string; userId: string; now: Date; values: PostValues },
): Promise<void> {
  await db
    .insertInto('post')
    .values({ ...values, id, user_id: userId, created_at: now, updated_at: now })
    .execute()
}

/** Sets columns and increments the version. */
export async function updatePost(
  db: Database,
  id: string,
  { now, ...values }: Partial<PostValues> & { now: Date },
): Promise<void> {
  await db
    .updateTable('post')
    .set({ ...values, version: sql<number>`version + 1`, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Deletes a post with its attachments, poll, comments and reports; the bytes of its files stay. */
export async function deletePost(db: Database, id: string): Promise<void> {
  await db.deleteFrom('post').where('id', '=', id).execute()
}

/** Adds attachments after those of their kind. */
export async function insertAttachments(
  db: Database,
  postId: string,
  attachments: readonly { kind: AttachmentKind; key: string }[],
): Promise<void> {
  if (attachments.length === 0) return
  const [kinds, keys] = [attachments.map((one) => one.kind), attachments.map((one) => one.key)]
  await sql`
    insert into post_attachment (post_id, file_key, kind, position)
    select ${postId}::uuid, added.key, added.kind, added.place + coalesce(
      (select max(position) from post_attachment where post_id = ${postId}::uuid and kind = added.kind), -1)
    from unnest(${kinds}::text[], ${keys}::text[]) with ordinality as added (kind, key, place)
  `.execute(db)
}

export async function deleteAttachments(
  db: Database,
  postId: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await db
    .deleteFrom('post_attachment')
    .where('post_id', '=', postId)
    .where('file_key', 'in', [...keys])
    .execute()
}

/** Replaces the poll's options with these, in this order, and deletes members' votes for others. */
export async function replaceOptions(
  db: Database,
  postId: string,
  options: readonly { option: string; votes: number }[],
): Promise<void> {
  await db.deleteFrom('post_poll_option').where('post_id', '=', postId).execute()
  // While there is no option, so that the triggers on votes count nothing.
  const kept = options.map((one) => one.option)
  await sql`delete from post_vote where post_id = ${postId} and option <> all(${kept}::text[])`.execute(db)
  if (options.length === 0) return
  await db
    .insertInto('post_poll_option')
    .values(options.map((one, position) => ({ ...one, post_id: postId, position })))
    .execute()
}

/** A member's vote in a poll. */
export interface MemberVote {
  user_id: string
  option: string
  cast_at: Date | null
  withdrawn_at: Date | null
  is_counted: boolean
}

/** Returns all votes of members in a poll. The lock of the post keeps them from changing. */
export function memberVotes(db: Database, postId: string): Promise<MemberVote[]> {
  return db
    .selectFrom('post_vote')
    .select(['user_id', 'option', 'cast_at', 'withdrawn_at', 'is_counted'])
    .where('post_id', '=', postId)
    .execute()
}

/** Sets which votes in a poll count. A trigger keeps the options' counts. */
export async function setCounted(db: Database, postId: string, votes: readonly MemberVote[]): Promise<void> {
  if (votes.length === 0) return
  await sql`update post_vote as kept set is_counted = changed.is_counted
    from unnest(${votes.map((one) => one.user_id)}::uuid[], ${votes.map((one) => one.option)}::text[],
      ${votes.map((one) => one.is_counted)}::boolean[]) as changed (user_id, option, is_counted)
    where kept.post_id = ${postId} and kept.user_id = changed.user_id and kept.option = changed.option`.execute(
    db,
  )
}
