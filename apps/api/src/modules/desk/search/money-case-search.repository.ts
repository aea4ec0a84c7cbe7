import {
  type DifferenceKind,
  differenceKinds,
  differenceTitles,
} from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { contains } from '../../../platform/database/text-search.ts'
import { type FoundRow, meeting, prepared, type Search, startingWith } from './search.repository.ts'

/** How many of the newest records are searched by their texts, which are in several tables and have no index. */
const newest = 1000

const buyer = sql<string>`trim(user_first_name || ' ' || user_last_name)`

interface MoneyCase {
  kind: RawBuilder<unknown>
  table: string
  /** The gateway's ids of what it is about, each in an index of the table or of orders. */
  gatewayIds: RawBuilder<unknown>[]
  joins: RawBuilder<unknown>
  texts: RawBuilder<string>[]
  /** Finds texts of its card that no column has. */
  worded?: (text: string) => RawBuilder<unknown>
  amounts: RawBuilder<unknown>[]
  currency: RawBuilder<unknown>
  /** Texts in which anybody may have written contacts. They need the permission to see personal data. */
  personalTexts: RawBuilder<string>[]
  columns: RawBuilder<unknown>
}

/**
 * Finds refunds that need a second person by what their cards show: order, buyer, product, reason, people and notes. A
 * decided one opens its order, whose id it has.
 */
export function findRefundRequests(db: Database, search: Search, limit: number): Promise<FoundRow[]> {
  return findCases(db, search, limit, {
    kind: sql`'refund-request'`,
    table: 'refund_request',
    gatewayIds: [],
    joins: sql`join transaction on transaction.id = one.transaction_id
      left join refund_reason on refund_reason.code = one.reason_code`,
    texts: [sql`label`, sql`requested_by`, sql`decided_by`],
    personalTexts: [sql`one.note`, sql`decision_reason`, sql`user_email`],
    amounts: [sql`one.amount`, sql`transaction.amount`],
    currency: sql`one.currency_code`,
    columns: sql`case one.state when 'open' then one.id else transaction.id end as id, ${buyer} as title,
      requested_at as at, one.amount, one.currency_code,
      case one.state when 'open' then 'waiting' else one.state end as status`,
  })
}

/**
 * Finds differences with the gateway by what their cards show: order, product, the gateway's ids, who resolved it and
 * why, and by the order's buyer. A resolved one opens its order, whose id it has, if there is one.
 */
export function findDifferences(db: Database, search: Search, limit: number): Promise<FoundRow[]> {
  return findCases(db, search, limit, {
    kind: sql`'difference'`,
    table: 'gateway_difference',
    gatewayIds: [sql`subject = ${search.text}`],
    joins: sql`left join transaction on transaction.id = one.transaction_id`,
    texts: [sql`one.payment_id`, sql`gateway_refund_id`, sql`resolved_by`],
    personalTexts: [sql`one.note`, sql`user_email`],
    worded: (text) => sql`kind = any (${kindsTitled(text)}::text[])`,
    amounts: [sql`gateway_amount`, sql`our_amount`],
    currency: sql`coalesce(gateway_currency, our_currency)`,
    columns: sql`case when resolved_at is null then one.id else coalesce(transaction.id, one.id) end as id,
      coalesce(${buyer}, one.payment_id, gateway_refund_id, subject) as title, coalesce(occurred_at, found_at) as at,
      coalesce(gateway_amount, our_amount) as amount,
      case when coalesce(gateway_currency, our_currency) in ('INR', 'USD')
        then coalesce(gateway_currency, our_currency) end as currency_code,
      case when resolved_at is null then 'open' when transaction.id is null then 'resolved-alone' else 'resolved' end as status`,
  })
}

/** Returns the kinds whose heading contains a text, in any case. */
function kindsTitled(text: string): DifferenceKind[] {
  const wanted = text.toLowerCase()
  return differenceKinds.filter((kind) => differenceTitles[kind].toLowerCase().includes(wanted))
}

/** Finds any by the ids and by the order, and the newest ones by their texts and amounts. */
function findCases(
  db: Database,
  { text, id, phoneEnd, isCode, isPart, money, seesPersonal }: Search,
  limit: number,
  { kind, table, gatewayIds, joins, texts, personalTexts, worded, amounts, currency, columns }: MoneyCase,
): Promise<FoundRow[]> {
  const queries: RawBuilder<unknown>[] = []
  const ofOrders = (orders: RawBuilder<unknown>) =>
    queries.push(meeting(table, sql`transaction_id in (select id from ${orders} as named)`))
  if (id !== null) {
    queries.push(meeting(table, sql`id = ${id}::uuid`), meeting(table, sql`transaction_id = ${id}::uuid`))
  }
  if (isCode) {
    ofOrders(startingWith('transaction', sql`reference_order_id`, text))
    ofOrders(startingWith('transaction', sql`shown_order_id(reference_order_id)`, text.replace(/^…/, '')))
    queries.push(...gatewayIds.map((condition) => meeting(table, condition)))
  }
  const conditions: RawBuilder<unknown>[] = []
  if (phoneEnd !== null && seesPersonal) {
    conditions.push(sql`starts_with(phone_from_its_end(user_phone), ${[...phoneEnd].reverse().join('')})`)
  }
  if (isPart) {
    const shown = [sql<string>`reference_order_id`, sql<string>`entity_title`, buyer, ...texts]
    const searched = [...shown, ...(seesPersonal ? personalTexts : [])]
    // No searched text contains a line break, so none is found across two of them.
    conditions.push(contains(sql<string>`concat_ws(chr(10), ${sql.join(searched)})`, text))
    if (worded) conditions.push(worded(text))
  }
  if (money) {
    conditions.push(
      sql`${money.amount} in (${sql.join(amounts)}) and ${currency} = coalesce(${money.currency}, ${currency})`,
    )
  }
  if (conditions.length > 0) {
    queries.push(sql`(select one.id, 2 as rank from (
        select * from ${sql.table(table)} order by id desc limit ${sql.lit(newest)}
      ) as one ${joins} where ${sql.join(conditions, sql` or `)} limit ${sql.lit(newest)})`)
  }
  if (queries.length === 0) return Promise.resolve([])
  return prepared(
    db,
    sql`
    with found as (
      select id, min(rank) as rank from (${sql.join(queries, sql` union all `)}) as candidate group by id
    ), hit as (
      select ${kind} as kind, ${columns}, entity_title as detail, reference_order_id as code, null as email,
        null as phone, found.rank
      from found join ${sql.table(table)} as one on one.id = found.id ${joins}
    ), opened as (
      -- Several may open one order.
      select distinct on (id) * from hit order by id, rank, at desc
    )
    select * from opened order by rank, status not in ('open', 'waiting'), at desc, id desc limit ${sql.lit(limit)}`,
  )
}
