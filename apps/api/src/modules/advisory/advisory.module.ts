import {
  createAdvisor,
  getAdvisoryService,
  getLead,
  listAdvisors,
  listAdvisoryServices,
  listLeads,
  updateAdvisoryService,
  updateLead,
} from '@greenroom/contract/advisory/advisory.endpoints'
import type { ModuleHost } from '../../module-host.ts'
import { on } from '../../platform/http/endpoint-route.ts'
import { createAdvisorService } from './advisor.service.ts'
import { createAdvisoryServices } from './advisory-service.service.ts'
import { createLeadService } from './lead.service.ts'

export function advisoryModule(host: ModuleHost): void {
  const advisors = createAdvisorService()
  const services = createAdvisoryServices()
  const leads = createLeadService(() =>
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
  on(host, getLead).handle(async (call, { params }) => ({ data: await leads.get(call, params.id) }))
  on(host, updateLead).handle(async (call, { params, body }) => ({
    data: await leads.update(call, params.id, body),
    message: 'Lead updated successfully',
  }))
}
