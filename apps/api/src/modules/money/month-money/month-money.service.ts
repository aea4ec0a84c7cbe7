import { startOfDay } from '@greenroom/contract/calendar-day'
import type { SettlementExport } from '@greenroom/contract/desk/export/export.schema'
import type { DataOf } from '@greenroom/contract/endpoint'
import type {
  getMonthMoney,
  listMoneyDays,
} from '@greenroom/contract/money/month-money/month-money.endpoints'
import type { DayBasis } from '@greenroom/contract/money/month-money/month-money.schema'
import type * as z from 'zod/mini'
import { requirePermissions } from '../../../platform/access/require-permission.ts'
import { invalid } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'
import type { TableColumn } from '../../../platform/table-file/table-column.ts'
import { presentMonthMoney } from './month-money.presenter.ts'
import {
  dayStatement,
  type MonthSpan,
  sumCaptured,
  sumDocuments,
  sumGivenBack,
  sumMoneyDays,
  sumSettled,
} from './month-money.repository.ts'

export type MonthMoneyService = ReturnType<typeof createMonthMoneyService>

/** Where the money of a month is: at the gateway, in settlements, in orders, in documents (OQ-804, OQ-805). */
export function createMonthMoneyService({ timeZone }: { timeZone: string }) {
  function spanOf(month: string): MonthSpan {
    const [year = 0, number = 0] = month.split('-').map(Number)
    const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10)
    const firstDay = `${month}-01`
    return { from: startOfDay(firstDay, timeZone), until: startOfDay(next, timeZone), firstDay }
  }

  return {
    /** Returns the sums of a month, one entry for each currency, rupees first. */
    async get(call: Call, month: string): Promise<DataOf<typeof getMonthMoney>> {
      const span = spanOf(month)
      const parts = await Promise.all(
        [sumCaptured, sumGivenBack, sumSettled, sumDocuments].map((sum) => sum(call.db, span)),
      )
      return { month, currencies: presentMonthMoney(parts.flat()) }
    },

    /** Lists the sums of each day of a month per currency, the earliest first. */
    async days(call: Call, month: string, by: DayBasis): Promise<DataOf<typeof listMoneyDays>> {
      return { days: await sumMoneyDays(call.db, by, spanOf(month), timeZone) }
    },

    /**
     * Prepares the export of the days of a month.
     * @throws AppError FORBIDDEN for a role that may export other lists only; VALIDATION without a month
     */
    async prepareExport(call: Call, { month, by = 'refunded' }: z.output<typeof SettlementExport>) {
      requirePermissions(call.actor, ['money.read'])
      if (month === undefined) throw invalid([{ path: 'month', message: 'Choose a month' }])
      const span = spanOf(month)
      return {
        fileName: `money-by-day-${month}`,
        rowsTotal: (await sumMoneyDays(call.db, by, span, timeZone)).length,
        work: {
          kind: 'table' as const,
          sheet: 'Days',
          columns: dayColumns,
          statement: dayStatement(call.db, by, span, timeZone),
        },
      }
    },
  }
}

const amount = (heading: string): TableColumn => ({ heading, kind: 'amount' })

const dayColumns: TableColumn[] = [
  { heading: 'Day', kind: 'text' },
  { heading: 'Currency', kind: 'text' },
  { heading: 'Orders', kind: 'integer' },
  amount('Paid'),
  amount('Refunded'),
  amount('Lost in disputes'),
  amount('Net'),
]
