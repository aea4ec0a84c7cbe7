import { getOverview } from '@greenroom/contract/desk/overview/overview.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import type { AccountBookings } from '../../sessions/meeting/account-bookings.service.ts'
import { createOverviewService } from './overview.service.ts'

/** The screen that shows what comes next, what came in and what waits. */
export function overviewModule(host: ModuleHost, { bookings }: { bookings: AccountBookings }): void {
  const overview = createOverviewService({ bookings, settings: host.settings })
  on(host, getOverview).handle(async (call) => ({ data: await overview.read(call) }))
}
