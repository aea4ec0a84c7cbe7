import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'

/** A like of a person. The later of both times decides whether it counts. */
export interface LikeRow {
  post_id: string
  user_id: string
  liked_at: Date | null
  unliked_at: Date | null
}

/** A person's vote for an option. */
export interface VoteRow {
  post_id: string
  user_id: string
  option: string
  cast_at: Date | null
  withdrawn_at: Date | null
  is_counted: boolean
}

type Pair = Pick<LikeRow, 'post_id' | 'user_id'>

const pairsOf = (pairs: readonly Pair[]) =>
  sql`unnest(${pairs.map((one) => one.post_id)}::uuid[], ${pairs.map((one) => one.user_id)}::uuid[])
    as pair (post_id, user_id)`

/** Returns the likes of people and posts. The lock of the posts keeps them from changing. */
export async function likesOf(db: Database, pairs: readonly Pair[]): Promise<LikeRow[]> {
  const { rows } = await sql<LikeRow>`
    select distinct post_id, user_id, liked_at, unliked_at
    from ${pairsOf(pairs)} join post_like using (post_id, user_id)`.execute(db)
  return rows
}

/** Stores likes by one statement. A trigger keeps the posts' counts. */
export async function saveLikes(db: Database, likes: readonly LikeRow[]): Promise<void> {
  if (likes.length === 0) return
  await sql`insert into post_like (post_id, user_id, liked_at, unliked_at)
    select post_id, user_id, liked_at, unliked_at
    from json_to_recordset(${JSON.stringify(likes)}::json)
      as saved (post_id uuid, user_id uuid, liked_at timestamptz, unliked_at timestamptz)
    order by post_id, user_id
    on conflict (post_id, user_id) do update
      set liked_at = excluded.liked_at, unliked_at = excluded.unliked_at`.execute(db)
}

/** Returns all votes of people in polls. The lock of the posts keeps them from changing. */
export async function votesOf(db: Database, pairs: readonly Pair[]): Promise<VoteRow[]> {
  const { rows } = await sql<VoteRow>`
    select distinct post_id, user_id, option, cast_at, withdrawn_at, is_counted
    from ${pairsOf(pairs)} join post_vote using (post_id, user_id)`.execute(db)
  return rows
}

/** Returns the options of polls. */
export async function optionsOf(db: Database, postIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ post_id: string; options: string[] }>`
    select post_id, array_agg(option order by position) as options from post_poll_option
    where post_id = any(${[...postIds]}::uuid[]) group by post_id`.execute(db)
  return new Map(rows.map((row) => [row.post_id, row.options]))
}

/** Stores votes by one statement. A trigger keeps the options' counts. */
export async function saveVotes(db: Database, votes: readonly VoteRow[]): Promise<void> {
  if (votes.length === 0) return
  await sql`insert into post_vote (post_id, user_id, option, cast_at, withdrawn_at, is_counted)
    select post_id, user_id, option, cast_at, withdrawn_at, is_counted
    from json_to_recordset(${JSON.stringify(votes)}::json) as saved (post_id uuid, user_id uuid, option text,
      cast_at timestamptz, withdrawn_at timestamptz, is_counted boolean)
    order by post_id, user_id, option
    on conflict (post_id, user_id, option) do update set cast_at = excluded.cast_at,
      withdrawn_at = excluded.withdrawn_at, is_counted = excluded.is_counted`.execute(db)
}

interface ReportRow {
  id: string
  external_id: string
  entity_type: string
  entity_id: string
  source_changed_at: Date | null
}

export interface NewReport {
  id: string
  external_id: string
  entity_type: string
  entity_id: string
  reason: string
  reporter_id: string | null
  created_at: Date
  source_changed_at: Date
}

export async function findSentReports(db: Database, externalIds: readonly string[]): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select id, external_id, entity_type, entity_id, source_changed_at from report
    where external_id = any(${[...externalIds]}::text[])`.execute(db)
  return rows
}

/** Locks the counts of reports, which moderators lock before the reports themselves. */
export async function lockReportCounts(
  db: Database,
  items: readonly { entity_type: string; entity_id: string }[],
): Promise<void> {
  await sql`select from report_summary
    where (entity_type, entity_id) in (
      select * from unnest(${items.map((one) => one.entity_type)}::text[], ${items.map((one) => one.entity_id)}::uuid[])
    )
    order by entity_type, entity_id for update`.execute(db)
}

/** Inserts reports by one statement. Triggers move the queue. */
export async function insertReports(db: Database, reports: readonly NewReport[]): Promise<void> {
  if (reports.length === 0) return
  await db
    .insertInto('report')
    .values([...reports])
    .execute()
}

export async function deleteReports(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .deleteFrom('report')
    .where('id', 'in', [...ids])
    .execute()
}
