import {
  fileGstMonth,
  getGstReturn,
  listGstMonths,
  listGstYears,
  reopenGstMonth,
  setAnnualReturn,
  setUsdRate,
} from '@greenroom/contract/money/gst-return/gst-return.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { createGstExports, type GstExports } from './gst-export.service.ts'
import { createGstReturnService, type MonthComparisons } from './gst-return.service.ts'
import { createGstYearService } from './gst-year.service.ts'

/** @param comparisons how far months are compared: the reconciliation, which needs the documents, knows it */
export function gstReturnModule(
  host: ModuleHost,
  { comparisons }: { comparisons: MonthComparisons },
): GstExports {
  const returns = createGstReturnService(host.settings, comparisons)
  on(host, listGstMonths).handle(async (call, { query }) => ({ data: await returns.listMonths(call, query) }))
  on(host, getGstReturn).handle(async (call, { params }) => ({
    data: await returns.summarize(call, params.month),
  }))
  on(host, setUsdRate).handle(async (call, { params, body }) => ({
    data: await returns.setRate(call, params.month, body.usd_rate),
    message: 'Rate saved!',
  }))
  on(host, fileGstMonth).handle(async (call, { params, body }) => {
    const data = await returns.file(call, params.month, body)
    const isOwn = data.filed_at === call.now.toISOString()
    return { data, message: isOwn ? 'Marked as filed!' : `Filed before by ${data.filed_by}` }
  })
  on(host, reopenGstMonth).handle(async (call, { params }) => ({
    data: await returns.reopen(call, params.month),
    message: 'Marked as not filed!',
  }))
  const years = createGstYearService()
  on(host, listGstYears).handle(async (call) => ({ data: { years: await years.list(call) } }))
  on(host, setAnnualReturn).handle(async (call, { params, body }) => ({
    data: await years.setAnnualReturn(call, Number(params.year), body.filed_on),
    message: body.filed_on === null ? 'Marked as not filed!' : 'Date saved!',
  }))
  return createGstExports(host.settings)
}
