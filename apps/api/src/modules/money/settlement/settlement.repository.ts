import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

export type SettlementRow = Selectable<DB['settlement']>
export type LineRow = Selectable<DB['settlement_line']>

/** Lets only one transaction at a time store settlements: a line can move from one to another. */
export async function lockSettlements(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('settlements', 0))`.execute(db)
}

/** Finds a settlement by the gateway's id. */
export function findByGatewayId(db: Database, gatewayId: string): Promise<SettlementRow | undefined> {
  return db.selectFrom('settlement').selectAll().where('gateway_id', '=', gatewayId).executeTakeFirst()
}

export async function insertSettlement(db: Database, row: Insertable<DB['settlement']>): Promise<void> {
  await db.insertInto('settlement').values(row).execute()
}

/** Stores what the gateway says about a settlement itself. */
export async function updateSettlement(
  db: Database,
  id: string,
  values: Pick<SettlementRow, 'utr' | 'settled_at' | 'updated_at'>,
): Promise<void> {
  await db
    .updateTable('settlement')
    .set({ ...values, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Finds the stored lines of some of the gateway's ids. */
export function findLines(db: Database, entityIds: readonly string[]): Promise<LineRow[]> {
  return db
    .selectFrom('settlement_line')
    .selectAll()
    .where(sql<boolean>`entity_id = any (${[...entityIds]}::text[])`)
    .execute()
}

/** Returns the lines of a settlement that are about none of the gateway's ids. */
export function findOtherLines(
  db: Database,
  settlementId: string,
  entityIds: readonly string[],
): Promise<LineRow[]> {
  return db
    .selectFrom('settlement_line')
    .selectAll()
    .where('settlement_id', '=', settlementId)
    .where(sql<boolean>`entity_id <> all (${[...entityIds]}::text[])`)
    .orderBy('id')
    .execute()
}

/** Inserts lines, some hundred at a time: a statement has at most 65,535 parameters. */
export async function insertLines(
  db: Database,
  rows: readonly Insertable<DB['settlement_line']>[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += 500) {
    await db
      .insertInto('settlement_line')
      .values(rows.slice(at, at + 500))
      .execute()
  }
}

export async function updateLine(
  db: Database,
  id: string,
  values: Omit<Insertable<DB['settlement_line']>, 'id' | 'created_at'>,
): Promise<void> {
  await db.updateTable('settlement_line').set(values).where('id', '=', id).execute()
}

export async function deleteLine(db: Database, id: string): Promise<void> {
  await db.deleteFrom('settlement_line').where('id', '=', id).execute()
}

/**
 * Adds up the lines of a settlement. A payment counts its amount before the fee. Everything else counts what it moved,
 * without the fee that was taken for it.
 * @returns the sums, if they changed
 */
export async function sumSettlement(db: Database, id: string, now: Date): Promise<SettlementRow | undefined> {
  const { rows } = await sql<SettlementRow>`
    with summed as (
      select count(*)::int as line_count,
        coalesce(sum(amount) filter (where kind = 'payment'), 0)::bigint as payments,
        coalesce(sum(debit - credit - coalesce(fee, 0)) filter (where kind = 'refund'), 0)::bigint as refunds,
        coalesce(sum(credit - debit + coalesce(fee, 0)) filter (where kind not in ('payment', 'refund')), 0)::bigint
          as adjustments,
        coalesce(sum(fee), 0)::bigint as fee, coalesce(sum(tax), 0)::bigint as tax,
        coalesce(sum(credit - debit), 0)::bigint as net,
        case when count(distinct currency_code) = 1 then min(currency_code) end as currency_code
      from settlement_line where settlement_id = ${id}
    )
    update settlement set line_count = summed.line_count, payments = summed.payments, refunds = summed.refunds,
      adjustments = summed.adjustments, fee = summed.fee, tax = summed.tax, net = summed.net,
      currency_code = coalesce(summed.currency_code, settlement.currency_code),
      version = settlement.version + 1, updated_at = ${now}
    from summed
    where settlement.id = ${id} and (settlement.line_count, settlement.payments, settlement.refunds,
      settlement.adjustments, settlement.fee, settlement.tax, settlement.net)
      is distinct from (summed.line_count, summed.payments, summed.refunds, summed.adjustments, summed.fee,
        summed.tax, summed.net)
    returning settlement.*`.execute(db)
  return rows[0]
}
