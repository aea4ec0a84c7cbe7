import {
  ignoreReport,
  ignoreUserReports,
  listReportedComments,
  listReportedUsers,
  removeReported,
  removeUser,
} from '@greenroom/contract/moderation/moderation.endpoints'
import { type EndpointHost, on } from '../../platform/http/endpoint-route.ts'
import type { ModerationService } from './moderation.service.ts'

const ignored = 'Report Ignored!'
const deleted = 'Report Deleted!'

export function registerModerationRoutes(host: EndpointHost, moderation: ModerationService): void {
  on(host, listReportedComments).handle(async ({ db, query }) => ({
    data: await moderation.reportedComments(db, {
      reportTypes: query.report_types ?? null,
      limit: query.reaction_limit,
      offset: query.reaction_offset,
    }),
  }))
  on(host, listReportedUsers).handle(async ({ db, query }) => ({
    data: await moderation.reportedUsers(db, {
      reportTypes: query.report_types ?? null,
      limit: query.limit,
      offset: query.offset,
    }),
  }))
  on(host, ignoreReport).handle(async ({ db, body, actor, now }) => {
    await moderation.ignore(db, body, actor, now)
    return { data: {}, message: ignored }
  })
  on(host, removeReported).handle(async ({ db, body, actor }) => {
    await moderation.remove(db, body, actor)
    return { data: {}, message: deleted }
  })
  on(host, ignoreUserReports).handle(async ({ db, params, actor, now }) => {
    await moderation.ignoreUser(db, params.id, actor, now)
    return { data: {}, message: ignored }
  })
  on(host, removeUser).handle(async ({ db, params, actor }) => {
    await moderation.removeUser(db, params.id, actor)
    return { data: {}, message: deleted }
  })
}
