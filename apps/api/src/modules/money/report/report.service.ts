import { addDays, startOfDay } from '@greenroom/contract/calendar-day'
import type { NumbersExport } from '@greenroom/contract/desk/export/export.schema'
import type { DataOf, QueryOf } from '@greenroom/contract/endpoint'
import type {
  getBuyersReport,
  getPartsReport,
  getSalesReport,
} from '@greenroom/contract/money/report/report.endpoints'
import {
  comparedSpan,
  comparedSteps,
  type DaySpan,
  stepsOf,
} from '@greenroom/contract/money/report/report.rules'
import type { NumbersFilters } from '@greenroom/contract/money/report/report.schema'
import type * as z from 'zod/mini'
import { seesPersonalData } from '../../../platform/access/require-permission.ts'
import type { Call } from '../../../platform/call.ts'
import type { TableColumn, TableRow } from '../../../platform/table-file/table-column.ts'
import { sumsOfDays } from '../transaction/daily-sums.service.ts'
import { presentBuyers, presentParts, presentSum } from './report.presenter.ts'
import { countBuyers, sumParts } from './report.repository.ts'
import {
  buyerCells,
  buyerColumns,
  partCells,
  partColumns,
  salesCells,
  salesColumns,
} from './report-export.presenter.ts'
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
      const read = (days: DaySpan) => sumParts(call.db, dimension, momentsOf(days, timeZone), currency_code)
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

    /** Counts new and returning buyers of each day, week or month (OQ-655). */
    async buyers(
      call: Call,
      { currency_code, from, to, step, compare }: QueryOf<typeof getBuyersReport>,
    ): Promise<DataOf<typeof getBuyersReport>> {
      const span = { from, to }
      const read = async (steps: readonly DaySpan[]) => {
        const spans = steps.map((days) => momentsOf(days, timeZone))
        return presentBuyers(await countBuyers(call.db, spans, currency_code), steps.length)
      }
      const steps = stepsOf(span, step)
      const now = await read(steps)
      const earlier = compare && comparedSpan(span, compare)
      const compared = compare && comparedSteps(span, step, compare)
      const same = compared?.filter((days) => days !== null) ?? []
      const before = earlier && { ...(await read(same)), total: (await read([earlier])).total }
      const counts = before?.counts.values()
      return {
        currency_code,
        total: now.total,
        ...(earlier && before && { previous: { ...earlier, total: before.total } }),
        steps: steps.map((days, index) => {
          const part = compared?.[index]
          const value = part && counts?.next().value
          return {
            ...days,
            counts: now.counts[index] ?? now.total,
            ...(compared && { previous: part && value ? { ...part, counts: value } : null }),
          }
        }),
      }
    },

    /** Prepares the export of a report: its rows are few, and made here (OQ-653). */
    async prepareExport(call: Call, { filters }: z.output<typeof NumbersExport>) {
      const { columns, rows } = await tableOf(call, filters)
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

  async function tableOf(
    call: Call,
    filters: NumbersFilters,
  ): Promise<{ columns: TableColumn[]; rows: TableRow[] }> {
    const { dimension, ...ofTime } = filters
    if (dimension === undefined) {
      const { steps } = await reports.sales(call, ofTime)
      return { columns: salesColumns(filters), rows: steps.map((step) => salesCells(filters, step)) }
    }
    if (dimension === 'buyers') {
      const { steps } = await reports.buyers(call, ofTime)
      return { columns: buyerColumns(filters), rows: steps.map((step) => buyerCells(filters, step)) }
    }
    const parts = await reports.parts(call, { ...ofTime, dimension })
    return {
      columns: partColumns(filters),
      rows: partCells(filters, parts, !seesPersonalData(call.actor)),
    }
  }
  return reports
}

function momentsOf({ from, to }: DaySpan, timeZone: string) {
  return { from: startOfDay(from, timeZone), until: startOfDay(addDays(to, 1), timeZone) }
}
