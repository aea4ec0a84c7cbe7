import { getMonthMoney, listMoneyDays } from '@greenroom/contract/money/month-money/month-money.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { createMonthMoneyService, type MonthMoneyService } from './month-money.service.ts'

/** Ties the money of a month together. Stores nothing of its own. */
export function monthMoneyModule(host: ModuleHost): MonthMoneyService {
  const money = createMonthMoneyService({ timeZone: host.settings.BUSINESS_TIME_ZONE })
  on(host, getMonthMoney).handle(async (call, { params }) => ({ data: await money.get(call, params.month) }))
  on(host, listMoneyDays).handle(async (call, { query }) => ({
    data: await money.days(call, query.month, query.by),
  }))
  return money
}
