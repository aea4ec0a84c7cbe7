/** The types of records that audit entries name: what one is called in a sentence. */
export const recordNouns = {
  masterclass: 'masterclass',
  event: 'event',
  registration: 'registration for',
  banner: 'banner',
  post: 'post',
  comment: 'comment',
  user: 'account of',
  news: 'news snippet',
  creator: 'creator',
  advisor: 'advisor',
  'advisory-service': 'service',
  lead: 'lead',
  'membership-held': 'held membership',
  coupon: 'coupon',
  shortlink: 'short link',
  'payment-page': 'payment page',
  transaction: 'order',
  'refund-reason': 'refund reason',
  difference: 'difference',
  comparison: 'comparison of',
  'gst-period': 'month',
  export: 'export',
  file: 'file',
  staff: 'account of',
  'api-key': 'API key',
  'saved-view': 'view',
  webhook: 'webhook',
  person: 'person',
  erasure: 'erasure',
  session: 'session of',
  sample: 'sample data',
} as const

export type RecordType = keyof typeof recordNouns

/** Sections by which the history is filtered, in the order of the sidebar, with the types of their records. */
export const historySections = {
  masterclass: { label: 'Masterclass', types: ['masterclass'] },
  transaction: { label: 'Transactions', types: ['transaction', 'refund-reason'] },
  moderation: { label: 'Moderation', types: ['user', 'comment'] },
  event: { label: 'Events and webinars', types: ['event', 'registration'] },
  banner: { label: 'Banners', types: ['banner'] },
  post: { label: 'Posts', types: ['post'] },
  news: { label: 'News', types: ['news'] },
  creator: { label: 'Creators', types: ['creator'] },
  advisory: { label: 'Advisory', types: ['advisory-service', 'advisor', 'lead'] },
  membership: { label: 'Memberships', types: ['membership-held'] },
  coupon: { label: 'Coupons', types: ['coupon'] },
  shortlink: { label: 'Short links', types: ['shortlink'] },
  'payment-page': { label: 'Payment pages', types: ['payment-page'] },
  books: { label: 'Books', types: ['difference', 'comparison', 'gst-period'] },
  export: { label: 'Exports', types: ['export'] },
  file: { label: 'Uploads', types: ['file'] },
  staff: { label: 'Staff', types: ['staff'] },
  'api-key': { label: 'API keys', types: ['api-key'] },
  'saved-view': { label: 'Saved views', types: ['saved-view'] },
  webhook: { label: 'Webhooks', types: ['webhook'] },
  'personal-data': { label: "People's data", types: ['person', 'erasure'] },
} as const satisfies Record<string, { label: string; types: readonly RecordType[] }>

export type HistorySection = keyof typeof historySections
export const historySectionNames = Object.keys(historySections) as [HistorySection, ...HistorySection[]]
