import type { HandlingCounts } from '@greenroom/contract/community/moderation/handling.schema'
import type {
  getHandlingReport,
  listCountedReports,
} from '@greenroom/contract/community/moderation/moderation.endpoints'
import type { DataOf, QueryOf } from '@greenroom/contract/endpoint'
import { requirePermissions } from '../../../platform/access/require-permission.ts'
import type { Call } from '../../../platform/call.ts'
import type { NumbersTable } from '../../money/report/report.service.ts'
import { countSteps, momentsOf } from '../../money/report/report-steps.service.ts'
import { handlingTable, presentCounted } from './handling.presenter.ts'
import { countCounted, countHandled, listCounted } from './handling.repository.ts'

/**
 * How many reports of members came in and were handled, and how fast (OQ-672).
 * @param timeZone the business time zone, an IANA name
 */
export function createHandlingReports({ timeZone }: { timeZone: string }) {
  function read(
    call: Call,
    period: QueryOf<typeof getHandlingReport>,
  ): Promise<DataOf<typeof getHandlingReport>> {
    return countSteps(period, async (steps, whole) => {
      const spans = [...steps, whole].map((days) => momentsOf(days, timeZone))
      const counts = await countHandled(call.db, spans)
      return { total: counts.pop() as HandlingCounts, counts }
    })
  }

  /** Lists the reports behind a number (OQ-675). */
  async function list(
    call: Call,
    { of, ...days }: QueryOf<typeof listCountedReports>,
  ): Promise<DataOf<typeof listCountedReports>> {
    const span = momentsOf(days, timeZone)
    const rows = await listCounted(call.db, of, span)
    return { reports: rows.map(presentCounted), ...(await countCounted(call.db, of, span)) }
  }

  /** Makes the table of an export. */
  const table: NumbersTable = async (call, filters) => {
    requirePermissions(call.actor, ['moderation.read'])
    const { steps } = await read(call, filters)
    return {
      columns: handlingTable.columns(filters),
      rows: steps.map((step) => handlingTable.cells(filters, step)),
    }
  }
  return { read, list, table }
}
