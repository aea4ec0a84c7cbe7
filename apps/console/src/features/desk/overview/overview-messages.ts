import type { MoneySpan } from '@greenroom/contract/desk/overview/overview.rules'
import type { SessionKind } from '@greenroom/contract/desk/overview/overview.schema'
import type { CurrencyCode } from '@greenroom/contract/money'

/** Copy of the overview (OQ-445). */
export const overviewMessages = {
  loading: 'Loading overview...',
  loadFailed: 'Error loading the overview.',
  stale:
    'The overview could not be refreshed. It shows what was there before, and tries again within a minute.',
  showTable: (of: string) => `Show ${of} as a table`,
  showPicture: (of: string) => `Show ${of} as a picture`,
} as const

export const waitingMessages = {
  title: 'Needs attention',
  empty: 'All caught up',
  emptyHelp: 'Reports, leads, refunds and what begins or ends soon appear here.',
  oldest: (age: string) => `Oldest: ${age}`,
  reported_users: 'Reported users',
  reported_posts: 'Reported posts',
  reported_comments: 'Reported comments',
  leads_past_call: 'Calls without an outcome',
  leads_without_advisor: 'Leads without an advisor',
  refund_requests: 'Refunds to approve',
  open_differences: "Payments that don't match Razorpay",
  documents_without_state: 'Invoices missing a state',
  failed_webhooks: 'Failed webhooks',
  masterclass: 'Masterclass drafts that begin within a day',
  webinar: 'Webinar drafts that begin within a day',
  event: 'Unpublished events that begin within a day',
  coupons_ending: 'Coupons that end within seven days',
  banners_ending: 'Banners that end within seven days',
} as const

export const sessionMessages = {
  title: 'Next sessions',
  empty: 'No session is planned',
  emptyHelp: 'Masterclasses, webinars and events appear here until they end.',
  calendar: 'Calendar',
  more: 'See all:',
  kinds: {
    masterclass: 'Masterclass',
    webinar: 'Webinar',
    event: 'Event',
  } satisfies Record<SessionKind, string>,
  lists: {
    masterclass: 'Masterclass',
    webinar: 'Webinar',
    event: 'Events',
  } satisfies Record<SessionKind, string>,
  onNow: 'On now',
  draft: 'Draft',
  unpublished: 'Unpublished',
  hidden: 'Hidden',
  clash: 'Clash',
  registered: (count: string, total: string | null) =>
    total === null ? `${count} registered` : `${count} of ${total}`,
} as const

export const accountMessages = {
  title: 'Zoom accounts',
  help: (minutes: number) =>
    `${minutes} minutes are kept free between two sessions. Drafts don't block time.`,
  picture: 'the Zoom accounts',
  tableLabel: 'Times of the Zoom accounts',
  columns: { account: 'Account', time: 'Time', session: 'Session', state: 'State' },
  free: 'Free',
  booked: 'Booked',
  draft: 'Draft',
  none: 'Free',
  bookedCount: (count: number) => `${count} booked`,
  draftCount: (count: number) => (count === 1 ? '1 draft' : `${count} drafts`),
  clashCount: (count: number) => (count === 1 ? '1 clash' : `${count} clashes`),
  clashesWith: (titles: string) => `Clashes with ${titles}`,
  nextGap: (time: string) => `, next free ${time}`,
  to: 'to',
  clashes: 'Clashes',
  theDraft: 'the draft',
  overlaps: 'overlaps',
  tooClose: (minutes: number) => `is less than ${minutes} minutes from`,
  on: (account: string) => `on ${account}.`,
  moveDraft: (account: string) => `Move draft to ${account}`,
  moving: 'Moving the draft...',
  moved: (title: string, account: string) => `“${title}” is on ${account}`,
  notMoved: 'The draft was not moved.',
} as const

const spanNames: Record<MoneySpan, string> = {
  1: 'Today',
  7: 'Last 7 days',
  30: 'Last 30 days',
  90: 'Last 90 days',
}

export const moneyMessages = {
  title: 'Net sales',
  help: 'Paid minus refunds, by order date.',
  empty: 'No sales in the last 180 days',
  emptyHelp: 'Orders appear here when they are paid.',
  spans: spanNames,
  orders: (count: number) => (count === 1 ? '1 order' : `${count.toLocaleString('en-IN')} orders`),
  noneBefore: (days: MoneySpan) => `no sales in the ${days} days before`,
  before: (amount: string, days: MoneySpan) => `from ${amount} in the ${days} days before`,
  daysBefore: (days: MoneySpan) => `${days} days before`,
  net: 'Paid minus refunds',
  more: 'Up',
  less: 'Down',
  today: 'Today so far',
  yesterday: (amount: string) => `yesterday by this time ${amount}`,
  refunded: (days: MoneySpan) => `Refunded in ${days} days`,
  share: (part: number) => part.toLocaleString('en-IN', { style: 'percent', maximumFractionDigits: 1 }),
  ofPaid: (amount: string) => `of ${amount} paid`,
  inCurrency: (currency: CurrencyCode, days: MoneySpan) =>
    `In ${currency === 'USD' ? 'dollars' : 'rupees'}, ${days} days`,
  average: (days: MoneySpan) => `Average order, ${days} days`,
  currency: 'Currency',
  range: 'Range',
  picture: (currency: CurrencyCode) => `daily sums in ${currency}`,
  chart: (currency: CurrencyCode, days: MoneySpan) =>
    `Net sales of the last ${days} days in ${currency}, by day`,
  tableLabel: (currency: CurrencyCode) => `Daily sums in ${currency}`,
  columns: {
    day: 'Day',
    orders: 'Orders',
    completed: 'Paid',
    refunded: 'Refunded',
    net: 'Net',
    before: (days: number) => `${days} days before`,
  },
} as const

export const stepMessages = {
  title: 'Get started',
  help: 'Set up your first class in a few minutes.',
  noSteps: 'What your colleagues create appears here.',
  creator: 'Create a creator',
  masterclass: 'Create a masterclass',
  webinar: 'Create a webinar',
  event: 'Create an event',
  paymentPage: 'Create a payment page',
  advisor: 'Create an advisor',
  staff: 'Invite a colleague',
} as const
