import { getSettlement, listSettlements } from '@greenroom/contract/money/settlement/settlement.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { createSettlementService, type SettlementService } from './settlement.service.ts'

/** What the gateway paid into the bank, line by line. The comparison of a day stores it. */
export function settlementModule(host: ModuleHost): SettlementService {
  const settlements = createSettlementService({ timeZone: host.settings.BUSINESS_TIME_ZONE })
  on(host, listSettlements).handle(async (call, { query }) => ({ data: await settlements.list(call, query) }))
  on(host, getSettlement).handle(async (call, { params, query }) => ({
    data: await settlements.get(call, params.id, query),
  }))
  return settlements
}
