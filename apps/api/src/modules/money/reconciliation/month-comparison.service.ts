import { dayIn } from '@greenroom/contract/calendar-day'
import type { GstMonth } from '@greenroom/contract/money/gst-return/gst-return.schema'
import type { Call } from '../../../platform/call.ts'
import type { Settings } from '../../../settings.ts'
import { comparedMonths } from './comparison.repository.ts'

export type MonthComparisonService = ReturnType<typeof createMonthComparisonService>

/** How far months are compared with the payment gateway. */
export function createMonthComparisonService({
  settings,
}: {
  settings: Pick<Settings, 'BUSINESS_TIME_ZONE'>
}) {
  const timeZone = settings.BUSINESS_TIME_ZONE
  return {
    /** Returns the comparison of each month, by month. */
    async ofMonths(call: Call, months: readonly string[]): Promise<Map<string, GstMonth['comparison']>> {
      const rows = await comparedMonths(call.db, months, { today: dayIn(call.now, timeZone), timeZone })
      return new Map(
        rows.map(({ month, finished_at, ...compared }) => [
          month,
          { ...compared, finished_at: finished_at?.toISOString() ?? null },
        ]),
      )
    },
  }
}
