import {
  getBuyersReport,
  getPartsReport,
  getSalesReport,
} from '@greenroom/contract/money/report/report.endpoints'
import type { OtherReport } from '@greenroom/contract/money/report/report.rules'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { createReportService, type NumbersTable, type ReportService } from './report.service.ts'

export function reportModule(
  host: ModuleHost,
  others: Readonly<Record<OtherReport, NumbersTable>>,
): ReportService {
  const reports = createReportService({ timeZone: host.settings.BUSINESS_TIME_ZONE, others })
  on(host, getSalesReport).handle(async (call, { query }) => ({ data: await reports.sales(call, query) }))
  on(host, getPartsReport).handle(async (call, { query }) => ({ data: await reports.parts(call, query) }))
  on(host, getBuyersReport).handle(async (call, { query }) => ({ data: await reports.buyers(call, query) }))
  return reports
}
