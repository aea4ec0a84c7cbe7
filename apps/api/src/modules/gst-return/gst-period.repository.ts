import type { Selectable } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/tables.ts'

export type GstPeriodRow = Selectable<DB['gst_period']>

/** @param month YYYY-MM */
export function findPeriod(db: Database, month: string): Promise<GstPeriodRow | undefined> {
  return db.selectFrom('gst_period').selectAll().where('month', '=', month).executeTakeFirst()
}
