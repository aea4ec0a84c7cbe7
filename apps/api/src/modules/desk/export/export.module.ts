import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import {
  cancelExport,
  createExport,
  createExportLink,
  getExport,
  listExports,
} from '@greenroom/contract/desk/export/export.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { startCall } from '../../../platform/call.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import type { GstExports } from '../../money/gst-return/gst-export.service.ts'
import type { MonthMoneyService } from '../../money/month-money/month-money.service.ts'
import type { ReportService } from '../../money/report/report.service.ts'
import type { SettlementService } from '../../money/settlement/settlement.service.ts'
import type { TransactionService } from '../../money/transaction/transaction.service.ts'
import type { PeopleListService } from '../../people/people-list/people-list.service.ts'
import type { RegistrationService } from '../../sessions/registration/registration.service.ts'
import type { HistoryService } from '../history/history.service.ts'
import { createExportService, makeExportTask } from './export.service.ts'
import { makeExportFile } from './export-file.ts'
import { createExportFiles, type ExportFiles } from './export-files.service.ts'
import { createExportRuns } from './export-run.service.ts'
import { createExportSources } from './export-source.service.ts'

const linkPath = '/admin/exports/file'

const mediaTypes: Record<string, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export function exportModule(
  host: ModuleHost,
  services: {
    transactions: TransactionService
    reports: ReportService
    registrations: RegistrationService
    returns: GstExports
    history: HistoryService
    people: PeopleListService
    settlements: SettlementService
    monthMoney: MonthMoneyService
  },
): ExportFiles {
  const { store } = host.providers
  const prepare = createExportSources({ ...services, timeZone: host.settings.BUSINESS_TIME_ZONE })
  const exports = createExportService({ ...host, prepare, store })
  const runs = createExportRuns({
    ...host,
    prepare,
    store,
    makeFile: makeExportFile,
    keepReturn: services.returns.keepReturn,
  })
  const files = createExportFiles({ store })
  on(host, createExport).handle(async (call, { body }) => ({
    data: await exports.create(call, body),
    message: 'Export started!',
  }))
  on(host, listExports).handle(async (call, { query }) => ({ data: await exports.list(call, query) }))
  on(host, getExport).handle(async (call, { params }) => ({ data: await exports.get(call, params.id) }))
  on(host, cancelExport).handle(async (call, { params }) => ({
    data: await exports.cancel(call, params.id),
    message: 'Export cancelled!',
  }))
  on(host, createExportLink).handle(async (call, { params }) => {
    const { token, fileName } = await exports.createLink(call, params.id)
    return { data: { url: `${linkPath}/${token}`, file_name: fileName } }
  })

  // The browser downloads without a credential, so that it streams to disk: the link works once, for a minute.
  host.fastify.get<{ Params: { token: string } }>(
    `${linkPath}/:token`,
    { config: { access: 'public' }, exposeHeadRoute: false },
    async (request, reply) => {
      const { row, stream, byteSize } = await exports.openLink(startCall(host), request.params.token)
      reply.headers({
        'content-type': mediaTypes[row.format],
        'content-disposition': `attachment; filename="${row.file_name}"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      if (row.format === 'xlsx') return reply.header('content-length', byteSize).send(stream)
      if (/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
        return reply.headers({ 'content-encoding': 'gzip', 'content-length': byteSize }).send(stream)
      }
      // Closing the response closes the file as well.
      return reply.send(pipeline(stream, createGunzip(), () => {}))
    },
  )
  host.addJob(makeExportTask, runs.run, { isLong: true })
  host.addSweep('exports', files.sweep)
  return files
}
