import { addDays, startOfDay } from '@greenroom/contract/calendar-day'
import type { NumbersExport } from '@greenroom/contract/desk/export/export.schema'
import type { DataOf, QueryOf } from '@greenroom/contract/endpoint'
import type { getPartsReport, getSalesReport } from '@greenroom/contract/money/report/report.endpoints'
import {
  comparedSpan,
  comparedSteps,
  type DaySpan,
  stepsOf,
} from '@greenroom/contract/money/report/report.rules'
import type * as z from 'zod/mini'
import { seesPersonalData } from '../../../platform/access/require-permission.ts'
import type { Call } from '../../../platform/call.ts'
import { sumsOfDays } from '../transaction/daily-sums.service.ts'
import { presentParts, presentSum } from './report.presenter.ts'
import { sumParts } from './report.repository.ts'
import { partCells, partColumns, salesCells, salesColumns } from './report-export.presenter.ts'
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

    /** Sums up the paid orders of a period by what they have in common (OQ-654). */
    async parts(
      call: Call,
      { currency_code, from, to, dimension, compare }: QueryOf<typeof getPartsReport>,
    ): Promise<DataOf<typeof getPartsReport>> {
      const read = (days: DaySpan) =>
        sumParts(
          call.db,
          dimension,
          { from: startOfDay(days.from, timeZone), until: startOfDay(addDays(days.to, 1), timeZone) },
          currency_code,
        )
      const earlier = compare && comparedSpan({ from, to }, compare)
      const rows = await read({ from, to })
      const before = earlier ? await read(earlier) : []
      return {
        currency_code,
        total: presentSum(rows),
        ...(earlier && { previous: { ...earlier, total: presentSum(before) } }),
        ...presentParts(rows, earlier && before),
      }
    },

    /** Prepares the export of a report: its rows are few, and made here (OQ-653). */
    async prepareExport(call: Call, { filters }: z.output<typeof NumbersExport>) {
      const { dimension, ...ofTime } = filters
      const rows =
        dimension === undefined
          ? (await reports.sales(call, ofTime)).steps.map((step) => salesCells(filters, step))
          : partCells(
              filters,
              await reports.parts(call, { ...ofTime, dimension }),
              !seesPersonalData(call.actor),
            )
      const columns = dimension === undefined ? salesColumns(filters) : partColumns(filters)
      return {
        fileName: `numbers-${filters.from}-${filters.to}`,
        rowsTotal: rows.length,
        work: {
          kind: 'table' as const,
          sheet: 'Numbers',
          columns,
          statement: statementOf(rows, columns.length),
        },
      }
    },
  }
  return reports
}
