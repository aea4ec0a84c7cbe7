import {
  countLeadActions,
  createAdvisor,
  getAdvisoryService,
  getLead,
  getLeadBoard,
  getLeadFunnel,
  listAdvisorClashes,
  listAdvisors,
  listAdvisoryServices,
  listLeads,
  updateAdvisoryService,
  updateLead,
} from '@greenroom/contract/people/advisory/advisory.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import type { NumbersTable } from '../../money/report/report.service.ts'
import { createAdvisorService } from './advisor.service.ts'
import { createAdvisoryServices } from './advisory-service.service.ts'
import { clashMessage, createLeadService } from './lead.service.ts'
import { createLeadNumbers } from './lead-numbers.service.ts'
import { createLeadPipeline } from './lead-pipeline.service.ts'

export function advisoryModule(host: ModuleHost): { numbers: NumbersTable } {
  const advisors = createAdvisorService()
  const services = createAdvisoryServices()
  const pipeline = createLeadPipeline(host.settings)
  const leads = createLeadService(host.settings, () =>
    host.log.error({ list: 'leads' }, 'stored counts are wrong; run npm run counts -- --repair'),
  )
  on(host, listAdvisors).handle(async (call, { query }) => ({ data: await advisors.list(call, query) }))
  on(host, createAdvisor).handle(async (call, { body }) => ({
    data: await advisors.create(call, body),
    message: 'Advisor created successfully',
  }))
  on(host, listAdvisoryServices).handle(async (call, { query }) => ({
    data: await services.list(call, query),
  }))
  on(host, getAdvisoryService).handle(async (call, { params }) => ({
    data: await services.get(call, params.id),
  }))
  on(host, updateAdvisoryService).handle(async (call, { params, body }) => ({
    data: await services.update(call, params.id, body),
    message: 'Service updated successfully',
  }))
  on(host, listLeads).handle(async (call, { query }) => ({ data: await leads.list(call, query) }))
  on(host, getLeadBoard).handle(async (call, { query }) => ({ data: await leads.board(call, query) }))
  on(host, getLead).handle(async (call, { params }) => ({ data: await leads.get(call, params.id) }))
  on(host, listAdvisorClashes).handle(async (call, { params }) => ({
    data: await leads.clashes(call, params.id),
  }))
  on(host, countLeadActions).handle(async (call) => ({ data: await pipeline.actions(call) }))
  on(host, getLeadFunnel).handle(async (call, { query }) => ({ data: await pipeline.funnel(call, query) }))
  on(host, updateLead).handle(async (call, { params, body }) => {
    const { lead, clashes } = await leads.update(call, params.id, body)
    const warning = { code: 'MEETING_CLASH', message: clashMessage(clashes), clashes } as const
    return {
      data: lead,
      message: 'Lead updated successfully',
      ...(clashes.length > 0 ? { warnings: [warning] } : {}),
    }
  })
  return { numbers: createLeadNumbers(pipeline, host.settings) }
}
