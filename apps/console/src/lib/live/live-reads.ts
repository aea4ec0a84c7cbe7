import type { LiveKind } from '@greenroom/contract/desk/live/live-kinds'

/** What a kind of change outdates. */
interface Outdated {
  /** What the rows of its lists are called. */
  nouns: readonly [one: string, many: string]
  /** Endpoints whose rows stay in place while new ones wait. */
  lists: readonly string[]
  /** Endpoints of one record, or of figures: their screens are read again. */
  reads?: readonly string[]
}

/** The page of a person, which shows records of many kinds. */
const aboutPeople = ['getPersonPage', 'listPersonTimeline']

/** The endpoints by name, because importing them would load their schemas. live-reads.test.ts compares the names. */
export const outdatedBy: Record<LiveKind, Outdated> = {
  transaction: {
    nouns: ['order', 'orders'],
    lists: ['listTransactions'],
    reads: [
      'getTransaction',
      'sumTransactions',
      'getSalesReport',
      'getPartsReport',
      'getBuyersReport',
      'getRefundable',
      'getOverview',
      ...aboutPeople,
    ],
  },
  document: {
    nouns: ['document', 'documents'],
    lists: ['listDocuments'],
    reads: ['getTransaction', 'listMissingStates', 'listGstMonths', 'getGstReturn'],
  },
  month: { nouns: ['month', 'months'], lists: [], reads: ['listGstMonths', 'getGstReturn'] },
  'refund-request': {
    nouns: ['request', 'requests'],
    lists: ['listRefundRequests'],
    reads: ['getTransaction'],
  },
  'refund-batch': {
    nouns: ['refund', 'refunds'],
    lists: ['listRefundBatches'],
    reads: ['getRefundBatch', 'listRefundBatchRows'],
  },
  difference: {
    nouns: ['difference', 'differences'],
    lists: ['listDifferences'],
    reads: ['listGstMonths', 'getSettlement'],
  },
  dispute: { nouns: ['dispute', 'disputes'], lists: ['listDisputes'], reads: ['getTransaction'] },
  settlement: { nouns: ['settlement', 'settlements'], lists: ['listSettlements'], reads: ['getSettlement'] },
  registration: {
    nouns: ['registration', 'registrations'],
    lists: ['listRegistrations', 'listMasterclasses', 'listEvents'],
    reads: aboutPeople,
  },
  lead: {
    nouns: ['lead', 'leads'],
    lists: ['listLeads', 'getLeadBoard'],
    reads: ['getLead', 'countLeadActions', 'getLeadFunnel', 'listAdvisorClashes', ...aboutPeople],
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
    reads: aboutPeople,
  },
  post: {
    nouns: ['post', 'posts'],
    lists: ['listPosts', 'listPostsOfUser', 'listBin'],
    reads: ['getPost', ...aboutPeople],
  },
  comment: { nouns: ['comment', 'comments'], lists: ['listBin'], reads: aboutPeople },
  user: { nouns: ['person', 'people'], lists: ['listBin'], reads: aboutPeople },
  masterclass: {
    nouns: ['masterclass', 'masterclasses'],
    lists: ['listMasterclasses'],
    reads: ['getMasterclass', 'getCalendar'],
  },
  event: { nouns: ['session', 'sessions'], lists: ['listEvents'], reads: ['getEvent', 'getCalendar'] },
  membership: { nouns: ['membership', 'memberships'], lists: ['listMemberships'], reads: aboutPeople },
  coupon: {
    nouns: ['coupon', 'coupons'],
    lists: ['listCoupons'],
    reads: ['getCoupon', 'listCouponsOfEntity'],
  },
  creator: { nouns: ['creator', 'creators'], lists: ['listCreators'] },
  news: { nouns: ['news item', 'news items'], lists: ['listNews', 'listBin'], reads: ['getNews'] },
  banner: { nouns: ['banner', 'banners'], lists: ['listBanners', 'listBin'], reads: ['getBanner'] },
  'payment-page': {
    nouns: ['payment page', 'payment pages'],
    lists: ['listPaymentPages'],
    reads: ['getPaymentPage'],
  },
  shortlink: { nouns: ['short link', 'short links'], lists: ['listShortlinks', 'listBin'] },
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
  'refund-batch',
  'webhook',
  'masterclass',
  'event',
])

/** Their key names a record, but others' changes outdate them too. */
export const readsAnyRecord: ReadonlySet<string> = new Set([...aboutPeople, 'getGstReturn'])

/** Counts of what waits: read again less often than a list, because every screen shows them. */
export const countReads = ['getWaiting']

/** Not an endpoint: the queue of reported posts reads listPosts, whose feed other changes concern. */
export const reportedPosts = 'reported posts'
