import { paths } from '../../../lib/paths.ts'

/** The pages of the guide, in the order of its list. */
export const guideIds = [
  'publish',
  'sell',
  'refund',
  'waiting',
  'moderate',
  'lead',
  'month',
  'erase',
  'invite',
  'connect',
] as const
export type GuideId = (typeof guideIds)[number]

interface GuideEntry {
  /** The job, as the heading of its page. */
  title: string
  /** Words that find it, beside those of its title. */
  words: string
  /** Routes of the screens on which this is the job; the account menu opens it there. */
  routes: readonly string[]
}

/** What the menus and the search know of each page; its text is loaded with the screen (OQ-670). */
export const guideIndex: Record<GuideId, GuideEntry> = {
  publish: {
    title: 'Publish a masterclass or webinar',
    words: 'class event draft zoom meeting sale deactivate',
    routes: [
      paths.masterclassList,
      paths.masterclassCreate,
      '/masterclass/edit/$id',
      paths.eventList,
      paths.eventCreate,
      '/event/edit/$id',
      paths.webinarList,
      paths.webinarCreate,
      '/webinar/edit/$id',
      paths.calendar,
      paths.creators,
    ],
  },
  sell: {
    title: 'Sell on a payment page',
    words: 'price coupon discount short link campaign product',
    routes: [paths.paymentPages, paths.coupons, paths.memberships, paths.shortlinks],
  },
  refund: {
    title: 'Refund an order',
    words: 'money back return cancel approve transaction',
    routes: [
      '/transactions/$type',
      '/transactions/orders/$id',
      paths.refundRequests,
      '/transactions/batches/new',
      '/transactions/batches/$id',
    ],
  },
  waiting: {
    title: 'Help a buyer who waits',
    words: 'paid pending access invoice complaint razorpay check',
    routes: [
      paths.differences,
      paths.people,
      '/people/$id',
      '/masterclass/people/$id',
      '/event/people/$id',
      '/webinar/people/$id',
    ],
  },
  moderate: {
    title: 'Work through reports',
    words: 'moderate moderation reported spam ignore delete posts comments members',
    routes: [paths.userModeration, paths.postModeration, paths.commentModeration],
  },
  lead: {
    title: 'Answer a lead',
    words: 'leads advisory call booking advisor follow up status',
    routes: [paths.advisoryLeads, paths.advisoryServices, '/advisory/services/$id', paths.advisoryAdvisors],
  },
  month: {
    title: 'Close a month',
    words: 'gst gstr-1 tax return books file invoices settlement bank utr fee',
    routes: [
      paths.months,
      '/books/months/$month',
      paths.documents,
      paths.settlements,
      paths.monthMoney,
      paths.disputes,
      '/books/settlements/$id',
    ],
  },
  erase: {
    title: 'Erase a person',
    words: 'delete personal data privacy gdpr dpdp copy export',
    routes: [paths.personalData],
  },
  invite: {
    title: 'Invite a colleague',
    words: 'staff team role access permission disable',
    routes: [paths.staff],
  },
  connect: {
    title: 'Connect your product',
    words: 'api key integration website checkout webhook server',
    routes: [paths.apiKeys, paths.webhooks],
  },
}

/** Returns the page about the job of a screen; undefined for a screen of no single job. @param route with $parameters */
export function guideOf(route: string): GuideId | undefined {
  return guideIds.find((id) => guideIndex[id].routes.includes(route))
}

/** Returns the link to a page of the guide, or to the list of its pages. */
export function guideLink(page: GuideId | undefined) {
  return { to: paths.help, search: { page } } as const
}
