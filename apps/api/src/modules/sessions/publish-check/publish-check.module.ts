import { getPublishFacts } from '@greenroom/contract/sessions/publish-check/publish-check.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import type { AccountBookings } from '../meeting/account-bookings.service.ts'
import { createPublishCheckService } from './publish-check.service.ts'

export function publishCheckModule(host: ModuleHost, { bookings }: { bookings: AccountBookings }): void {
  const check = createPublishCheckService({ ...host, bookings })
  on(host, getPublishFacts).handle(async (call, { query }) => ({ data: await check.facts(call, query) }))
}
