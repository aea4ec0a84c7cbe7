import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

type GstYearRow = Selectable<DB['gst_year']>

/** @param year in which the financial year starts */
export function findYear(db: Database, year: number): Promise<GstYearRow | undefined> {
  return db.selectFrom('gst_year').selectAll().where('financial_year', '=', year).executeTakeFirst()
}

/** Lists the years with a date: one row for each year of the business. */
export function listYears(db: Database): Promise<GstYearRow[]> {
  return db.selectFrom('gst_year').selectAll().execute()
}

/** Locks a year until the transaction ends: its date waits for credit notes that are being issued, and the other way round. */
export async function lockYear(db: Database, year: number, mode: 'shared' | 'exclusive'): Promise<void> {
  const key = `gst-year/${year}`
  await (mode === 'shared'
    ? sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`.execute(db)
    : sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db))
}

/** @param filedOn YYYY-MM-DD */
export async function saveYear(db: Database, year: number, filedOn: string | null): Promise<void> {
  const values = { annual_return_filed_on: filedOn }
  await db
    .insertInto('gst_year')
    .values({ financial_year: year, ...values })
    .onConflict((conflict) =>
      conflict
        .column('financial_year')
        .doUpdateSet({ ...values, version: sql<number>`gst_year.version + 1` }),
    )
    .execute()
}
