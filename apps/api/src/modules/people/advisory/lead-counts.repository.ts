import {
  type CountColumns,
  differingCounts,
  type KeptCounts,
  mergeCounts,
  sumCounts,
} from '../../../platform/database/kept-counts.ts'

const changes = 'lead_count_change'
const columns: CountColumns = { key: ['advisor_id', 'status', 'service_id'], numbers: ['n'] }

/** Counts every combination of filters. A lead without an advisor counts under "any" only. */
const byFilters = (rows: string) => `
  select coalesce(advisor_id, any_record()) as advisor_id, coalesce(status, '') as status,
    coalesce(service_id, any_record()) as service_id, sum(n)::int as n
  from ${rows}
  group by cube (advisor_id, status, service_id)
  having (grouping(advisor_id) = 1 or advisor_id is not null) and sum(n) <> 0`

/** The counts of leads for every combination of filters. */
export const leadCounts: KeptCounts = {
  list: 'leads',
  tables: ['lead_count'],
  changes,
  fold: [mergeCounts('lead_count', columns, byFilters(changes))],
  recount: [
    `insert into lead_count (${columns.key.join(', ')}, n)
      ${byFilters('(select advisor_id, status, service_id, 1 as n from lead) as counted_lead')}`,
  ],
  check: `select ${differingCounts(
    sumCounts(columns, `(table lead_count union all ${byFilters(changes)}) as counted`),
    byFilters('(select advisor_id, status, service_id, 1 as n from lead) as counted_lead'),
    columns,
  )} as wrong`,
}
