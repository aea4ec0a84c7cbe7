import { type RawBuilder, type Selectable, sql } from 'kysely'
import { countUpTo } from '../../../platform/database/capped-counts.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { RowStatement } from '../../../platform/database/row-cursor.ts'
import type { DB } from '../../../platform/database/tables.ts'

/** A settlement with the number of open differences that its lines have. */
export type ListedSettlementRow = Selectable<DB['settlement']> & { open_differences: number }

/** A line with its order, where there is one. */
export type ListedLineRow = Selectable<DB['settlement_line']> & {
  transaction_id: string | null
  reference_order_id: string | null
  has_difference: boolean
}

interface SettlementFilter {
  /** "2026-11": when it was settled. */
  month: string | null
  /** An IANA zone, in which months end. */
  timeZone: string
}

function inMonth({ month, timeZone }: SettlementFilter): RawBuilder<boolean> {
  if (month === null) return sql<boolean>`true`
  const first = sql`(${month}::text || '-01')::date`
  return sql<boolean>`(settlement.settled_at >= ${first}::timestamp at time zone ${timeZone}
    and settlement.settled_at < (${first} + interval '1 month') at time zone ${timeZone})`
}

/** Counts the open differences of some settlements; begins with the open ones, which are few. */
const withDifferences = (settlements: RawBuilder<unknown>) => sql`
  with page as materialized (${settlements}),
  differing as (
    select line.settlement_id, count(*)::int as n
    from gateway_difference join settlement_line as line on line.entity_id = gateway_difference.subject
    where gateway_difference.resolved_at is null and line.settlement_id in (select id from page)
    group by line.settlement_id
  )
  select page.*, coalesce(differing.n, 0) as open_differences
  from page left join differing on differing.settlement_id = page.id
  order by page.settled_at desc, page.id desc`

/** Lists one page, the newest first. */
export async function listSettlements(
  db: Database,
  filter: SettlementFilter,
  page: { limit: number; offset: number },
): Promise<ListedSettlementRow[]> {
  const { rows } = await sql<ListedSettlementRow>`${withDifferences(sql`
    select * from settlement where ${inMonth(filter)}
    order by settled_at desc, id desc limit ${page.limit} offset ${page.offset}`)}`.execute(db)
  return rows
}

/** Counts the settlements of a filter, at most `mostCounted`. */
export async function countSettlements(db: Database, filter: SettlementFilter): Promise<number> {
  const { total } = await countUpTo(db, { total: sql`select from settlement where ${inMonth(filter)}` })
  return total
}

export async function findSettlement(db: Database, id: string): Promise<ListedSettlementRow | undefined> {
  const { rows } = await sql<ListedSettlementRow>`${withDifferences(
    sql`select * from settlement where id = ${id}`,
  )}`.execute(db)
  return rows[0]
}

/** Finds the order of a line: the one that counts its payment. */
const orderOfLine = sql`lateral (
    select id as transaction_id, reference_order_id from transaction where payment_id = line.payment_id
    union all
    select transaction.id, reference_order_id
    from order_payment join transaction on transaction.id = order_payment.transaction_id
    where order_payment.payment_id = line.payment_id
    limit 1
  ) as bought`

/** Lists a page of the lines of a settlement, in the order in which they were stored. */
export async function listLines(
  db: Database,
  settlementId: string,
  page: { limit: number; offset: number },
): Promise<ListedLineRow[]> {
  const { rows } = await sql<ListedLineRow>`
    with line as materialized (
      select * from settlement_line where settlement_id = ${settlementId}
      order by id limit ${page.limit} offset ${page.offset}
    )
    select line.*, bought.transaction_id, bought.reference_order_id, exists (
        select from gateway_difference where subject = line.entity_id and resolved_at is null
      ) as has_difference
    from line left join ${orderOfLine} on true
    order by line.id`.execute(db)
  return rows
}

/** Counts the rows of an export. */
export async function countExported(
  db: Database,
  rows: 'settlements' | 'lines',
  filter: SettlementFilter & { settlementId: string | null },
): Promise<number> {
  const counted = rows === 'lines' ? sql`coalesce(sum(line_count), 0)::int` : sql`count(*)::int`
  const { rows: found } = await sql<{ n: number }>`
    select ${counted} as n from settlement where ${exported(filter)}`.execute(db)
  return found[0]?.n ?? 0
}

function exported(filter: SettlementFilter & { settlementId: string | null }): RawBuilder<boolean> {
  if (filter.settlementId === null) return inMonth(filter)
  return sql<boolean>`(settlement.id = ${filter.settlementId} and ${inMonth(filter)})`
}

/** Reads what an export has, in the order of the list. */
export function exportStatement(
  db: Database,
  rows: 'settlements' | 'lines',
  filter: SettlementFilter & { settlementId: string | null },
): RowStatement {
  const local = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone ${filter.timeZone}::text, 'YYYY-MM-DD HH24:MI:SS')`
  const statement =
    rows === 'settlements'
      ? sql`
        select gateway_id, utr, ${local('settled_at')}, currency_code, line_count, payments, refunds, adjustments, fee,
          tax, net, payments - refunds + adjustments - fee - net
        from settlement where ${exported(filter)} order by settled_at desc, id desc`
      : sql`
        select settlement.gateway_id, settlement.utr, ${local('settlement.settled_at')}, line.type, line.entity_id,
          line.payment_id, bought.reference_order_id, line.dispute_id, line.description, line.method,
          ${local('line.made_at')}, line.currency_code, line.amount, line.fee, line.tax, line.debit, line.credit
        from settlement join settlement_line as line on line.settlement_id = settlement.id
        left join ${orderOfLine} on true
        where ${exported(filter)} order by settlement.settled_at desc, settlement.id desc, line.id`
  const { sql: text, parameters } = statement.compile(db)
  return { text, values: [...parameters] }
}
