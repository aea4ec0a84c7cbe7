import {
  type RefundState,
  type TransactionStatusFilter,
  type TransactionType,
  transactionStatuses,
} from '@greenroom/contract/transaction/transaction.schema'
import type { Selectable } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { isPossibleTotal } from '../../platform/database/kept-counts.ts'
import { indexedDigits, phoneEndsWith } from '../../platform/database/phone-search.ts'
import { type PreparedStatement, preparedQuery } from '../../platform/database/prepared-query.ts'
import type { DB } from '../../platform/database/tables.ts'
import { countedSpan, dayText, momentText, type Span } from './business-days.ts'

/** A transaction with its latest refund. */
export type TransactionRow = Selectable<DB['transaction']> & {
  refund_state: RefundState | null
  refund_requested_at: Date | null
  refund_reason: string | null
}

/** The filters of the list; null matches any. */
export interface TransactionFilter {
  span: Span
  entityType: TransactionType | null
  /** Finds the types other than `entityType` instead; only with a phone. */
  isOtherType?: boolean
  entityId: string | null
  status: TransactionStatusFilter | null
  source: string | null
  currencyCode: string | null
  /** Digits that the buyer's phone ends with. */
  phoneEnd: string | null
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
    (typeof listedColumns)[number] | 'refund_state' | 'refund_requested_at' | 'refund_reason'
  >,
  'created_at' | 'entity_start_time' | 'refund_requested_at'
> & {
  created_at: string
  entity_start_time: string | null
  refund_requested_at: string | null
}

interface Page {
  limit: number
  offset: number
}

interface Statement extends PreparedStatement {
  values: unknown[]
}

/**
 * Returns a page of transactions, the newest first, with the exact total. The cost does not grow with the table: totals
 * come from counts by day, and a far page starts at its day. A search by phone counts what an index finds; so does any
 * list whose counts are incomplete or cannot be true.
 * @param onWrongCounts called if the counts cannot be true
 */
export async function listTransactions(
  db: Database,
  filter: TransactionFilter,
  page: Page,
  onWrongCounts: () => void,
): Promise<{ total: number; rows: ListedTransaction[] }> {
  if (filter.phoneEnd === null) {
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

/** Collects the values of a statement. Its `add` returns the placeholder of a value: "$3::text". */
function parameters() {
  const values: unknown[] = []
  const add = (value: unknown, type: string) => `$${values.push(value)}::${type}`
  return { values, add }
}

/** The ends of a span as values of `timestamptz`. */
function momentsOf({ from, until }: Span): [from: string, until: string] {
  return [from === null ? '-infinity' : momentText(from), until === null ? 'infinity' : momentText(until)]
}

/** Names what is filtered by. Requests with the same filters share a prepared statement of this name. */
function filterNames(filter: TransactionFilter): string[] {
  return [
    filter.entityType !== null && (filter.isOtherType ? 'other-type' : 'type'),
    filter.entityId !== null && 'entity',
    filter.status !== null && (filter.status === 'others' ? 'others' : 'status'),
    filter.currencyCode !== null && 'currency',
    filter.source !== null && 'source',
  ].filter((name) => name !== false)
}

const listed = listedColumns.map((name) => `listed.${name}`).join(', ')

/**
 * Selects a page of transactions with their latest refund, and the total on each row.
 * @param total an expression
 * @param rows what to join as `listed`, with its condition
 */
function pageWithTotal(total: string, rows: string): string {
  return `
    select counted.total, ${listed}, latest_refund.state as refund_state,
      latest_refund.requested_at as refund_requested_at, latest_refund.reason as refund_reason
    from (select ${total} as total) as counted
    left join ${rows}
    left join lateral (
      select state, requested_at, reason from refund
      where transaction_id = listed.id order by requested_at desc limit 1
    ) as latest_refund on true
    order by listed.created_at desc, listed.id desc`
}

function listByDayCounts(filter: TransactionFilter, page: Page): Statement {
  const { firstDay, endDay, edges } = countedSpan(filter.span)
  const [fromMoment, untilMoment] = momentsOf(filter.span)
  const isOtherStatus = filter.status === 'others'
  const { values, add } = parameters()
  const limit = add(page.limit, 'bigint')
  const offset = add(page.offset, 'bigint')
  const fromDay = add(firstDay === null ? '-infinity' : dayText(firstDay), 'date')
  const untilDay = add(endDay === null ? 'infinity' : dayText(endDay), 'date')
  const from = add(fromMoment, 'timestamptz')
  const until = add(untilMoment, 'timestamptz')
  // Conditions for rows, and for the counts of all entities, where the empty text is "any".
  const matches: string[] = []
  const countedAs: string[] = []
  if (filter.entityId !== null) matches.push(`entity_id = ${add(filter.entityId, 'uuid')}`)
  for (const [column, value] of [
    ['entity_type', filter.entityType],
    ['currency_code', filter.currencyCode],
    ['source', filter.source],
    ...(isOtherStatus ? [] : [['status', filter.status] as const]),
  ] as const) {
    const condition = value === null ? `${column} = ''` : `${column} = ${add(value, 'text')}`
    countedAs.push(condition)
    if (value !== null) matches.push(condition)
  }
  let counted = 'n'
  if (isOtherStatus) {
    // Each known status has counts, and so has "any". The other statuses are "any" minus the known ones.
    const known = add(transactionStatuses, 'text[]')
    matches.push(`status <> all (${known})`)
    countedAs.push(`status = any (array_append(${known}, ''))`)
    counted = `case status when '' then n else -n end`
  }
  const inDays = `day >= ${fromDay} and day < ${untilDay}`
  const matching = (table: string) =>
    `select day, n from ${table} where ${[...matches, inDays].join(' and ')}`
  const folded =
    filter.entityId === null
      ? `select day, ${counted} from transaction_count where ${[...countedAs, inDays].join(' and ')}`
      : matching('transaction_entity_count')
  const wholeDays = `select day, sum(n)::int from (
        ${folded} union all ${matching('transaction_count_change')}
      ) as counted_day (day, n) group by day`
  const partialDays = edges.map((edge) => {
    const [edgeFrom, edgeUntil] = [edge.from, edge.until].map((end) => add(momentText(end), 'timestamptz'))
    const conditions = [...matches, `created_at >= ${edgeFrom}`, `created_at < ${edgeUntil}`].join(' and ')
    return `select business_day(${edgeFrom}), (select count(*)::int from transaction where ${conditions})`
  })
  return {
    name: ['transactions/days', ...filterNames(filter), edges.length].join('/'),
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
  const [fromMoment, untilMoment] = momentsOf(filter.span)
  const { values, add } = parameters()
  const limit = add(page.limit, 'bigint')
  const offset = add(page.offset, 'bigint')
  const conditions = [
    `created_at >= ${add(fromMoment, 'timestamptz')}`,
    `created_at < ${add(untilMoment, 'timestamptz')}`,
  ]
  if (filter.entityType !== null) {
    conditions.push(`entity_type ${filter.isOtherType ? '<>' : '='} ${add(filter.entityType, 'text')}`)
  }
  if (filter.entityId !== null) conditions.push(`entity_id = ${add(filter.entityId, 'uuid')}`)
  if (filter.status === 'others') conditions.push(`status <> all (${add(transactionStatuses, 'text[]')})`)
  else if (filter.status !== null) conditions.push(`status = ${add(filter.status, 'text')}`)
  if (filter.currencyCode !== null) conditions.push(`currency_code = ${add(filter.currencyCode, 'text')}`)
  if (filter.source !== null) conditions.push(`source = ${add(filter.source, 'text')}`)

  const name = ['transactions/index', ...filterNames(filter)].join('/')
  const newest = `order by created_at desc, id desc limit ${limit} offset ${offset}`
  const inIndex = (where: string) =>
    pageWithTotal(
      `(select count(*) from transaction where ${where})`,
      `transaction as listed on listed.id = any (array(select id from transaction where ${where} ${newest}))`,
    )
  if (filter.phoneEnd === null) return { name, values, text: inIndex(conditions.join(' and ')) }

  const samePhone = phoneEndsWith('user_phone', filter.phoneEnd, (text) => add(text, 'text'))
  if (filter.phoneEnd.length < indexedDigits) {
    // Unnamed, so that it is planned for these digits: how many phones they find differs widely.
    return { name: undefined, values, text: inIndex([...conditions, samePhone].join(' and ')) }
  }
  const where = conditions.join(' and ')
  return {
    name: `${name}/phone`,
    values,
    // Materialized, so that the phone is looked up first, whatever the planner expects of the other conditions.
    text: `with same_phone as materialized (
        select * from transaction
        where ${samePhone}
      )
      ${pageWithTotal(
        `(select count(*) from same_phone where ${where})`,
        `(select * from same_phone where ${where} ${newest}) as listed on true`,
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
          .select(['state', 'requested_at', 'reason'])
          .whereRef('refund.transaction_id', '=', 'transaction.id')
          .orderBy('requested_at', 'desc')
          .limit(1)
          .as('latest_refund'),
      (join) => join.onTrue(),
    )
    .selectAll('transaction')
    .select([
      'latest_refund.state as refund_state',
      'latest_refund.requested_at as refund_requested_at',
      'latest_refund.reason as refund_reason',
    ])
}

export async function findTransaction(db: Database, id: string): Promise<TransactionRow | undefined> {
  return (await withRefund(db).where('transaction.id', '=', id).executeTakeFirst()) as
    | TransactionRow
    | undefined
}
