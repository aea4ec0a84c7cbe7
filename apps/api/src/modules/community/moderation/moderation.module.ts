import {
  getHandlingReport,
  ignoreReport,
  ignoreUserReports,
  listCountedReports,
  listReportedComments,
  listReportedUsers,
  removeReported,
  removeUser,
  reopenReports,
} from '@greenroom/contract/community/moderation/moderation.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import type { NumbersTable } from '../../money/report/report.service.ts'
import type { UserRemoval } from '../user/user-removal.service.ts'
import { createHandlingReports } from './handling.service.ts'
import type { ItemRemoval } from './item-removal.service.ts'
import { createModerationService, reportCounts } from './moderation.service.ts'

const ignored = 'Report Ignored!'
const deleted = 'Report Deleted!'

export function moderationModule(
  host: ModuleHost,
  { items, removal }: { items: ItemRemoval; removal: UserRemoval },
): { numbers: NumbersTable } {
  const moderation = createModerationService({ items, removal })
  const handling = createHandlingReports({ timeZone: host.settings.BUSINESS_TIME_ZONE })
  on(host, getHandlingReport).handle(async (call, { query }) => ({ data: await handling.read(call, query) }))
  on(host, listCountedReports).handle(async (call, { query }) => ({ data: await handling.list(call, query) }))
  on(host, listReportedComments).handle(async (call, { query }) => ({
    data: await moderation.reportedComments(call, {
      reportTypes: query.report_types ?? null,
      limit: query.reaction_limit,
      offset: query.reaction_offset,
    }),
    ...(query.with_counts && { report_counts: await reportCounts(call, 'comment') }),
  }))
  on(host, listReportedUsers).handle(async (call, { query }) => ({
    data: await moderation.reportedUsers(call, {
      reportTypes: query.report_types ?? null,
      limit: query.limit,
      offset: query.offset,
    }),
    ...(query.with_counts && { report_counts: await reportCounts(call, 'user') }),
  }))
  on(host, ignoreReport).handle(async (call, { body }) => {
    return { data: await moderation.ignore(call, body), message: ignored }
  })
  on(host, removeReported).handle(async (call, { body }) => {
    return { data: await moderation.remove(call, body), message: deleted }
  })
  on(host, reopenReports).handle(async (call, { body }) => {
    await moderation.reopen(call, body)
    return { data: {}, message: 'Reports opened again' }
  })
  on(host, ignoreUserReports).handle(async (call, { params, body }) => {
    return { data: await moderation.ignoreUser(call, params.id, body.reports), message: ignored }
  })
  on(host, removeUser).handle(async (call, { params, body }) => {
    return { data: await moderation.removeUser(call, params.id, body.reports), message: deleted }
  })
  host.addSweep('earlier-texts', moderation.deleteDueTexts)
  return { numbers: handling.table }
}
