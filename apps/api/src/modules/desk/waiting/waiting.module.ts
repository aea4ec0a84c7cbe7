import { getWaiting } from '@greenroom/contract/desk/waiting/waiting.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { readWaiting } from './waiting.service.ts'

/** The numbers of the sidebar. */
export function waitingModule(host: ModuleHost): void {
  on(host, getWaiting).handle(async (call) => ({ data: await readWaiting(call) }))
}
