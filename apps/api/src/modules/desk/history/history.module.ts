import { listHistory, listHistoryPeople } from '@greenroom/contract/desk/history/history.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { createHistoryService, type HistoryService } from './history.service.ts'

/** Who changed what and when, sign-ins, what was refused, and who saw contacts. */
export function historyModule(host: ModuleHost): HistoryService {
  const history = createHistoryService({ timeZone: host.settings.BUSINESS_TIME_ZONE })
  on(host, listHistory).handle(async (call, { query }) => ({ data: await history.list(call, query) }))
  on(host, listHistoryPeople).handle(async (call) => ({ data: await history.people(call) }))
  return history
}
