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
  daysOf,
  type OtherReport,
  otherReports,
  stepsOf,
} from '@greenroom/contract/money/report/report.rules'
import type { NumbersFilters } from '@greenroom/contract/money/report/report.schema'
import type * as z from 'zod/mini'
import { seesPersonalData } from '../../../platform/access/require-permission.ts'
import type { Call } from '../../../platform/call.ts'
import type { TableColumn, TableRow } from '../../../platform/table-file/table-column.ts'
import { sumsOfDays } from '../transaction/daily-sums.service.ts'
import { buyersOfSpans, namesOfParts, sumsOfParts } from '../transaction/report-sums.service.ts'
import { presentBuyers, presentParts, presentSum } from './report.presenter.ts'
import {
  buyerCells,
  buyerColumns,
  partCells,
  partColumns,
  salesCells,
  salesColumns,
} from './report-export.presenter.ts'
import { statementOf } from './report-export.repository.ts'
import { countSteps } from './report-steps.service.ts'

export type ReportService = ReturnType<typeof createReportService>

/** Makes the table of an exported report. Throws unless the caller may see its rows. */
export type NumbersTable = (
  call: Call,
  filters: NumbersFilters,
) => Promise<{ columns: TableColumn[]; rows: TableRow[] }>

/**
 * Sums of sales by time, beside those of an earlier period.
 * @param timeZone the business time zone, an IANA name
 * @param others the tables of reports that other modules own
 */
export function createReportService({
  timeZone,
  others,
}: {
  timeZone: string
  others: Readonly<Record<OtherReport, NumbersTable>>
}) {
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
      const read = (days: DaySpan) => sumsOfParts(call, dimension, days, currency_code, timeZone)
      const earlier = compare && comparedSpan({ from, to }, compare)
      const rows = await read({ from, to })
      const before = earlier ? await read(earlier) : []
      return {
        currency_code,
        total: presentSum(rows),
        ...(earlier && { previous: { ...earlier, total: presentSum(before) } }),
        ...(await presentParts(rows, earlier && before, (keys) => namesOfParts(call, dimension, keys))),
      }
    },

    /** Counts new and returning buyers of each day, week or month (OQ-655). */
    async buyers(
      call: Call,
      { currency_code, ...period }: QueryOf<typeof getBuyersReport>,
    ): Promise<DataOf<typeof getBuyersReport>> {
      const read = async (steps: readonly DaySpan[]) => {
        const rows = await buyersOfSpans(call, steps, currency_code, timeZone)
        return presentBuyers(rows, steps.length)
      }
      const counted = await countSteps(period, async (steps, whole) => {
        const found = await read(steps)
        const isAll = steps.reduce((days, one) => days + daysOf(one), 0) === daysOf(whole)
        return isAll ? found : { ...found, total: (await read([whole])).total }
      })
      return { currency_code, ...counted }
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

  const tableOf: NumbersTable = async (call, filters) => {
    const { dimension, ...ofTime } = filters
    if (isOther(dimension)) return others[dimension](call, filters)
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

function isOther(dimension: NumbersFilters['dimension']): dimension is OtherReport {
  return otherReports.some((other) => other === dimension)
}
