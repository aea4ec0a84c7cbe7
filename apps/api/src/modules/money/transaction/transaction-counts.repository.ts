import {
  type CountColumns,
  differingCounts,
  type KeptCounts,
  mergeCounts,
  someSum,
  sumCounts,
  sumsOf,
} from '../../../platform/database/kept-counts.ts'

const changes = 'transaction_count_change'
const numbers = ['n', 'paid', 'refunded', 'tax'] as const
const ofDay: CountColumns = { key: ['entity_type', 'status', 'currency_code', 'source', 'day'], numbers }
const ofEntity: CountColumns = {
  key: ['entity_id', 'day', 'entity_type', 'status', 'currency_code', 'source'],
  numbers,
}
const inTotal: CountColumns = { key: ['entity_id', 'status', 'currency_code'], numbers }

/** Counts every combination of filters; an empty text is "any". Orders without a source count under "any" only. */
const byDay = (rows: string) => `
  select coalesce(entity_type, '') as entity_type, coalesce(status, '') as status,
    coalesce(currency_code, '') as currency_code, coalesce(source, '') as source, day, ${sumsOf(numbers)}
  from (${sumCounts(ofDay, rows)}) as of_all_entities
  group by day, cube (entity_type, status, currency_code, source)
  having (grouping(status) = 1 or status <> '') and (grouping(source) = 1 or source <> '') and ${someSum(numbers)}`

const orders = `(
    select entity_id, business_day(created_at) as day, entity_type, status, currency_code,
      coalesce(source, '') as source, 1 as n, paid_amount(status, amount) as paid,
      refunded_amount as refunded, tax_amount as tax
    from transaction
  ) as counted_order`

const insert = (table: string, { key }: CountColumns, rows: string) =>
  `insert into ${table} (${[...key, ...numbers].join(', ')}) ${rows}`

/** The counts and amounts of transactions: per day for every combination of filters, per entity and day, per entity. */
export const transactionCounts: KeptCounts = {
  list: 'transactions',
  tables: ['transaction_count', 'transaction_entity_count', 'transaction_entity_total'],
  changes,
  fold: [
    mergeCounts('transaction_count', ofDay, byDay(changes)),
    mergeCounts('transaction_entity_count', ofEntity, sumCounts(ofEntity, changes)),
    mergeCounts('transaction_entity_total', inTotal, sumCounts(inTotal, changes)),
  ],
  recount: [
    insert('transaction_entity_count', ofEntity, sumCounts(ofEntity, orders)),
    insert('transaction_count', ofDay, byDay('transaction_entity_count')),
    insert('transaction_entity_total', inTotal, sumCounts(inTotal, 'transaction_entity_count')),
  ],
  // With the changes, the counts by entity must equal the orders. Without them, all tables must agree.
  check: `select ${differingCounts(
    sumCounts(
      ofEntity,
      `(${['transaction_entity_count', changes]
        .map((table) => `select ${[...ofEntity.key, ...numbers].join(', ')} from ${table}`)
        .join(' union all ')}) as counted`,
    ),
    sumCounts(ofEntity, orders),
    ofEntity,
  )} + ${differingCounts('table transaction_count', byDay('transaction_entity_count'), ofDay)}
    + ${differingCounts(
      'table transaction_entity_total',
      sumCounts(inTotal, 'transaction_entity_count'),
      inTotal,
    )} as wrong`,
}
