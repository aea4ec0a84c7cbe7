import { dayIn, taxTimeZone } from '@greenroom/contract/calendar-day'
import {
  financialYearOf,
  financialYearText,
  lastDayOfCredit,
} from '@greenroom/contract/money/gst-return/gst-return.rules'
import type { GstYear } from '@greenroom/contract/money/gst-return/gst-return.schema'
import { invalid } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import type { Database } from '../../../platform/database/database.ts'
import { refuseStale } from '../../../platform/database/records.ts'
import { findDocumentMonths } from './gst-return.repository.ts'
import { findYear, listYears, lockYear, saveYear } from './gst-year.repository.ts'

/**
 * Returns the last day on which a credit note reduces the tax of an invoice. Inside a transaction the answer holds until
 * it ends.
 * @param invoiceDay YYYY-MM-DD
 */
export async function findLastDayOfCredit(db: Database, invoiceDay: string): Promise<string> {
  const year = financialYearOf(invoiceDay)
  if (db.isTransaction) await lockYear(db, year, 'shared')
  return lastDayOfCredit(year, (await findYear(db, year))?.annual_return_filed_on ?? null)
}

/** Financial years and the dates of their annual returns (OQ-832). */
export function createGstYearService() {
  async function read(call: Call, year: number): Promise<GstYear> {
    return presentYear(year, await findYear(call.db, year))
  }

  return {
    /** Lists the years from the first document to the present, the newest first. */
    async list(call: Call): Promise<GstYear[]> {
      const span = await findDocumentMonths(call.db)
      if (span === null) return []
      const last = financialYearOf(dayIn(call.now, taxTimeZone))
      const stored = new Map((await listYears(call.db)).map((row) => [row.financial_year, row]))
      const count = Math.max(0, last - financialYearOf(`${span.first}-01`) + 1)
      return Array.from({ length: count }, (_, at) => presentYear(last - at, stored.get(last - at)))
    },

    /**
     * @param filedOn YYYY-MM-DD; null: not filed
     * @throws AppError INVALID for a day before the year's end or in the future; STALE with the current year
     */
    async setAnnualReturn(call: Call, year: number, filedOn: string | null): Promise<GstYear> {
      await lockYear(call.db, year, 'exclusive')
      const before = await read(call, year)
      refuseStale(call.expectedVersion, before, 'Someone else changed this date in the meantime.')
      if (filedOn === before.annual_return_filed_on) return before
      if (filedOn !== null && (filedOn <= `${year + 1}-03-31` || filedOn > dayIn(call.now, taxTimeZone))) {
        const message = `The annual return of ${financialYearText(year)} is filed after 31 March ${year + 1}, and not in the future.`
        throw invalid([{ path: 'filed_on', message }])
      }
      await saveYear(call.db, year, filedOn)
      const after = await read(call, year)
      await recordAudit(call, {
        action: 'gst-period.annual-return',
        entityType: 'gst-period',
        entityId: null,
        label: financialYearText(year),
        before: { annual_return_filed_on: before.annual_return_filed_on },
        after: { annual_return_filed_on: filedOn },
      })
      return after
    },
  }
}

function presentYear(year: number, row: Awaited<ReturnType<typeof findYear>>): GstYear {
  const filedOn = row?.annual_return_filed_on ?? null
  return {
    year,
    annual_return_filed_on: filedOn,
    last_day_of_credit: lastDayOfCredit(year, filedOn),
    version: row?.version ?? 0,
  }
}
