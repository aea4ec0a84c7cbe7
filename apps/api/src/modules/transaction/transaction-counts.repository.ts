import { differingCounts, type KeptCounts, mergeCounts } from '../../platform/database/kept-counts.ts'

const changes = 'transaction_count_change'
const ofDay = ['entity_type', 'status', 'currency_code', 'source', 'day']
const ofEntity = ['entity_id', 'day', 'entity_type', 'status', 'currency_code', 'source']

/** Counts every combination of filters; an empty text is "any". Orders without a source count under "any" only. */
const byDay = (rows: string) => `
  select coalesce(entity_type, '') as entity_type, coalesce(status, '') as status,
    coalesce(currency_code, '') as currency_code, coalesce(source, '') as source, day, sum(n)::int as n
  from (
    select ${ofDay.join(', ')}, sum(n) as n from ${rows} group by ${ofDay.join(', ')}
  ) as of_all_entities
  group by day, cube (entity_type, status, currency_code, source)
  having (grouping(status) = 1 or status <> '') and (grouping(source) = 1 or source <> '') and sum(n) <> 0`

const byEntity = (rows: string) => `
  select ${ofEntity.join(', ')}, sum(n)::int as n from ${rows}
  group by ${ofEntity.join(', ')} having sum(n) <> 0`

const orders = `(
    select entity_id, business_day(created_at) as day, entity_type, status, currency_code,
      coalesce(source, '') as source, 1 as n
    from transaction
  ) as counted_order`

/** The counts of transactions: per day for every combination of filters, and per entity and day. */
export const transactionCounts: KeptCounts = {
  list: 'transactions',
  tables: ['transaction_count', 'transaction_entity_count'],
  changes,
  fold: [
    mergeCounts('transaction_count', ofDay, byDay(changes)),
    mergeCounts('transaction_entity_count', ofEntity, byEntity(changes)),
  ],
  recount: [
    `insert into transaction_entity_count (${ofEntity.join(', ')}, n) ${byEntity(orders)}`,
    `insert into transaction_count (${ofDay.join(', ')}, n) ${byDay('transaction_entity_count')}`,
  ],
  // With the changes, the counts by entity must equal the orders. Without them, both tables must agree.
  check: `select ${differingCounts(
    byEntity(`(
      table transaction_entity_count union all select ${ofEntity.join(', ')}, n from ${changes}
    ) as counted`),
    byEntity(orders),
    ofEntity,
  )} + ${differingCounts('table transaction_count', byDay('transaction_entity_count'), ofDay)} as wrong`,
}
