import type { LiveKind } from '@greenroom/contract/live/live-kinds'

/** What a kind of change outdates. */
interface Outdated {
  /** What the rows of its lists are called. */
  nouns: readonly [one: string, many: string]
  /** Endpoints whose rows stay in place while new ones wait. */
  lists: readonly string[]
  /** Endpoints of one record, or of figures: their screens are read again. */
  reads?: readonly string[]
}

/** The endpoints by name, because importing them would load their schemas. live-reads.test.ts compares the names. */
export const outdatedBy: Record<LiveKind, Outdated> = {
  transaction: {
    nouns: ['order', 'orders'],
    lists: ['listTransactions'],
    reads: ['getTransaction', 'sumTransactions', 'getRefundable', 'getOverview'],
  },
  document: { nouns: ['document', 'documents'], lists: ['listDocuments'], reads: ['getTransaction'] },
  'refund-request': {
    nouns: ['request', 'requests'],
    lists: ['listRefundRequests'],
    reads: ['getTransaction'],
  },
  difference: { nouns: ['difference', 'differences'], lists: ['listDifferences'] },
  registration: {
    nouns: ['registration', 'registrations'],
    lists: ['listRegistrations', 'listMasterclasses', 'listEvents'],
  },
  lead: {
    nouns: ['lead', 'leads'],
    lists: ['listLeads'],
    reads: ['getLead', 'countLeadActions', 'getLeadFunnel', 'listAdvisorClashes'],
  },
  advisor: { nouns: ['advisor', 'advisors'], lists: ['listAdvisors'] },
  'advisory-service': {
    nouns: ['service', 'services'],
    lists: ['listAdvisoryServices'],
    reads: ['getAdvisoryService'],
  },
  report: {
    nouns: ['report', 'reports'],
    lists: ['reported posts', 'listReportedComments', 'listReportedUsers'],
  },
  post: { nouns: ['post', 'posts'], lists: ['listPosts', 'listPostsOfUser'], reads: ['getPost'] },
  comment: { nouns: ['comment', 'comments'], lists: [] },
  user: { nouns: ['person', 'people'], lists: [] },
  masterclass: {
    nouns: ['masterclass', 'masterclasses'],
    lists: ['listMasterclasses'],
    reads: ['getMasterclass'],
  },
  event: { nouns: ['session', 'sessions'], lists: ['listEvents'], reads: ['getEvent'] },
  membership: { nouns: ['membership', 'memberships'], lists: ['listMemberships'] },
  coupon: {
    nouns: ['coupon', 'coupons'],
    lists: ['listCoupons'],
    reads: ['getCoupon', 'listCouponsOfEntity'],
  },
  creator: { nouns: ['creator', 'creators'], lists: ['listCreators'] },
  news: { nouns: ['news item', 'news items'], lists: ['listNews'], reads: ['getNews'] },
  banner: { nouns: ['banner', 'banners'], lists: ['listBanners'], reads: ['getBanner'] },
  'payment-page': {
    nouns: ['payment page', 'payment pages'],
    lists: ['listPaymentPages'],
    reads: ['getPaymentPage'],
  },
  shortlink: { nouns: ['short link', 'short links'], lists: ['listShortlinks'] },
  staff: { nouns: ['colleague', 'colleagues'], lists: ['listStaff'] },
  webhook: { nouns: ['webhook', 'webhooks'], lists: ['listWebhookDeliveries'] },
}

/** Kinds whose changes can change a count. */
export const countedKinds: ReadonlySet<LiveKind> = new Set([
  'report',
  'lead',
  'document',
  'difference',
  'refund-request',
  'webhook',
  'masterclass',
  'event',
])

/** Counts of what waits: read again less often than a list, because every screen shows them. */
export const countReads = ['getWaiting']

/** Not an endpoint: the queue of reported posts reads listPosts, whose feed other changes concern. */
export const reportedPosts = 'reported posts'
