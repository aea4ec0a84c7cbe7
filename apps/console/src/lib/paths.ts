import type { TransactionType } from '@greenroom/contract/transaction/transaction.schema'

/**
 * All paths of the console. Spread one with a parameter into a link or a navigation: <Link
 * {...paths.masterclassEdit(id)}>, navigate(paths.masterclassEdit(id)).
 */
export const paths = {
  home: '/',
  login: '/login',

  masterclassList: '/masterclass',
  masterclassCreate: '/masterclass/create',
  masterclassEdit: (id: string) => ({ to: '/masterclass/edit/$id', params: { id } }) as const,

  transactions: '/transactions',
  transactionList: (type: TransactionType) => ({ to: '/transactions/$type', params: { type } }) as const,

  moderation: '/moderation',
  userModeration: '/moderation/users',
  postModeration: '/moderation/posts',
  commentModeration: '/moderation/comments',

  eventList: '/events',
  eventCreate: '/event/create',
  eventEdit: (id: string) => ({ to: '/event/edit/$id', params: { id } }) as const,

  webinarList: '/webinar',
  webinarCreate: '/webinar/create',
  webinarEdit: (id: string) => ({ to: '/webinar/edit/$id', params: { id } }) as const,

  banners: '/banners',
  /** Creates a banner; with ?id= it updates one. */
  bannerForm: '/create-banner',

  /** Post Management; with ?id= it edits a post. */
  posts: '/create-post',

  newsList: '/news',
  newsCreate: '/news/create',
  /** With ?id= of the snippet. */
  newsEdit: '/news/edit',

  creators: '/creators',

  advisory: '/advisory',
  advisoryServices: '/advisory/services',
  advisoryService: (id: string) => ({ to: '/advisory/services/$id', params: { id } }) as const,
  advisoryAdvisors: '/advisory/advisors',
  advisoryLeads: '/advisory/leads',

  memberships: '/memberships',

  shortlinks: '/url-shortener',

  paymentPages: '/custom-payment-pages',
} as const
