import * as z from 'zod/mini'
import { personal } from '../access/personal.ts'
import { endpoint, ok } from '../endpoint.ts'
import { Id } from '../field.ts'
import { limit, offset, SearchText, searchText } from '../list.ts'
import {
  Advisor,
  AdvisoryService,
  AdvisoryServiceChanges,
  advisoryMessages,
  Lead,
  LeadChanges,
  ListedAdvisoryService,
  leadStatuses,
  NewAdvisor,
} from './advisory.schema.ts'

/** Max number of advisors in the response to a search (OQ-091). */
export const largestAdvisorSearch = 20

/** Lists all advisors, or at most 20 whose e-mail address contains the given text. */
export const listAdvisors = endpoint({
  name: 'listAdvisors',
  method: 'GET',
  path: '/admin/advisory/advisors',
  summary: 'List advisors, or search them by a part of their e-mail address',
  requirements: ['ADV-27'],
  permissions: ['advisory.read'],
  query: z.object({ email: z.optional(personal('email', searchText())), limit: limit(), offset: offset() }),
  response: ok(z.array(Advisor)),
})

export const createAdvisor = endpoint({
  name: 'createAdvisor',
  method: 'POST',
  path: '/admin/advisory/advisor',
  summary: 'Create an advisor',
  requirements: ['ADV-28', 'ADV-17'],
  permissions: ['advisory.write'],
  body: NewAdvisor,
  response: ok(Advisor),
  status: 201,
})

/** Lists leads, the newest first, with the exact total for the filters and the search by name or phone. */
export const listLeads = endpoint({
  name: 'listLeads',
  method: 'GET',
  path: '/admin/advisory/bookings',
  summary: 'List leads',
  requirements: ['ADV-29'],
  permissions: ['advisory.read'],
  query: z.object({
    limit: limit(10),
    offset: offset(),
    advisor_id: z.optional(Id),
    status: z.optional(z.enum(leadStatuses, { error: advisoryMessages.statusUnknown })),
    service_id: z.optional(Id),
    search: z.optional(SearchText),
  }),
  response: ok(z.object({ bookings: z.array(Lead), count: z.int() })),
})

export const getLead = endpoint({
  name: 'getLead',
  method: 'GET',
  path: '/admin/advisory/bookings/:id',
  summary: 'Get a lead',
  requirements: ['ADV-11'],
  permissions: ['advisory.read'],
  params: z.object({ id: Id }),
  response: ok(Lead),
})

export const updateLead = endpoint({
  name: 'updateLead',
  method: 'PATCH',
  path: '/admin/advisory/bookings/:id',
  summary: "Change a lead's status or advisor",
  requirements: ['ADV-30', 'ADV-12', 'ADV-13', 'ADV-14'],
  permissions: ['advisory.write'],
  params: z.object({ id: Id }),
  body: LeadChanges,
  response: ok(Lead),
  versioned: true,
})

export const listAdvisoryServices = endpoint({
  name: 'listAdvisoryServices',
  method: 'GET',
  path: '/admin/advisory/services',
  summary: 'List advisory services',
  requirements: ['ADV-31'],
  permissions: ['advisory.read'],
  query: z.object({ limit: limit(), offset: offset() }),
  response: ok(z.array(ListedAdvisoryService)),
})

export const getAdvisoryService = endpoint({
  name: 'getAdvisoryService',
  method: 'GET',
  path: '/admin/advisory/services/:id',
  summary: 'Get an advisory service',
  requirements: ['ADV-32'],
  permissions: ['advisory.read'],
  params: z.object({ id: Id }),
  response: ok(AdvisoryService),
})

export const updateAdvisoryService = endpoint({
  name: 'updateAdvisoryService',
  method: 'PATCH',
  path: '/admin/advisory/services/:id',
  summary: "Change an advisory service's times and advisors",
  requirements: ['ADV-33'],
  permissions: ['advisory.write'],
  params: z.object({ id: Id }),
  body: AdvisoryServiceChanges,
  response: ok(AdvisoryService),
  versioned: true,
})
