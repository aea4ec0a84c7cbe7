import type { RefundState } from '@greenroom/contract/money/transaction/transaction.schema'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { isPossibleTotal } from '../../../platform/database/kept-counts.ts'
import { preparedQuery } from '../../../platform/database/prepared-query.ts'
import type { DB } from '../../../platform/database/tables.ts'
import {
  allOf,
  countedConditions,
  countedName,
  indexedRows,
  isCountedByDay,
  momentsOf,
  parameters,
  type Statement,
  type TransactionFilter,
} from './transaction-filter.repository.ts'

/** A transaction with its latest refund; an open one counts as later than a settled one. */
export type TransactionRow = Selectable<DB['transaction']> & {
  refund_state: RefundState | null
  refund_requested_at: Date | null
  refund_reason: string | null
  /** The sum of the refunds that are not settled; null without a refund. */
  refund_open_amount: number | null
  /** The refund that waits for a second person; null if none does. */
  request_id: string | null
  request_amount: number | null
  requested_by: string | null
  request_at: Date | null
}

/** The columns of the list; billing details are only read for invoices. */
const listedColumns = [
  'id',
  'reference_order_id',
  'status',
  'amount',
  'currency_code',
  'created_at',
  'entity_type',
  'entity_id',
  'entity_title',
  'entity_start_time',
  'user_id',
  'user_first_name',
  'user_last_name',
  'user_phone',
  'user_email',
  'source',
  'medium',
  'campaign',
  'zoom_join_url',
  'refunded_amount',
  'coupon_id',
  'coupon_code',
  'discount_amount',
] as const

/** A row of the list. Its instants are ISO texts, because a page has dozens of them. */
export type ListedTransaction = Omit<
  Pick<
    TransactionRow,
    | (typeof listedColumns)[number]
    | 'refund_state'
    | 'refund_requested_at'
    | 'refund_reason'
    | 'refund_open_amount'
    | 'request_id'
    | 'request_amount'
    | 'requested_by'
    | 'request_at'
  >,
  'created_at' | 'entity_start_time' | 'refund_requested_at' | 'request_at'
> & {
  created_at: string
  entity_start_time: string | null
  refund_requested_at: string | null
  request_at: string | null
}

interface Page {
  limit: number
  offset: number
}

/**
 * Returns a page of transactions, the newest first, with the exact total. The cost does not grow with the table: totals
 * come from counts by day, and a far page starts at its day. A search by phone or coupon counts what an index finds; so
 * does any list whose counts are incomplete or cannot be true.
 * @param onWrongCounts called if the counts cannot be true
 */
export async function listTransactions(
  db: Database,
  filter: TransactionFilter,
  page: Page,
  onWrongCounts: () => void,
): Promise<{ total: number; rows: ListedTransaction[] }> {
  if (isCountedByDay(filter)) {
    const { total, rows } = await readPage(db, listByDayCounts(filter, page))
    if (isPossibleTotal(total, rows.length, page)) return { total, rows }
    if (total !== null) onWrongCounts()
  }
  const { total, rows } = await readPage(db, listByIndex(filter, page))
  return { total: total ?? 0, rows }
}

async function readPage(
  db: Database,
  statement: Statement,
): Promise<{ total: number | null; rows: ListedTransaction[] }> {
  const found = await preparedQuery<{ total: number | null } & ListedTransaction>(
    db,
    statement,
    statement.values,
  )
  // A page beyond the end still has the total, on a row without a transaction.
  return { total: found[0]?.total ?? null, rows: found[0]?.id === null ? [] : found }
}

const isOpen = "state in ('requested', 'unknown')"
const openAmount = `coalesce(sum(amount) filter (where ${isOpen}) over (), 0)::bigint`

const listed = listedColumns.map((name) => `listed.${name}`).join(', ')

/**
 * Selects a page of transactions with their latest refund, and the total on each row.
 * @param total an expression
 * @param rows what to join as `listed`, with its condition
 */
function pageWithTotal(total: string, rows: string): string {
  return `
    select counted.total, ${listed}, latest_refund.state as refund_state,
      latest_refund.requested_at as refund_requested_at, latest_refund.reason as refund_reason,
      latest_refund.open_amount as refund_open_amount, open_request.id as request_id,
      open_request.amount as request_amount, open_request.requested_by, open_request.requested_at as request_at
    from (select ${total} as total) as counted
    left join ${rows}
    left join lateral (
      select state, requested_at, reason, ${openAmount} as open_amount from refund
      where transaction_id = listed.id order by ${isOpen} desc, requested_at desc limit 1
    ) as latest_refund on true
    left join refund_request as open_request
      on open_request.transaction_id = listed.id and open_request.state = 'open'
    order by listed.created_at desc, listed.id desc`
}

function listByDayCounts(filter: TransactionFilter, page: Page): Statement {
  const [fromMoment, untilMoment] = momentsOf(filter.span)
  const { values, add } = parameters()
  const limit = add(page.limit, 'bigint')
  const offset = add(page.offset, 'bigint')
  const { matches, countedAs, inDays, edges, known } = countedConditions(filter, add)
  const from = add(fromMoment, 'timestamptz')
  const until = add(untilMoment, 'timestamptz')
  // The other statuses are "any" minus the known ones.
  const counted = known === null ? 'n' : `case status when '' then n else -n end`
  const matching = (table: string) => `select day, n from ${table} where ${allOf(matches, inDays)}`
  const folded =
    filter.entityId === null
      ? `select day, ${counted} from transaction_count where ${allOf(Object.values(countedAs), inDays)}`
      : matching('transaction_entity_count')
  const wholeDays = `select day, sum(n)::int from (
        ${folded} union all ${matching('transaction_count_change')}
      ) as counted_day (day, n) group by day`
  const partialDays = edges.map(
    (edge) =>
      `select business_day(${edge.from}), (select count(*)::int from transaction where ${allOf(matches, edge.condition)})`,
  )
  return {
    name: countedName('transactions/days', filter, edges),
    values,
    text: `
    with day_count (day, transactions) as (
      ${[wholeDays, ...partialDays].join(' union all ')}
    ),
    running_count as materialized (
      select day, transactions, sum(transactions) over (order by day desc) as running_total from day_count
    ),
    -- The days that the page covers, and which of each day's transactions are on it.
    page_day as (
      select greatest(${from}, business_day_start(day)) as first_moment,
        least(${until}, business_day_start(day + 1)) as end_moment,
        greatest(0, ${offset} - (running_total - transactions)) as first_row,
        least(transactions, ${offset} + ${limit} - (running_total - transactions)) as end_row
      from running_count
      where transactions > 0 and running_total > ${offset}
        and running_total - transactions < ${offset} + ${limit}
    )
    ${pageWithTotal(
      `(select case
          when (select counted_at from count_state where list = 'transactions') is null then null
          -- No day has fewer than no transactions.
          when min(transactions) < 0 then -1
          else coalesce(sum(transactions), 0)
        end from running_count)`,
      `transaction as listed on listed.id = any (array(
        select day_row.id from page_day cross join lateral (
          select id from transaction
          where ${[...matches, 'created_at >= first_moment', 'created_at < end_moment'].join(' and ')}
          order by created_at desc, id desc
          limit end_row - first_row offset first_row
        ) as day_row
      ))`,
    )}`,
  }
}

function listByIndex(filter: TransactionFilter, page: Page): Statement {
  const { values, add } = parameters()
  const limit = add(page.limit, 'bigint')
  const offset = add(page.offset, 'bigint')
  const { name, phone, table, where } = indexedRows('transactions/index', filter, add)
  const newest = `order by created_at desc, id desc limit ${limit} offset ${offset}`
  return {
    name,
    values,
    text: `${phone} ${pageWithTotal(
      `(select count(*) from ${table} where ${where})`,
      phone === ''
        ? `transaction as listed on listed.id = any (array(select id from transaction where ${where} ${newest}))`
        : `(select * from ${table} where ${where} ${newest}) as listed on true`,
    )}`,
  }
}

function withRefund(db: Database) {
  return db
    .selectFrom('transaction')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('refund')
          .select(['state', 'requested_at', 'reason', sql<number>`${sql.raw(openAmount)}`.as('open_amount')])
          .whereRef('refund.transaction_id', '=', 'transaction.id')
          .orderBy(sql.raw(isOpen), 'desc')
          .orderBy('requested_at', 'desc')
          .limit(1)
          .as('latest_refund'),
      (join) => join.onTrue(),
    )
    .leftJoin('refund_request as open_request', (join) =>
      join.onRef('open_request.transaction_id', '=', 'transaction.id').on('open_request.state', '=', 'open'),
    )
    .selectAll('transaction')
    .select([
      'latest_refund.state as refund_state',
      'latest_refund.requested_at as refund_requested_at',
      'latest_refund.reason as refund_reason',
      'latest_refund.open_amount as refund_open_amount',
      'open_request.id as request_id',
      'open_request.amount as request_amount',
      'open_request.requested_by',
      'open_request.requested_at as request_at',
    ])
}

export async function findTransaction(db: Database, id: string): Promise<TransactionRow | undefined> {
  return (await withRefund(db).where('transaction.id', '=', id).executeTakeFirst()) as
    | TransactionRow
    | undefined
}
