import type { ReportDimension } from '@greenroom/contract/money/report/report.rules'
import {
  type CountColumns,
  differingCounts,
  type KeptCounts,
  mergeCounts,
  someSum,
  sumCounts,
  sumsOf,
} from '../../../platform/database/kept-counts.ts'
import { paidList } from './transaction-filter.repository.ts'

const changes = 'transaction_count_change'
const numbers = ['n', 'paid', 'refunded', 'tax'] as const
const ofDay: CountColumns = { key: ['entity_type', 'status', 'currency_code', 'source', 'day'], numbers }
const ofEntity: CountColumns = {
  key: ['entity_id', 'day', 'entity_type', 'status', 'currency_code', 'source'],
  numbers,
}
const inTotal: CountColumns = { key: ['entity_id', 'status', 'currency_code'], numbers }
const ofPart: CountColumns = { key: ['dimension', 'currency_code', 'day', 'key'], numbers }
const ofBuyer: CountColumns = { key: ['user_id', 'currency_code', 'day'], numbers: ['n'] }

/** Counts every combination of filters; an empty text is "any". Orders without a source count under "any" only. */
const byDay = (rows: string) => `
  select coalesce(entity_type, '') as entity_type, coalesce(status, '') as status,
    coalesce(currency_code, '') as currency_code, coalesce(source, '') as source, day, ${sumsOf(numbers)}
  from (${sumCounts(ofDay, rows)}) as of_all_entities
  group by day, cube (entity_type, status, currency_code, source)
  having (grouping(status) = 1 or status <> '') and (grouping(source) = 1 or source <> '') and ${someSum(numbers)}`

/** Orders as changes that add them. */
export const addedOrders = `
    select entity_id, business_day(created_at) as day, entity_type, status, currency_code,
      coalesce(source, '') as source, 1 as n, paid_amount(status, amount) as paid,
      refunded_amount as refunded, tax_amount as tax, user_id, coalesce(coupon_id::text, coupon_code, '') as coupon,
      coalesce(campaign, '') as campaign, coalesce(payment_method, '') as method,
      coalesce(billing_state, '') as state
    from transaction`
const orders = `(${addedOrders}) as counted_order`

/** What a change is counted by in each division of the reports; an empty text for orders without it. */
export const partKeys: Readonly<Record<Exclude<ReportDimension, 'creator'>, string>> = {
  type: 'entity_type',
  session: `case when entity_type in ('masterclass', 'events') then entity_id::text else '' end`,
  membership: `case when entity_type = 'membership' then entity_id::text else '' end`,
  coupon: 'coupon',
  source: 'source',
  campaign: 'campaign',
  method: 'method',
  state: 'state',
}

const byPart = (rows: string) =>
  sumCounts(
    ofPart,
    `(
      select dimension, currency_code, day, key, n, paid, refunded, tax from ${rows}
      cross join lateral (values ${Object.entries(partKeys)
        .map(([dimension, key]) => `('${dimension}', ${key})`)
        .join(', ')}) as part (dimension, key)
      where status in (${paidList})
    ) as counted_part`,
  )

const byBuyer = (rows: string) =>
  sumCounts(
    ofBuyer,
    `(select user_id, currency_code, day, n from ${rows} where status in (${paidList})) as paid_order`,
  )

/** Which day each buyer's days follow, by the place of the row: by the key the planner may choose the wrong index. */
const previousDays = (condition: string) => `
  select ctid, user_id, currency_code, day,
    lag(day) over (partition by user_id, currency_code order by day) as right_day
  from transaction_buyer_day ${condition}`

const insert = (table: string, { key, numbers: ofTable }: CountColumns, rows: string) =>
  `insert into ${table} (${[...key, ...ofTable].join(', ')}) ${rows}`

/** Reads the kept counts and the changes that are not in them yet. */
const withChanges = (table: string, columns: CountColumns, changed: string) => {
  const names = [...columns.key, ...columns.numbers].join(', ')
  return sumCounts(
    columns,
    `(select ${names} from ${table} union all select ${names} from (${changed}) as changed) as counted`,
  )
}

/**
 * The counts and amounts of transactions: per day for every combination of filters, per entity and day, per entity, per
 * day for each division of the reports; and on which days each buyer paid.
 */
export const transactionCounts: KeptCounts = {
  list: 'transactions',
  tables: [
    'transaction_count',
    'transaction_entity_count',
    'transaction_entity_total',
    'transaction_part_count',
    'transaction_buyer_day',
  ],
  changes,
  fold: [
    mergeCounts('transaction_count', ofDay, byDay(changes)),
    mergeCounts('transaction_entity_count', ofEntity, sumCounts(ofEntity, changes)),
    mergeCounts('transaction_entity_total', inTotal, sumCounts(inTotal, changes)),
    mergeCounts('transaction_part_count', ofPart, byPart(changes)),
    mergeCounts('transaction_buyer_day', ofBuyer, byBuyer(changes)),
    `update transaction_buyer_day as kept set previous_day = right_day
      from (${previousDays(`where user_id in (select user_id from ${changes})`)}) as ordered
      where kept.ctid = ordered.ctid and previous_day is distinct from right_day`,
  ],
  recount: [
    insert('transaction_entity_count', ofEntity, sumCounts(ofEntity, orders)),
    insert('transaction_count', ofDay, byDay('transaction_entity_count')),
    insert('transaction_entity_total', inTotal, sumCounts(inTotal, 'transaction_entity_count')),
    insert('transaction_part_count', ofPart, `${byPart(orders)} order by dimension, currency_code, day`),
    `insert into transaction_buyer_day (user_id, currency_code, day, n, previous_day)
      select user_id, currency_code, day, n, lag(day) over (partition by user_id, currency_code order by day)
      from (${byBuyer(orders)}) as of_buyer order by day`,
  ],
  // With the changes, the counts by entity must equal the orders. Without them, all tables must agree.
  check: `select ${[
    differingCounts(
      withChanges('transaction_entity_count', ofEntity, `select * from ${changes}`),
      sumCounts(ofEntity, orders),
      ofEntity,
    ),
    differingCounts('table transaction_count', byDay('transaction_entity_count'), ofDay),
    differingCounts(
      'table transaction_entity_total',
      sumCounts(inTotal, 'transaction_entity_count'),
      inTotal,
    ),
    differingCounts(withChanges('transaction_part_count', ofPart, byPart(changes)), byPart(orders), ofPart),
    differingCounts(
      withChanges('transaction_buyer_day', ofBuyer, byBuyer(changes)),
      byBuyer(orders),
      ofBuyer,
    ),
    `(select count(*)::int from transaction_buyer_day as kept join (${previousDays('')}) as ordered
      using (user_id, currency_code, day) where previous_day is distinct from right_day)`,
  ].join(' + ')} as wrong`,
}
