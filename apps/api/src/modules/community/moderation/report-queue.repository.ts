import {
  type Reports,
  type ReportType,
  reportTypes,
} from '@greenroom/contract/community/moderation/moderation.schema'
import { mostCounted } from '@greenroom/contract/list'
import type { Database } from '../../../platform/database/database.ts'
import { type PreparedStatement, preparedQuery } from '../../../platform/database/prepared-query.ts'

/** What can be reported, in the database's terms. */
export type ReportedKind = 'post' | 'comment' | 'user'

export interface QueuePage {
  /** Only items with an open report of one of these; null matches any. */
  reportTypes: ReportType[] | null
  limit: number
  offset: number
}

const newest = 'order by newest_at desc, entity_id desc'
const countColumns = reportTypes.map((reason) => `summary.${reason}`).join(', ')
// Parameters in subqueries and a literal kind hide the values from the planner. With the values it would prefer a
// custom plan and plan every request again.
const page = 'limit (select $1::bigint) offset (select $2::bigint)'

const idsOfAny = (kind: ReportedKind) =>
  `select entity_id from report_summary where entity_type = '${kind}' ${newest} ${page}`

// Each reason has an index in this order, of which a page reads only the end. A reason that is not asked for is not
// read, because its condition is evaluated before the first row.
const idsOfSome = (kind: ReportedKind) => `
  select entity_id from (
    ${reportTypes
      .map(
        (reason) => `(
      select newest_at, entity_id from report_summary
      where '${reason}' = any ((select $3::text[])::text[]) and entity_type = '${kind}' and ${reason} > 0
      ${newest} limit (select $1::bigint + $2::bigint)
    )`,
      )
      .join(' union ')}
  ) as hit
  ${newest} ${page}`

/**
 * What to read of each item on a page, next to its counts. For posts and comments the item's row, which may be deleted,
 * `reported`, which is null unless it was changed, and `author` are joined.
 */
export interface ItemSource {
  /** A unique name, for prepared statements. */
  name: string
  /** Columns and further joins to `summary.entity_id`, as SQL. */
  columns: string
  joins: string
}

const comments: ItemSource = {
  name: 'comments',
  columns: `summary.entity_id as id, coalesce(comment.post_id, reported.post_id) as post_id,
    coalesce(comment.parent_comment_id, reported.parent_comment_id) as parent_comment_id,
    coalesce(reported.message, comment.message) as message,
    coalesce(comment.created_at, reported.created_at) as created_at,
    author.id as user_id, author.first_name, author.last_name,
    left(coalesce(post.message, deleted_post.message, ''), 300) as post_message,
    coalesce(post_author.first_name, '') as post_first_name,
    coalesce(post_author.last_name, '') as post_last_name`,
  joins: `left join post on post.id = coalesce(comment.post_id, reported.post_id)
    left join earlier_text as deleted_post on deleted_post.entity_type = 'post' and deleted_post.is_deleted
      and deleted_post.entity_id = coalesce(comment.post_id, reported.post_id)
    left join app_user as post_author on post_author.id = coalesce(post.user_id, deleted_post.user_id)`,
}

const users: ItemSource = {
  name: 'users',
  columns: `member.id, member.first_name, member.last_name, member.phone, member.email, member.description,
    member.is_opc`,
  joins: 'join app_user as member on member.id = summary.entity_id',
}

/** What became of an item since its oldest open report: null for one that says what it said then (OQ-775). */
export interface ChangedItem {
  /** ISO text. */
  changed_at: string | null
  is_deleted: boolean
  /** What it says now; null for a deleted one. */
  message_now: string | null
}

/**
 * Joins to a reported item of `table` what it said when its oldest open report was made, as `reported`, if it was
 * edited or deleted since.
 */
const joinReported = (table: 'post' | 'comment') => `
  left join lateral (
    select message, tags, user_id, post_id, parent_comment_id, created_at, (
      select max(ended_at) from earlier_text as latest
      where latest.entity_type = summary.entity_type and latest.entity_id = summary.entity_id
    ) as changed_at
    from earlier_text
    where earlier_text.entity_type = summary.entity_type and earlier_text.entity_id = summary.entity_id
      and (is_deleted or ended_at >= (
        select min(report.created_at) from report
        where report.entity_type = summary.entity_type and report.entity_id = summary.entity_id
          and report.dismissed_at is null
      ))
    order by ended_at, is_deleted limit 1
  ) as reported on true
  left join ${table} on ${table}.id = summary.entity_id
  join app_user as author on author.id = coalesce(${table}.user_id, reported.user_id)`

/** The counts of a reported post or comment, and what became of it. */
export type Reported = Reports & ChangedItem

const made = new Map<string, PreparedStatement>()

/**
 * Selects the ids of the page first, as an array, so that only these rows are read whatever the plan expects of a
 * limit.
 */
function statement(kind: ReportedKind, source: ItemSource, isFiltered: boolean): PreparedStatement {
  const name = `reports/${kind}/${source.name}/${isFiltered ? 'some' : 'any'}`
  const changed =
    kind === 'user'
      ? { columns: '', joins: '' }
      : {
          columns: `reported.changed_at, ${kind}.id is null as is_deleted, ${kind}.message as message_now,`,
          joins: joinReported(kind),
        }
  const known = made.get(name) ?? {
    name,
    text: `
      select ${countColumns}, ${changed.columns} ${source.columns}
      from report_summary as summary ${changed.joins} ${source.joins}
      where summary.entity_type = '${kind}'
        and summary.entity_id = any (array(${isFiltered ? idsOfSome(kind) : idsOfAny(kind)}))
      order by summary.newest_at desc, summary.entity_id desc`,
  }
  made.set(name, known)
  return known
}

/** Lists items with open reports, the newest report first (OQ-111): their counts and the columns of the source. */
export function listReported<Row extends object>(
  db: Database,
  kind: ReportedKind,
  source: ItemSource,
  page: QueuePage,
): Promise<(Row & Reports)[]> {
  const types = page.reportTypes ?? []
  // None or all of the reasons match any (OQ-068).
  const isFiltered = types.length > 0 && reportTypes.some((reason) => !types.includes(reason))
  const values = [page.limit, page.offset, ...(isFiltered ? [types] : [])]
  return preparedQuery(db, statement(kind, source, isFiltered), values)
}

/** Returns the statement of `countReported`. */
export function counting(kind: ReportedKind): PreparedStatement {
  const upTo = (condition: string) =>
    `select count(*)::int from (
      select from report_summary where entity_type = '${kind}'${condition} limit ${mostCounted}
    ) as counted`
  const counts = reportTypes.map((reason) => `(${upTo(` and ${reason} > 0`)}) as ${reason}`)
  return {
    name: `reports/${kind}/waiting`,
    text: `select (${upTo('')}) as waiting, ${counts.join(', ')}`,
  }
}

/** Counts the items with open reports, and those of each reason; each at most `mostCounted`, from its own index. */
export async function countReported(
  db: Database,
  kind: ReportedKind,
): Promise<Reports & { waiting: number }> {
  const [counts] = await preparedQuery<Reports & { waiting: number }>(db, counting(kind), [])
  return counts as Reports & { waiting: number }
}

export type ReportedCommentRow = Reported & {
  id: string
  post_id: string
  parent_comment_id: string | null
  message: string
  post_message: string
  post_first_name: string
  post_last_name: string
  created_at: string
  user_id: string
  first_name: string
  last_name: string
}

export type ReportedUserRow = Reports & {
  id: string
  first_name: string
  last_name: string
  phone: string
  email: string
  description: string
  is_opc: boolean
}

/** Lists comments with open reports and their authors, the newest report first. */
export function listReportedComments(db: Database, page: QueuePage): Promise<ReportedCommentRow[]> {
  return listReported(db, 'comment', comments, page)
}

/** Lists users with open reports, the newest report first. */
export function listReportedUsers(db: Database, page: QueuePage): Promise<ReportedUserRow[]> {
  return listReported(db, 'user', users, page)
}
