/**
 * The console's paths without parameters. Short links share their first level, so the first part of each path is no
 * short code.
 */
export const consolePaths = {
  home: '/',
  login: '/login',

  overview: '/overview',

  masterclassList: '/masterclass',
  masterclassCreate: '/masterclass/create',

  /** The list of people; every name leads to /people/{id}. */
  people: '/people',

  transactions: '/transactions',
  refundRequests: '/transactions/requests',
  /** Numbers: what was sold, compared with an earlier period. */
  reports: '/reports',

  moderation: '/moderation',
  userModeration: '/moderation/users',
  postModeration: '/moderation/posts',
  commentModeration: '/moderation/comments',

  eventList: '/events',
  eventCreate: '/event/create',

  webinarList: '/webinar',
  webinarCreate: '/webinar/create',

  /** All sessions of a month or a week. */
  calendar: '/calendar',

  banners: '/banners',
  /** Creates a banner; with ?id= it updates one. */
  bannerForm: '/create-banner',

  /** Post Management. */
  posts: '/create-post',

  newsList: '/news',
  newsCreate: '/news/create',
  /** With ?id= of the snippet. */
  newsEdit: '/news/edit',

  creators: '/creators',

  advisory: '/advisory',
  advisoryServices: '/advisory/services',
  advisoryAdvisors: '/advisory/advisors',
  advisoryLeads: '/advisory/leads',

  memberships: '/memberships',

  coupons: '/coupons',

  shortlinks: '/url-shortener',

  paymentPages: '/custom-payment-pages',

  books: '/books',
  documents: '/books/documents',
  differences: '/books/differences',
  disputes: '/books/disputes',
  settlements: '/books/settlements',
  /** The money of a month, from the gateway to the documents. */
  monthMoney: '/books/money',
  /** Months of GSTR-1. */
  months: '/books/months',

  staff: '/staff',
  apiKeys: '/api-keys',
  webhooks: '/webhooks',
  personalData: '/personal-data',
  history: '/history',
  bin: '/bin',

  /** The guide for staff; ?page= names one of its pages. */
  help: '/help',
} as const
