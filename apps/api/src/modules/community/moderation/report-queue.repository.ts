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

/** What to read of each item on a page, next to its counts. */
export interface ItemSource {
  /** A unique name, for prepared statements. */
  name: string
  /** Columns and joins to `summary.entity_id`, as SQL. */
  columns: string
  joins: string
}

const comments: ItemSource = {
  name: 'comments',
  columns: `comment.id, comment.post_id, comment.parent_comment_id, comment.message, comment.created_at,
    author.id as user_id, author.first_name, author.last_name, left(post.message, 300) as post_message,
    post_author.first_name as post_first_name, post_author.last_name as post_last_name`,
  joins: `join comment on comment.id = summary.entity_id
    join app_user as author on author.id = comment.user_id
    join post on post.id = comment.post_id
    join app_user as post_author on post_author.id = post.user_id`,
}

const users: ItemSource = {
  name: 'users',
  columns: `member.id, member.first_name, member.last_name, member.phone, member.email, member.description,
    member.is_opc`,
  joins: 'join app_user as member on member.id = summary.entity_id',
}

const made = new Map<string, PreparedStatement>()

/**
 * Selects the ids of the page first, as an array, so that only these rows are read whatever the plan expects of a
 * limit.
 */
function statement(kind: ReportedKind, source: ItemSource, isFiltered: boolean): PreparedStatement {
  const name = `reports/${kind}/${source.name}/${isFiltered ? 'some' : 'any'}`
  const known = made.get(name) ?? {
    name,
    text: `
      select ${countColumns}, ${source.columns}
      from report_summary as summary ${source.joins}
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

export type ReportedCommentRow = Reports & {
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
