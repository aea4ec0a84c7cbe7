import { paths } from '../lib/paths.ts'

type Place = { params: Record<string, string>; search: Record<string, unknown> }

interface Screen {
  heading: string | ((place: Place) => string)
  /** List that Back opens, on create and edit screens (SHELL-39). */
  back?: string
  /** Target of the green Create button of a list (SHELL-40). */
  create?: string
}

const transactionHeadings: Record<string, string> = {
  masterclass: 'Masterclass Transactions',
  membership: 'Membership Transactions',
  events: 'Event Transactions',
  custom: 'Custom Transactions',
}

/** What the top bar shows on each route of routes.tsx (OQ-005). */
const screens: Record<string, Screen> = {
  '/masterclass': { heading: 'Masterclass', create: paths.masterclassCreate },
  '/masterclass/create': { heading: 'Create Masterclass', back: paths.masterclassList },
  '/masterclass/edit/$id': { heading: 'Edit Masterclass', back: paths.masterclassList },
  '/transactions/$type': { heading: ({ params }) => transactionHeadings[params.type ?? ''] ?? '' },
  '/moderation/users': { heading: 'Reported Users' },
  '/moderation/posts': { heading: 'Reported Posts' },
  '/moderation/comments': { heading: 'Reported Comments' },
  '/events': { heading: 'Events', create: paths.eventCreate },
  '/event/create': { heading: 'Create Event', back: paths.eventList },
  '/event/edit/$id': { heading: 'Edit Event', back: paths.eventList },
  '/webinar': { heading: 'Webinar', create: paths.webinarCreate },
  '/webinar/create': { heading: 'Create Webinar', back: paths.webinarList },
  '/webinar/edit/$id': { heading: 'Edit Webinar', back: paths.webinarList },
  '/banners': { heading: 'Banners', create: paths.bannerForm },
  '/create-banner': {
    heading: ({ search }) => (search.id === undefined ? 'Create Banner' : 'Update Banner'),
    back: paths.banners,
  },
  '/create-post': { heading: 'Post Management' },
  '/create-post/edit/$id': { heading: 'Edit Post', back: paths.posts },
  '/news': { heading: 'News', create: paths.newsCreate },
  '/news/create': { heading: 'Create News Snippet', back: paths.newsList },
  '/news/edit': { heading: 'Edit News Snippet', back: paths.newsList },
  '/creators': { heading: 'Creators' },
  '/advisory/services': { heading: 'Advisory Services' },
  '/advisory/services/$id': { heading: 'Service Details', back: paths.advisoryServices },
  '/advisory/advisors': { heading: 'Advisors' },
  '/advisory/leads': { heading: 'Advisory Leads' },
  '/memberships': { heading: 'Coupons Management' },
  '/url-shortener': { heading: 'Url Shortener' },
  '/custom-payment-pages': { heading: 'Custom Payment Pages' },
}

/**
 * Returns what the top bar shows on a route. The heading is empty if the route has none.
 * @param route the route's full path as routes.tsx declares it, with $parameters
 */
export function screenOf(route: string, place: Place): { heading: string; back?: string; create?: string } {
  const screen = screens[route]
  if (!screen) return { heading: '' }
  const { heading } = screen
  return { ...screen, heading: typeof heading === 'string' ? heading : heading(place) }
}

/**
 * Returns the document title. The record comes first, because a browser tab shows only the first words.
 * @param record name of the screen's record
 */
export function documentTitle(heading: string, record?: string): string {
  return [record, heading, 'Greenroom'].filter(Boolean).join(' · ')
}
