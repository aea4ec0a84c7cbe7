import {
  ignoreReport,
  ignoreUserReports,
  listReportedComments,
  listReportedUsers,
  removeReported,
  removeUser,
} from '@greenroom/contract/moderation/moderation.endpoints'
import type { ModuleHost } from '../../module-host.ts'
import { on } from '../../platform/http/endpoint-route.ts'
import type { UserRemoval } from '../user/user-removal.service.ts'
import { createModerationService, reportCounts } from './moderation.service.ts'

const ignored = 'Report Ignored!'
const deleted = 'Report Deleted!'

export function moderationModule(host: ModuleHost, { removal }: { removal: UserRemoval }): void {
  const moderation = createModerationService({ ...host, removal })
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
    await moderation.ignore(call, body)
    return { data: {}, message: ignored }
  })
  on(host, removeReported).handle(async (call, { body }) => {
    await moderation.remove(call, body)
    return { data: {}, message: deleted }
  })
  on(host, ignoreUserReports).handle(async (call, { params }) => {
    await moderation.ignoreUser(call, params.id)
    return { data: {}, message: ignored }
  })
  on(host, removeUser).handle(async (call, { params }) => {
    await moderation.removeUser(call, params.id)
    return { data: {}, message: deleted }
  })
}
