import { taxTimeZone } from '@greenroom/contract/calendar-day'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

type GstPeriodRow = Selectable<DB['gst_period']>
type ReturnExport = Selectable<Omit<DB['gst_export'], 'last_numbers'>> & {
  last_numbers: Readonly<Record<string, number>>
}

/** @param month YYYY-MM */
export function findPeriod(db: Database, month: string): Promise<GstPeriodRow | undefined> {
  return db.selectFrom('gst_period').selectAll().where('month', '=', month).executeTakeFirst()
}

/** Tells whether GSTR-1 of a month was exported on or after a day in India, YYYY-MM-DD. */
export async function wasExportedSince(db: Database, month: string, day: string): Promise<boolean> {
  const found = await db
    .selectFrom('gst_export')
    .select('id')
    .where('month', '=', month)
    .where('exported_at', '>=', sql<Date>`(${day}::date)::timestamp at time zone ${taxTimeZone}`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function insertReturnExport(db: Database, row: ReturnExport): Promise<void> {
  await db
    .insertInto('gst_export')
    .values({ ...row, last_numbers: JSON.stringify(row.last_numbers) })
    .execute()
}

/**
 * Locks a month until the transaction ends: filing waits for documents that are being dated into it, and the
 * other way round.
 */
export async function lockMonth(db: Database, month: string, mode: 'shared' | 'exclusive'): Promise<void> {
  const key = `gst-period/${month}`
  await (mode === 'shared'
    ? sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`.execute(db)
    : sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db))
}

/** Locks the rates of all months until the transaction ends. Lock the month first. */
export async function lockRates(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('gst-period/rates', 0))`.execute(db)
}

/** Sets columns of a month, whose row may not exist. */
export async function savePeriod(
  db: Database,
  month: string,
  values: Partial<Pick<GstPeriodRow, 'usd_rate' | 'filed_at' | 'filed_by' | 'arn'>>,
): Promise<void> {
  await db
    .insertInto('gst_period')
    .values({ month, ...values })
    .onConflict((conflict) =>
      conflict.column('month').doUpdateSet({ ...values, version: sql<number>`gst_period.version + 1` }),
    )
    .execute()
}
