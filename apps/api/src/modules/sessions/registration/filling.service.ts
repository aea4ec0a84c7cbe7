import { dayIn } from '@greenroom/contract/calendar-day'
import type { DataOf, QueryOf } from '@greenroom/contract/endpoint'
import { comparedSpan, type DaySpan } from '@greenroom/contract/money/report/report.rules'
import type { getFillingReport } from '@greenroom/contract/sessions/registration/registration.endpoints'
import { requirePermissions } from '../../../platform/access/require-permission.ts'
import type { Call } from '../../../platform/call.ts'
import type { NumbersTable } from '../../money/report/report.service.ts'
import { momentsOf } from '../../money/report/report-steps.service.ts'
import { fillingCells, fillingColumns, presentFilling, sumFilling } from './filling.presenter.ts'
import { countFilling } from './filling.repository.ts'

/**
 * How the seats of sessions fill over the days before their start (OQ-673).
 * @param timeZone the business time zone, an IANA name
 */
export function createFillingReports({ timeZone }: { timeZone: string }) {
  async function read(
    call: Call,
    { from, to, compare, kind, session_id: session }: QueryOf<typeof getFillingReport>,
  ): Promise<DataOf<typeof getFillingReport>> {
    const find = async (days: DaySpan) => {
      const rows = await countFilling(call.db, { ...momentsOf(days, timeZone), kind, session })
      const sessions = presentFilling(rows, call.now)
      return { sessions, omitted: (rows[0]?.sessions ?? 0) - sessions.length }
    }
    const found = await find({ from, to })
    const earlier = compare && session === undefined ? comparedSpan({ from, to }, compare) : undefined
    return {
      total: sumFilling(found.sessions, session !== undefined),
      ...(earlier && {
        previous: { ...earlier, total: sumFilling((await find(earlier)).sessions, false) },
      }),
      ...found,
    }
  }

  /** Makes the table of an export: a row for each session that the screen shows. */
  const table: NumbersTable = async (call, { from, to, kind, session_id }) => {
    requirePermissions(call.actor, ['content.read'])
    const { sessions } = await read(call, { from, to, kind, session_id })
    return {
      columns: fillingColumns,
      rows: sessions.map((session) => fillingCells(session, dayIn(new Date(session.start_time), timeZone))),
    }
  }
  return { read, table }
}
