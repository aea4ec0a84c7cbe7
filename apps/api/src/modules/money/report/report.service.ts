import type { NumbersExport } from '@greenroom/contract/desk/export/export.schema'
import type { DataOf, QueryOf } from '@greenroom/contract/endpoint'
import type { getSalesReport } from '@greenroom/contract/money/report/report.endpoints'
import {
  comparedSpan,
  comparedSteps,
  type DaySpan,
  stepsOf,
} from '@greenroom/contract/money/report/report.rules'
import type * as z from 'zod/mini'
import type { Call } from '../../../platform/call.ts'
import { sumsOfDays } from '../transaction/daily-sums.service.ts'
import { presentSum } from './report.presenter.ts'
import { salesCells, salesColumns } from './report-export.presenter.ts'
import { statementOf } from './report-export.repository.ts'

export type ReportService = ReturnType<typeof createReportService>

/**
 * Sums of sales by time, beside those of an earlier period.
 * @param timeZone the business time zone, an IANA name
 */
export function createReportService({ timeZone }: { timeZone: string }) {
  const reports = {
    /** Sums up the paid orders of each day, week or month, exactly as the list of transactions does (OQ-651). */
    async sales(
      call: Call,
      { currency_code, from, to, step, compare }: QueryOf<typeof getSalesReport>,
    ): Promise<DataOf<typeof getSalesReport>> {
      const span = { from, to }
      const read = async (days: DaySpan) => {
        const sums = await sumsOfDays(call, days, timeZone)
        return sums.filter((sum) => sum.currency_code === currency_code)
      }
      const earlier = compare && comparedSpan(span, compare)
      const sums = await read(span)
      const before = earlier ? await read(earlier) : []
      const sumOf = (days: DaySpan, of: typeof sums) =>
        presentSum(of.filter(({ day }) => day >= days.from && day <= days.to))
      const compared = compare && comparedSteps(span, step, compare)
      return {
        currency_code,
        total: presentSum(sums),
        ...(earlier && { previous: { ...earlier, total: presentSum(before) } }),
        steps: stepsOf(span, step).map((days, index) => {
          const same = compared?.[index]
          return {
            ...days,
            sum: sumOf(days, sums),
            ...(compared && { previous: same ? { ...same, sum: sumOf(same, before) } : null }),
          }
        }),
      }
    },

    /** Prepares the export of a report: its rows are few, and made here (OQ-653). */
    async prepareExport(call: Call, { filters }: z.output<typeof NumbersExport>) {
      const { steps } = await reports.sales(call, filters)
      const columns = salesColumns(filters)
      return {
        fileName: `numbers-${filters.from}-${filters.to}`,
        rowsTotal: steps.length,
        work: {
          kind: 'table' as const,
          sheet: 'Numbers',
          columns,
          statement: statementOf(
            steps.map((step) => salesCells(filters, step)),
            columns.length,
          ),
        },
      }
    },
  }
  return reports
}
