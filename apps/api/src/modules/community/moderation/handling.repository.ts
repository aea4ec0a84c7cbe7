import {
  type CountedAs,
  type CountedReport,
  type HandlingCounts,
  mostCountedReports,
} from '@greenroom/contract/community/moderation/handling.schema'
import type { Database } from '../../../platform/database/database.ts'
import { preparedQuery } from '../../../platform/database/prepared-query.ts'

/**
 * Counts the reports that came in and that were handled in each span, those that have left with their item included, by
 * the indexes of both times.
 * @returns one for each span, in their order
 */
export async function countHandled(
  db: Database,
  spans: readonly { from: Date; until: Date }[],
): Promise<HandlingCounts[]> {
  const within = (time: string) => `${time} >= span.first_moment and ${time} < span.end_moment`
  return preparedQuery<HandlingCounts>(
    db,
    {
      name: 'moderation/handling',
      text: `
        select received.n as received, handled.n as handled, handled.median_minutes, handled.p90_minutes
        from unnest($1::timestamptz[], $2::timestamptz[]) with ordinality as span (first_moment, end_moment, place)
        cross join lateral (
          select ((select count(*) from report where ${within('created_at')})
            + (select count(*) from removed_report where ${within('received_at')}))::int as n
        ) as received
        cross join lateral (
          select count(*)::int as n,
            round(percentile_cont(0.5) within group (order by minutes))::int as median_minutes,
            round(percentile_cont(0.9) within group (order by minutes))::int as p90_minutes
          from (
            select greatest(extract(epoch from handled_at - received_at) / 60, 0)::float8 as minutes
            from (
              select created_at as received_at, dismissed_at as handled_at from report where ${within('dismissed_at')}
              union all
              select received_at, handled_at from removed_report where ${within('handled_at')}
            ) as one
          ) as timed
        ) as handled
        order by place`,
    },
    [spans.map(({ from }) => from), spans.map(({ until }) => until)],
  )
}

export type CountedReportRow = Omit<CountedReport, '_id' | 'reason' | 'user'> & {
  id: string
  reason: string
  user_id: string
  first_name: string
  last_name: string
}

/** The indexed times of both tables by which reports are counted. */
const countedBy = {
  received: { kept: 'created_at', removed: 'received_at' },
  handled: { kept: 'dismissed_at', removed: 'handled_at' },
} as const

/** Lists the latest reports that came in or were handled in a span, with what they are about. */
export function listCounted(
  db: Database,
  of: CountedAs,
  { from, until }: { from: Date; until: Date },
): Promise<CountedReportRow[]> {
  const time = countedBy[of].kept
  return preparedQuery<CountedReportRow>(
    db,
    {
      name: `moderation/counted/${of}`,
      text: `
        select report.id, report.reason, report.created_at as received_at, report.dismissed_at as handled_at,
          report.entity_type, report.entity_id, coalesce(post.id, comment.post_id) as post_id,
          left(coalesce(post.message, comment.message, deleted.message), 300) as text,
          member.id as user_id, member.first_name, member.last_name
        from (
          select * from report where ${time} >= $1 and ${time} < $2
          order by ${time} desc, id desc limit ${mostCountedReports}
        ) as report
        left join post on report.entity_type = 'post' and post.id = report.entity_id
        left join comment on report.entity_type = 'comment' and comment.id = report.entity_id
        left join earlier_text as deleted on deleted.is_deleted
          and deleted.entity_type = report.entity_type and deleted.entity_id = report.entity_id
        join app_user as member on member.id = case report.entity_type when 'user' then report.entity_id
          else coalesce(post.user_id, comment.user_id, deleted.user_id) end
        order by report.${time} desc, report.id desc`,
    },
    [from, until],
  )
}

/** Counts the reports that came in or were handled in a span, and those of them that have left with their item. */
export async function countCounted(
  db: Database,
  of: CountedAs,
  { from, until }: { from: Date; until: Date },
): Promise<{ count: number; deleted: number }> {
  const { kept, removed } = countedBy[of]
  const [counts] = await preparedQuery<{ count: number; deleted: number }>(
    db,
    {
      name: `moderation/counted/${of}/count`,
      text: `
        select (select count(*)::int from report where ${kept} >= $1 and ${kept} < $2) as count,
          (select count(*)::int from removed_report where ${removed} >= $1 and ${removed} < $2) as deleted`,
    },
    [from, until],
  )
  return counts as { count: number; deleted: number }
}
