import { getPublishFacts } from '@greenroom/contract/sessions/publish-check/publish-check.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import type { MeetingService } from '../meeting/meeting.service.ts'
import { createPublishCheckService } from './publish-check.service.ts'

export function publishCheckModule(host: ModuleHost, { meetings }: { meetings: MeetingService }): void {
  const check = createPublishCheckService({ ...host, meetings })
  on(host, getPublishFacts).handle(async (call, { query }) => ({ data: await check.facts(call, query) }))
}
