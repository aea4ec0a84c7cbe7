import type {
  createAdvisor,
  getAdvisoryService,
  listAdvisors,
  listAdvisoryServices,
  listLeads,
} from '@greenroom/contract/people/advisory/advisory.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { choice, day, positive, text } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const ServiceListPage = lazyPart('advisory-services', () =>
  import('./service-list-page.tsx').then((part) => part.ServiceListPage),
)

const ServicePage = lazyPart('advisory-service', () =>
  import('./service-page.tsx').then((part) => part.ServicePage),
)

const AdvisorListPage = lazyPart('advisory-advisors', () =>
  import('./advisor-list-page.tsx').then((part) => part.AdvisorListPage),
)

const LeadListPage = lazyPart('advisory-leads', () =>
  import('./lead-list-page.tsx').then((part) => part.LeadListPage),
)

/** The screens of this section. */
export const advisoryScreens = [
  screen({
    path: paths.advisoryServices,
    component: ServiceListPage,
    heading: 'Advisory Services',
    opens: needed<typeof listAdvisoryServices>('advisory.read'),
  }),
  screen({
    path: '/advisory/services/$id',
    component: ServicePage,
    heading: 'Service Details',
    back: paths.advisoryServices,
    record: 'advisory-service',
    isNamed: true,
    opens: needed<typeof getAdvisoryService>('advisory.read'),
  }),
  screen({
    path: paths.advisoryAdvisors,
    component: AdvisorListPage,
    search: { tab: choice('all', 'create') },
    heading: 'Advisors',
    create: paths.advisoryAdvisors,
    opens: needed<typeof listAdvisors>('advisory.read'),
    forms: { create: needed<typeof createAdvisor>('advisory.write') },
  }),
  screen({
    path: paths.advisoryLeads,
    component: LeadListPage,
    search: {
      advisor_id: text,
      // The screen checks it, so that the schema of the statuses is not part of the first load.
      status: text,
      service_id: text,
      hide: text,
      waits: text,
      q: text,
      view: text,
      action: text,
      close_reason: text,
      source: text,
      reached: text,
      from: day,
      to: day,
      sort: text,
      page: positive,
      size: positive,
      open: text,
    },
    heading: 'Advisory Leads',
    opens: needed<typeof listLeads>('advisory.read'),
  }),
] as const
