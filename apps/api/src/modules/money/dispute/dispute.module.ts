import { listDisputes } from '@greenroom/contract/money/dispute/dispute.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { readDisputes } from './dispute.service.ts'

/** Payments that a buyer claims back through the bank. Webhooks and settlements tell of them. */
export function disputeModule(host: ModuleHost): void {
  on(host, listDisputes).handle(async (call, { query }) => ({ data: await readDisputes(call, query) }))
}
