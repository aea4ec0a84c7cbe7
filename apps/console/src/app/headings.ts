import { paths } from '../lib/paths.ts'
import { dialogStep } from '../shared/record/record-list/use-close-dialog.ts'

type Place = { params: Record<string, string>; search: Record<string, unknown> }

interface Screen {
  heading: string | ((place: Place) => string)
  /** List that Back opens, on create and edit screens opened by their address (SHELL-39, OQ-230). */
  back?: string
  /** Target of the green Create button of a list (SHELL-40, OQ-231). */
  create?: string
  /** Whether a tab of the list creates: Create opens it, and is not shown beside it. */
  createsInTab?: true
  /** Name of Create where a dialog over the list creates, with tab and search kept (OQ-236). */
  createsInDialog?: string
  /** Type of the screen's record in the audit log, whose history it opens (OQ-344). */
  record?: string
}

/** Where the Create button leads, and its name. */
export interface CreateLink {
  to: string
  search: Record<string, unknown>
  label: string
  state?: typeof dialogStep
}

const transactionHeadings: Record<string, string> = {
  all: 'All Transactions',
  masterclass: 'Masterclass Transactions',
  membership: 'Membership Transactions',
  events: 'Event Transactions',
  custom: 'Custom Transactions',
}

/** What the top bar shows on each route of routes.tsx (OQ-005). */
const screens: Record<string, Screen> = {
  '/overview': { heading: 'Overview' },
  '/masterclass': { heading: 'Masterclass', create: paths.masterclassCreate },
  '/masterclass/create': { heading: 'Create Masterclass', back: paths.masterclassList },
  '/masterclass/edit/$id': {
    heading: 'Edit Masterclass',
    back: paths.masterclassList,
    record: 'masterclass',
  },
  '/masterclass/people/$id': { heading: 'Registrations', back: paths.masterclassList },
  '/transactions/$type': { heading: ({ params }) => transactionHeadings[params.type ?? ''] ?? '' },
  '/transactions/requests': { heading: 'Refund Requests' },
  '/transactions/orders/$id': { heading: 'Order', back: paths.transactions, record: 'transaction' },
  '/moderation/users': { heading: 'Reported Users' },
  '/moderation/posts': { heading: 'Reported Posts' },
  '/moderation/comments': { heading: 'Reported Comments' },
  '/events': { heading: 'Events', create: paths.eventCreate },
  '/event/create': { heading: 'Create Event', back: paths.eventList },
  '/event/edit/$id': { heading: 'Edit Event', back: paths.eventList, record: 'event' },
  '/event/people/$id': { heading: 'Registrations', back: paths.eventList },
  '/webinar': { heading: 'Webinar', create: paths.webinarCreate },
  '/webinar/create': { heading: 'Create Webinar', back: paths.webinarList },
  '/webinar/edit/$id': { heading: 'Edit Webinar', back: paths.webinarList, record: 'event' },
  '/webinar/people/$id': { heading: 'Registrations', back: paths.webinarList },
  '/calendar': { heading: 'Calendar' },
  '/banners': { heading: 'Banners', create: paths.bannerForm },
  '/create-banner': {
    heading: ({ search }) => (search.id === undefined ? 'Create Banner' : 'Update Banner'),
    back: paths.banners,
    record: 'banner',
  },
  '/create-post': { heading: 'Post Management', create: paths.posts, createsInTab: true },
  '/create-post/edit/$id': { heading: 'Edit Post', back: paths.posts, record: 'post' },
  '/news': { heading: 'News', create: paths.newsCreate },
  '/news/create': { heading: 'Create News Snippet', back: paths.newsList },
  '/news/edit': { heading: 'Edit News Snippet', back: paths.newsList, record: 'news' },
  '/creators': { heading: 'Creators', create: paths.creators, createsInTab: true },
  '/books/documents': { heading: 'Documents' },
  '/books/months': { heading: 'Months' },
  '/staff': { heading: 'Staff', create: paths.staff, createsInDialog: 'Invite' },
  '/api-keys': { heading: 'API Keys', create: paths.apiKeys, createsInDialog: 'Create key' },
  '/webhooks': { heading: 'Webhooks' },
  '/advisory/services': { heading: 'Advisory Services' },
  '/advisory/services/$id': {
    heading: 'Service Details',
    back: paths.advisoryServices,
    record: 'advisory-service',
  },
  '/advisory/advisors': { heading: 'Advisors', create: paths.advisoryAdvisors, createsInTab: true },
  '/advisory/leads': { heading: 'Advisory Leads' },
  '/memberships': { heading: 'Coupons Management' },
  '/coupons': { heading: 'Coupons' },
  '/url-shortener': { heading: 'Url Shortener', create: paths.shortlinks, createsInTab: true },
  '/books/differences': { heading: 'Differences' },
  '/people/$id': { heading: 'Person', back: paths.home },
  '/personal-data': { heading: "People's data" },
  '/history': { heading: 'History' },
  '/bin': { heading: 'Bin' },
  '/custom-payment-pages': {
    heading: 'Custom Payment Pages',
    create: paths.paymentPages,
    createsInDialog: 'Create New',
  },
}

/**
 * Returns what the top bar shows on a route. The heading is empty if the route has none.
 * @param route the route's full path as routes.tsx declares it, with $parameters
 */
export function screenOf(
  route: string,
  place: Place,
): {
  heading: string
  back?: string | undefined
  create?: CreateLink | undefined
  /** Whether the screen is about one record, whose name follows the heading. */
  isOfRecord?: boolean
  /** The record whose history the screen opens. */
  history?: { type: string; id: string } | undefined
} {
  const screen = screens[route]
  if (!screen) return { heading: '' }
  const { heading, back, create, createsInTab, createsInDialog, record } = screen
  const id = place.params.id ?? place.search.id
  // A post that is edited replaces the tab that creates one.
  const isForm = place.search.tab === 'create' || place.search.id !== undefined
  const linkTo = (to: string): CreateLink => {
    if (createsInTab) return { to, search: { tab: 'create' }, label: 'Create' }
    if (createsInDialog === undefined) return { to, search: {}, label: 'Create' }
    const { tab, q } = place.search
    return { to, search: { tab, q, create: '1' }, label: createsInDialog, state: dialogStep }
  }
  return {
    heading: typeof heading === 'string' ? heading : heading(place),
    back,
    create: create === undefined || (createsInTab && isForm) ? undefined : linkTo(create),
    isOfRecord: id !== undefined,
    history: record === undefined || id === undefined ? undefined : { type: record, id: String(id) },
  }
}

/** Returns the Create action of every screen that has one, with the heading of its form or of its list. */
export function createActions(): { heading: string; link: CreateLink }[] {
  const place = { params: {}, search: {} }
  return Object.keys(screens).flatMap((route) => {
    const { heading, create } = screenOf(route, place)
    if (!create) return []
    const form = create.to === route ? '' : screenOf(create.to, place).heading
    return [{ heading: form || `${create.label}: ${heading}`, link: create }]
  })
}

/**
 * Returns the document title. The record comes first, because a browser tab shows only the first words.
 * @param record name of the screen's record
 */
export function documentTitle(heading: string, record?: string): string {
  return [record, heading, 'Greenroom'].filter(Boolean).join(' · ')
}
