import * as z from 'zod/mini'
import { personal } from '../../access/personal.ts'
import { isInstant } from '../../date-time.ts'
import { endpoint, ok } from '../../endpoint.ts'
import { Id } from '../../field.ts'
import { leadStatuses } from '../../lead-status.ts'
import { commaList, largestPage, limit, offset, SearchText, searchText } from '../../list.ts'
import {
  Advisor,
  AdvisoryService,
  AdvisoryServiceChanges,
  advisoryMessages,
  closeReasons,
  Lead,
  LeadChanges,
  ListedAdvisoryService,
  NewAdvisor,
  waitingLeads,
} from './advisory.schema.ts'
import { leadActions, leadStages, longestFunnelDays } from './lead-pipeline.rules.ts'
import { AdvisorClash, advisorClashWarnings, LeadActionCounts, LeadFunnel } from './lead-pipeline.schema.ts'

/** Max number of advisors in the response to a search (OQ-091). */
export const largestAdvisorSearch = 20

/** Lists all advisors, or at most 20 whose e-mail address contains the given text. */
export const listAdvisors = endpoint({
  name: 'listAdvisors',
  method: 'GET',
  path: '/admin/advisory/advisors',
  summary: 'List advisors, or search them by a part of their e-mail address',
  description: 'A search returns at most 20.',
  requirements: ['ADV-27', 'OQ-091'],
  permissions: ['advisory.read'],
  look: { type: 'search', text: 'email' },
  query: z.object({ email: z.optional(personal('email', searchText())), limit: limit(), offset: offset() }),
  response: ok(z.array(Advisor)),
})

export const createAdvisor = endpoint({
  name: 'createAdvisor',
  method: 'POST',
  path: '/admin/advisory/advisor',
  summary: 'Create an advisor',
  description: 'Refuses an e-mail address that another advisor has (409).',
  requirements: ['ADV-28', 'ADV-17'],
  permissions: ['advisory.write'],
  body: NewAdvisor,
  response: ok(Advisor),
  status: 201,
})

const moment = (name: string) =>
  z
    .string()
    .check(z.refine(isInstant, { error: `${name} must be a date and time such as 2026-11-21T00:00:00Z` }))

const inOrder = <Query extends { start_date?: string | undefined; end_date?: string | undefined }>() =>
  z.refine<Query>(
    (query) =>
      !query.start_date || !query.end_date || Date.parse(query.start_date) <= Date.parse(query.end_date),
    { error: "From can't be after To.", path: ['start_date'] },
  )

/** In place of a source: leads without one. An empty parameter would be none. */
export const noSource = '(none)'

/** In place of an advisor's id: leads without an advisor. */
export const noAdvisor = 'none'

/** Lists leads, the newest first, with the exact total for the filters and the search by name or phone. */
export const listLeads = endpoint({
  name: 'listLeads',
  method: 'GET',
  path: '/admin/advisory/bookings',
  summary: 'List leads',
  description:
    'search is a part of the name, or the last digits of the phone. The advisor none and the source (none) list leads without one. The dates are those of the booking.',
  requirements: ['ADV-29', 'OQ-500', 'OQ-501', 'OQ-504', 'OQ-505', 'OQ-448'],
  permissions: ['advisory.read'],
  look: { type: 'search', text: 'search' },
  query: z
    .object({
      limit: limit(10),
      offset: offset(),
      advisor_id: z.optional(Id),
      status: z.optional(z.enum(leadStatuses, { error: advisoryMessages.statusUnknown })),
      service_id: z.optional(Id),
      waits: z.optional(z.enum(waitingLeads, { error: 'waits must be no-advisor or past-call' })),
      search: z.optional(SearchText),
      action: z.optional(
        z.enum(leadActions, { error: 'action must be any, call-past, call-today or follow-up' }),
      ),
      close_reason: z.optional(z.enum(closeReasons, { error: advisoryMessages.reasonUnknown })),
      /** The utm_source in lower case, or `noSource`. */
      source: z.optional(z.string().check(z.maxLength(100, 'source must have at most 100 characters'))),
      reached: z.optional(
        z.enum(leadStages, { error: 'reached must be booked, talked, quoted, payment-link or won' }),
      ),
      /** Booked from and until. */
      start_date: z.optional(moment('start_date')),
      end_date: z.optional(moment('end_date')),
      sort: z.optional(z.enum(['newest', 'longest'], { error: 'sort must be newest or longest' })),
    })
    .check(inOrder()),
  response: ok(z.object({ bookings: z.array(Lead), count: z.int() })),
})

/** How many leads of a status the board has unless it asks for more. */
export const boardColumnSize = 20

const columnSize = z.string().check(
  z.refine(
    (text) => {
      const [status = '', size = '', ...rest] = text.split(':')
      const isStatus = leadStatuses.some((one) => one === status)
      return isStatus && rest.length === 0 && /^[1-9]\d{0,2}$/.test(size) && Number(size) <= largestPage
    },
    { error: `more must have statuses with a number up to ${largestPage}, such as QUOTE_SENT:40` },
  ),
)

/** Returns the lead board: for each status its newest leads and how many there are. */
export const getLeadBoard = endpoint({
  name: 'getLeadBoard',
  method: 'GET',
  path: '/admin/advisory/board',
  summary: 'Get the newest leads of each status, with their numbers',
  requirements: ['OQ-503', 'OQ-519'],
  permissions: ['advisory.read'],
  look: { type: 'search', text: 'search' },
  query: z.object({
    advisor_id: z.optional(Id),
    service_id: z.optional(Id),
    search: z.optional(SearchText),
    /** Statuses with the number of leads to return, where that is not 20. */
    more: z.optional(commaList(columnSize)),
  }),
  response: ok(
    z.object({
      columns: z.array(z.object({ status: z.enum(leadStatuses), bookings: z.array(Lead), count: z.int() })),
    }),
  ),
})

export const getLead = endpoint({
  name: 'getLead',
  method: 'GET',
  path: '/admin/advisory/bookings/:id',
  summary: 'Get a lead',
  requirements: ['ADV-11', 'OQ-007'],
  permissions: ['advisory.read'],
  look: { type: 'lead', records: ['lead.:id'] },
  params: z.object({ id: Id }),
  response: ok(Lead),
})

export const updateLead = endpoint({
  name: 'updateLead',
  method: 'PATCH',
  path: '/admin/advisory/bookings/:id',
  summary: "Change a lead's status or advisor",
  description:
    'Takes a status or an advisor. A reason and a note are for a status that ends a lead without a sale (400). Refuses an unknown advisor (404). A clash with another call of the advisor is returned as a warning, or refused if the settings say so (409 MEETING_CLASH).',
  requirements: ['ADV-30', 'ADV-12', 'ADV-13', 'ADV-14', 'OQ-504', 'OQ-506'],
  permissions: ['advisory.write'],
  params: z.object({ id: Id }),
  body: LeadChanges,
  response: ok(Lead, advisorClashWarnings),
  versioned: true,
})

/** Counts what needs action today, by advisor; an advisor with nothing to do is absent. */
export const countLeadActions = endpoint({
  name: 'countLeadActions',
  method: 'GET',
  path: '/admin/advisory/lead-actions',
  summary: 'Count the leads that need action today, by advisor',
  description: 'Each count is at most 1,000. Leads without an advisor count under null.',
  requirements: ['OQ-501'],
  permissions: ['advisory.read'],
  response: ok(LeadActionCounts),
})

/** Counts how far the leads came that were booked in a span of time, by source. */
export const getLeadFunnel = endpoint({
  name: 'getLeadFunnel',
  method: 'GET',
  path: '/admin/advisory/lead-funnel',
  summary: 'Count how far leads came, by source',
  description: 'The dates are those of the booking, at most 366 days. Lists at most 50 sources.',
  requirements: ['OQ-505'],
  permissions: ['advisory.read'],
  query: z.object({ start_date: moment('start_date'), end_date: moment('end_date') }).check(
    inOrder(),
    z.refine(
      ({ start_date, end_date }) =>
        Date.parse(end_date) - Date.parse(start_date) <= longestFunnelDays * 86_400_000,
      { error: `Choose at most ${longestFunnelDays} days.`, path: ['start_date'] },
    ),
  ),
  response: ok(LeadFunnel),
})

/** Lists the calls of other leads that clash with a lead's call, by the advisor who has them. */
export const listAdvisorClashes = endpoint({
  name: 'listAdvisorClashes',
  method: 'GET',
  path: '/admin/advisory/bookings/:id/clashes',
  summary: 'List which advisors are busy when a lead is called',
  requirements: ['OQ-506'],
  permissions: ['advisory.read'],
  params: z.object({ id: Id }),
  response: ok(z.array(AdvisorClash)),
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
  description: 'Times are in seconds. Refuses an unknown advisor (404).',
  requirements: ['ADV-33'],
  permissions: ['advisory.write'],
  params: z.object({ id: Id }),
  body: AdvisoryServiceChanges,
  response: ok(AdvisoryService),
  versioned: true,
})
