import { dueDay, firstDayAfter } from '@greenroom/contract/money/gst-return/gst-return.rules'
import type { Database } from '../../../platform/database/database.ts'
import { findPeriod, lockMonth, wasExportedSince } from './gst-period.repository.ts'

/** Returns the month of a day: "2026-11-22" is in "2026-11". */
function monthOf(day: string): string {
  return day.slice(0, 7)
}

/** Returns the rupees for one dollar that somebody entered for the month of a day; null if nobody did. */
export async function usdRateOf(db: Database, day: string): Promise<string | null> {
  return (await findPeriod(db, monthOf(day)))?.usd_rate ?? null
}

/**
 * Tells whether a day's month takes no more documents: its GSTR-1 is filed, or was exported after the month's end and the
 * 11th has passed, on which it was due. Inside a transaction the answer holds until it ends, but for an export.
 * @param day the date of a document, YYYY-MM-DD
 * @param today the day in India, YYYY-MM-DD
 */
export async function isMonthClosed(db: Database, day: string, today: string): Promise<boolean> {
  const month = monthOf(day)
  if (db.isTransaction) await lockMonth(db, month, 'shared')
  const period = await findPeriod(db, month)
  if (period !== undefined && period.filed_at !== null) return true
  return today > dueDay(month) && (await wasExportedSince(db, month, firstDayAfter(month)))
}
