import { endOfDay, startOfDay } from '@greenroom/contract/calendar-day'
import { comparedSpan, type DaySpan } from '@greenroom/contract/money/report/report.rules'
import { requirePermissions, seesPersonalData } from '../../../platform/access/require-permission.ts'
import type { Call } from '../../../platform/call.ts'
import type { Settings } from '../../../settings.ts'
import type { NumbersTable } from '../../money/report/report.service.ts'
import { leadCells, leadColumns } from './lead-numbers.presenter.ts'
import type { createLeadPipeline } from './lead-pipeline.service.ts'

/**
 * Makes the table of exported leads by source: the funnel of the days, beside that of the earlier period (OQ-671).
 * @param pipeline counts the funnel
 */
export function createLeadNumbers(
  pipeline: Pick<ReturnType<typeof createLeadPipeline>, 'funnel'>,
  { BUSINESS_TIME_ZONE: timeZone }: Pick<Settings, 'BUSINESS_TIME_ZONE'>,
): NumbersTable {
  const funnelOf = (call: Call, { from, to }: DaySpan) =>
    pipeline.funnel(call, {
      start_date: startOfDay(from, timeZone).toISOString(),
      end_date: endOfDay(to, timeZone).toISOString(),
    })
  return async (call, filters) => {
    requirePermissions(call.actor, ['advisory.read'])
    const funnel = await funnelOf(call, filters)
    const before = filters.compare && (await funnelOf(call, comparedSpan(filters, filters.compare)))
    return {
      columns: leadColumns(filters),
      rows: leadCells(funnel, before, !seesPersonalData(call.actor)),
    }
  }
}
