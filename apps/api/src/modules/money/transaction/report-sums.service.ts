import { addDays, startOfDay } from '@greenroom/contract/calendar-day'
import type { CurrencyCode } from '@greenroom/contract/money'
import type { DaySpan, ReportDimension } from '@greenroom/contract/money/report/report.rules'
import type { Logger } from 'pino'
import type { Call } from '../../../platform/call.ts'
import type { Database } from '../../../platform/database/database.ts'
import { foldCounts } from '../../../platform/database/kept-counts.ts'
import { isCountedZone } from './daily-sums.service.ts'
import { countBuyers, nameParts, sumParts } from './report-sums.repository.ts'
import { transactionCounts } from './transaction-counts.repository.ts'

/** Sums up the paid orders of some days in one currency by what they have in common. */
export async function sumsOfParts(
  { db }: Call,
  dimension: ReportDimension,
  days: DaySpan,
  currency: CurrencyCode,
  timeZone: string,
) {
  return sumParts(db, dimension, spanOf(days, timeZone), currency, isCountedZone(timeZone))
}

/** Names some of these parts. Those that are not found are called by their key. */
export async function namesOfParts({ db }: Call, dimension: ReportDimension, keys: readonly string[]) {
  return nameParts(db, dimension, keys)
}

/**
 * Counts who paid in each span of days, and who of them for the first time in this currency.
 * @param spans in order, without overlaps
 */
export async function buyersOfSpans(
  { db }: Call,
  spans: readonly DaySpan[],
  currency: CurrencyCode,
  timeZone: string,
) {
  const counted = spans.map((days) => spanOf(days, timeZone))
  return countBuyers(db, counted, currency, isCountedZone(timeZone))
}

/** Adds the waiting changes of orders to what is kept, so that nothing kept has the id of an account without orders. */
export async function foldOrders(db: Database, log: Logger): Promise<void> {
  await foldCounts(db, transactionCounts, log)
}

function spanOf(days: DaySpan, timeZone: string) {
  return {
    days,
    from: startOfDay(days.from, timeZone),
    until: startOfDay(addDays(days.to, 1), timeZone),
  }
}
