import type { HandlingCounts } from '@greenroom/contract/community/moderation/handling.schema'
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
