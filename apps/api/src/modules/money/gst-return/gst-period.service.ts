import type { Database } from '../../../platform/database/database.ts'
import { findPeriod, lockMonth } from './gst-period.repository.ts'

/** Returns the month of a day: "2026-11-22" is in "2026-11". */
function monthOf(day: string): string {
  return day.slice(0, 7)
}

/**
 * Tells whether GSTR-1 of a day's month is filed. A filed month takes no more documents. Inside a transaction the
 * answer holds until it ends.
 * @param day the date of a document, YYYY-MM-DD
 */
export async function isMonthFiled(db: Database, day: string): Promise<boolean> {
  const month = monthOf(day)
  if (db.isTransaction) await lockMonth(db, month, 'shared')
  const period = await findPeriod(db, month)
  return period !== undefined && period.filed_at !== null
}
