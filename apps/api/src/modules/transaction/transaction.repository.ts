import {
  type RefundState,
  type TransactionStatusFilter,
  type TransactionType,
  transactionStatuses,
} from '@greenroom/contract/transaction/transaction.schema'
import type { Selectable } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { type PreparedStatement, preparedQuery } from '../../platform/database/prepared-query.ts'
import type { DB } from '../../platform/database/tables.ts'
import { countedSpan, dayText, momentText, type Span } from './business-days.ts'

/** A transaction with its latest refund. */
export type TransactionRow = Selectable<DB['transaction']> & {
  refund_state: RefundState | null
  refund_requested_at: Date | null
  refund_reason: string | null
}

/** What the list is asked for; null asks for any. */
export interface TransactionFilter {
  span: Span
  entityType: TransactionType | null
  entityId: string | null
  status: TransactionStatusFilter | null
  source: string | null
  currencyCode: string | null
  /** Digits that the buyer's phone ends with. */
  phoneEnd: string | null
}

/** The members of a row that the list shows; billing details stay where invoices are made. */
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
] as const

/** A row of the list; its moments are ISO texts already, because a page has dozens of them. */
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

/** As many of a phone's last digits are in the index. */
const indexedDigits = 10

/**
 * A page of transactions, the newest first, with their exact number, by one statement whose work does not grow with the
 * table: totals come from the counts by day, a far page begins at its day. With a phone or an entity the transactions
 * that they find are counted in an index.
 */
export async function listTransactions(
  db: Database,
  filter: TransactionFilter,
  page: { limit: number; offset: number },
): Promise<{ total: number; rows: ListedTransaction[] }> {
  const { statement, values } =
    filter.phoneEnd === null && filter.entityId === null ? byDayCounts(filter, page) : byIndex(filter, page)
  const found = await preparedQuery<{ total: number } & ListedTransaction>(db, statement, values)
  const total = found[0]?.total ?? 0
  // A page beyond the end still has the total, on a row without a transaction.
  const rows = found[0]?.id === null ? [] : found
  return { total, rows }
}

interface Built {
  statement: PreparedStatement
  values: unknown[]
}

const columns = listedColumns.map((name) => `t.${name}`).join(', ')

/** The rows of a page beside the total. @param rows where they come from, and on which condition */
function pageOf(total: string, rows: string): string {
  return `
    select counted.total, ${columns},
      r.state as refund_state, r.requested_at as refund_requested_at, r.reason as refund_reason
    from (select ${total} as total) as counted
    left join ${rows}
    left join lateral (
      select state, requested_at, reason from refund where transaction_id = t.id order by requested_at desc limit 1
    ) as r on true
    order by t.created_at desc, t.id desc`
}

/** A statement is made once for each shape of a request, and then known by its name. */
function madeOnce(make: (shape: string) => PreparedStatement): (shape: string) => PreparedStatement {
  const made = new Map<string, PreparedStatement>()
  return (shape) => {
    const known = made.get(shape) ?? make(shape)
    made.set(shape, known)
    return known
  }
}

function byDayCounts(filter: TransactionFilter, page: { limit: number; offset: number }): Built {
  const { firstDay, endDay, edges } = countedSpan(filter.span)
  const values = [
    page.limit,
    page.offset,
    firstDay === null ? '-infinity' : dayText(firstDay),
    endDay === null ? 'infinity' : dayText(endDay),
    filter.span.from === null ? '-infinity' : momentText(filter.span.from),
    filter.span.until === null ? 'infinity' : momentText(filter.span.until),
    filter.entityType ?? '',
    filter.status === 'others' ? transactionStatuses : (filter.status ?? ''),
    filter.currencyCode ?? '',
    filter.source ?? '',
  ]
  let shape = filter.entityType === null ? '' : 't'
  if (filter.status !== null) shape += filter.status === 'others' ? 'S' : 's'
  if (filter.currencyCode !== null) shape += 'c'
  if (filter.source !== null) shape += 'o'
  for (const edge of edges) {
    shape += 'e'
    values.push(momentText(edge.from), momentText(edge.until))
  }
  return { statement: dayCountStatement(shape), values }
}

const dayCountStatement = madeOnce((shape) => {
  const conditions = [
    ['t', 'entity_type = $7::text and '],
    ['s', 'status = $8::text and '],
    ['S', 'status <> all ($8::text[]) and '],
    ['c', 'currency_code = $9::text and '],
    ['o', 'source = $10::text and '],
  ] as const
  // All four always have their place among the values; a row is asked only for those that are filtered by.
  const ofRow = conditions.map(([letter, condition]) => (shape.includes(letter) ? condition : '')).join('')
  // Counts exist for each status and for "any": the other statuses are what the three known ones leave of "any".
  const [count, ofStatus, group] = shape.includes('S')
    ? [
        `sum(case status when '' then n else -n end)::int as n`,
        `status = any (array_append($8::text[], ''))`,
        'group by day',
      ]
    : ['n', 'status = $8::text', '']
  const edges = [...shape.matchAll(/e/g)].map((_, n) => {
    const [from, until] = [`$${11 + 2 * n}::timestamptz`, `$${12 + 2 * n}::timestamptz`]
    return `union all
      select business_day(${from}),
        (select count(*)::int from transaction where ${ofRow}created_at >= ${from} and created_at < ${until})`
  })
  const counted = `select day, ${count} from transaction_count
    where entity_type = $7::text and ${ofStatus} and currency_code = $9::text and source = $10::text
      and day >= $3::date and day < $4::date ${group}`
  return {
    name: `transactions/days/${shape}`,
    text: `
    with reached (day, n, upto) as materialized (
      select day, n, sum(n) over (order by day desc)
      from (${counted} ${edges.join(' ')}) as part
    ),
    -- The days that the page lies in, and how much of each it skips and ends at.
    needed as (
      select greatest($5::timestamptz, business_day_start(day)) as first_moment,
        least($6::timestamptz, business_day_start(day + 1)) as end_moment,
        greatest(0, $2::bigint - (upto - n)) as skipped, least(n, $2::bigint + $1::bigint - (upto - n)) as last
      from reached
      where n > 0 and upto > $2::bigint and upto - n < $2::bigint + $1::bigint
    )
    ${pageOf(
      '(select coalesce(max(upto), 0) from reached)',
      `transaction as t on t.id = any (array(
        select hit.id from needed cross join lateral (
          select id from transaction
          where ${ofRow}created_at >= first_moment and created_at < end_moment
          order by created_at desc, id desc
          limit last - skipped offset skipped
        ) as hit
      ))`,
    )}`,
  }
})

function byIndex(filter: TransactionFilter, page: { limit: number; offset: number }): Built {
  const values: unknown[] = [
    page.limit,
    page.offset,
    filter.span.from === null ? '-infinity' : momentText(filter.span.from),
    filter.span.until === null ? 'infinity' : momentText(filter.span.until),
  ]
  let shape = ''
  for (const [letter, value] of [
    ['t', filter.entityType],
    ['i', filter.entityId],
    filter.status === 'others' ? ['S', transactionStatuses] : ['s', filter.status],
    ['c', filter.currencyCode],
    ['o', filter.source],
  ] as const) {
    if (value === null) continue
    shape += letter
    values.push(value)
  }
  if (filter.phoneEnd !== null) {
    const beginning = [...filter.phoneEnd].reverse().join('')
    if (beginning.length >= indexedDigits) {
      values.push(beginning.slice(0, indexedDigits), beginning)
      shape += 'P'
    } else {
      // ':' follows '9', so this is the range of all texts that begin with the given digits.
      values.push(beginning, `${beginning}:`)
      shape += 'p'
    }
  }
  return { statement: indexStatement(shape), values }
}

const indexStatement = madeOnce((shape) => {
  const conditions = ['created_at >= $3::timestamptz', 'created_at < $4::timestamptz']
  let place = 5
  for (const [letter, condition] of [
    ['t', 'entity_type = $::text'],
    ['i', 'entity_id = $::uuid'],
    ['s', 'status = $::text'],
    ['S', 'status <> all ($::text[])'],
    ['c', 'currency_code = $::text'],
    ['o', 'source = $::text'],
  ] as const) {
    if (shape.includes(letter)) conditions.push(condition.replace('$', `$${place++}`))
  }
  const indexed = `left(phone_from_its_end(user_phone), ${indexedDigits}) collate "C"`
  const newest = 'order by created_at desc, id desc limit $1::bigint offset $2::bigint'
  if (shape.includes('P')) {
    const where = conditions.join(' and ')
    return {
      name: `transactions/index/${shape}`,
      // Found by the phone first, whatever the plan believes of the other conditions.
      text: `with found as materialized (
          select * from transaction
          where ${indexed} = $${place}::text and phone_from_its_end(user_phone) ^@ $${place + 1}::text
        )
        ${pageOf(`(select count(*) from found where ${where})`, `(select * from found where ${where} ${newest}) as t on true`)}`,
    }
  }
  const isShortPhone = shape.includes('p')
  if (isShortPhone) conditions.push(`${indexed} >= $${place}::text and ${indexed} < $${place + 1}::text`)
  const where = conditions.join(' and ')
  return {
    // How many a few digits find depends on the digits, so that search is planned with them.
    name: isShortPhone ? undefined : `transactions/index/${shape}`,
    text: pageOf(
      `(select count(*) from transaction where ${where})`,
      `transaction as t on t.id = any (array(select id from transaction where ${where} ${newest}))`,
    ),
  }
})

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

/** One transaction, or undefined. */
export async function findTransaction(db: Database, id: string): Promise<TransactionRow | undefined> {
  return (await withRefund(db).where('transaction.id', '=', id).executeTakeFirst()) as
    | TransactionRow
    | undefined
}
