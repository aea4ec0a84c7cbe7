import { leadStages, mostFunnelSources } from '@greenroom/contract/people/advisory/lead-pipeline.rules'
import type { StageCounts } from '@greenroom/contract/people/advisory/lead-pipeline.schema'
import type { Database } from '../../../platform/database/database.ts'
import { preparedQuery } from '../../../platform/database/prepared-query.ts'

/** The stages of one source, beside the sums of all. */
type FunnelRow = StageCounts & { source: string; sources: number; total: StageCounts }

/** Counts the leads that were booked in a span, by source and stage; the sources with the most leads come first. */
export async function countFunnel(
  db: Database,
  { from, until }: { from: Date; until: Date },
): Promise<FunnelRow[]> {
  const reached = leadStages.map((stage, place) => [`"${stage}"`, place] as const)
  return preparedQuery<FunnelRow>(
    db,
    {
      name: 'leads/funnel',
      text: `
        with stage as (
          select source, reached, count(*)::int as n from lead
          where created_at >= $1::timestamptz and created_at <= $2::timestamptz
          group by source, reached
        ),
        by_source as (
          select source,
            ${reached.map(([name, place]) => `(coalesce(sum(n) filter (where reached >= ${place}), 0))::int as ${name}`).join(', ')}
          from stage
          group by source
        )
        select by_source.*, (count(*) over ())::int as sources, jsonb_build_object(
          ${leadStages.map((stage) => `'${stage}', sum("${stage}") over ()`).join(', ')}) as total
        from by_source
        order by booked desc, source
        limit ${mostFunnelSources}`,
    },
    [from, until],
  )
}
