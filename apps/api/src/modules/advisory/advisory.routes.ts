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
import { type EndpointHost, on } from '../../platform/http/endpoint-route.ts'
import type { AdvisorService } from './advisor.service.ts'
import type { AdvisoryServices } from './advisory-service.service.ts'
import type { LeadService } from './lead.service.ts'

export function registerAdvisoryRoutes(
  host: EndpointHost,
  { advisors, services, leads }: { advisors: AdvisorService; services: AdvisoryServices; leads: LeadService },
): void {
  on(host, listAdvisors).handle(async ({ db, query }) => ({ data: await advisors.list(db, query) }))
  on(host, createAdvisor).handle(async ({ db, body, actor, now }) => ({
    data: await advisors.create(db, body, actor, now),
    message: 'Advisor created successfully',
  }))
  on(host, listAdvisoryServices).handle(async ({ db, query }) => ({ data: await services.list(db, query) }))
  on(host, getAdvisoryService).handle(async ({ db, params }) => ({
    data: await services.get(db, params.id),
  }))
  on(host, updateAdvisoryService).handle(async ({ db, params, body, expectedVersion, actor, now }) => ({
    data: await services.update(db, params.id, body, expectedVersion, actor, now),
    message: 'Service updated successfully',
  }))
  on(host, listLeads).handle(async ({ db, query }) => ({ data: await leads.list(db, query) }))
  on(host, getLead).handle(async ({ db, params }) => ({ data: await leads.get(db, params.id) }))
  on(host, updateLead).handle(async ({ db, params, body, expectedVersion, actor, now }) => ({
    data: await leads.update(db, params.id, body, expectedVersion, actor, now),
    message: 'Lead updated successfully',
  }))
}
