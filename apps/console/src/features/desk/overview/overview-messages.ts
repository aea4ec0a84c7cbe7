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
  title: 'What waits',
  empty: 'Nothing waits',
  emptyHelp: 'Reports, leads, refunds and what begins or ends soon appear here.',
  oldest: (age: string) => `oldest ${age}`,
  reported_users: 'Reported users',
  reported_posts: 'Reported posts',
  reported_comments: 'Reported comments',
  leads_past_call: 'Leads past their call',
  leads_without_advisor: 'Leads without an advisor',
  refund_requests: 'Refunds to approve',
  open_differences: 'Differences with the gateway',
  documents_without_state: 'Documents without a State',
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
  more: 'There are more:',
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
  registered: (count: string, total: string | null) =>
    total === null ? `${count} registered` : `${count} of ${total} registered`,
} as const

export const accountMessages = {
  title: 'Meeting accounts',
  help: (minutes: number) =>
    `Today and the next two days. Sessions on one account need ${minutes} minutes between them. Drafts hold no time.`,
  picture: 'the meeting accounts',
  tableLabel: 'Times of the meeting accounts',
  columns: { account: 'Account', time: 'Time', session: 'Session', state: 'State' },
  free: 'Free',
  booked: 'Booked',
  draft: 'Draft',
  none: 'Free on all days',
  bookedCount: (count: number) => `${count} booked`,
  draftCount: (count: number) => (count === 1 ? '1 draft' : `${count} drafts`),
  clashCount: (count: number) => (count === 1 ? '1 clash' : `${count} clashes`),
  clashesWith: (titles: string) => `Clashes with ${titles}`,
  nextGap: (time: string) => `next gap ${time}`,
  to: 'to',
} as const

const spanNames: Record<MoneySpan, string> = { 1: 'Today', 7: 'Last 7 days', 30: 'Last 30 days' }
const spansBefore: Record<MoneySpan, string> = {
  1: 'yesterday',
  7: 'the 7 days before',
  30: 'the 30 days before',
}

export const moneyMessages = {
  title: 'Money',
  help: 'Completed less refunded, by the day of the order. Today is not over yet, and is compared with all of yesterday.',
  empty: 'No sales in the last 60 days',
  emptyHelp: 'Orders appear here when they are paid.',
  spans: spanNames,
  orders: (count: number) => (count === 1 ? '1 order' : `${count.toLocaleString('en-IN')} orders`),
  noneBefore: (days: MoneySpan) => `no sales ${days === 1 ? '' : 'in '}${spansBefore[days]}`,
  same: (days: MoneySpan) => `as much as ${spansBefore[days]}`,
  change: (percent: string, amount: string, isMore: boolean, days: MoneySpan) =>
    `${percent}, ${amount} ${isMore ? 'more' : 'less'} than ${spansBefore[days]}`,
  currency: 'Currency of the chart',
  picture: (currency: CurrencyCode) => `daily sums in ${currency}`,
  chart: (currency: CurrencyCode, most: string | null) =>
    most === null
      ? `Daily sums of the last 30 days in ${currency}. No sales.`
      : `Daily sums of the last 30 days in ${currency}. The highest is ${most}.`,
  most: (amount: string, day: string) => `${amount} on ${day}`,
  tableLabel: (currency: CurrencyCode) => `Daily sums in ${currency}`,
  columns: { day: 'Day', orders: 'Orders', completed: 'Completed', refunded: 'Refunded', net: 'Net' },
} as const

export const stepMessages = {
  title: 'Where to begin',
  help: 'Nothing has been created, sold or booked yet.',
  noSteps: 'What your colleagues create appears here.',
  creator: 'Create a creator',
  masterclass: 'Create a masterclass',
  webinar: 'Create a webinar',
  event: 'Create an event',
  paymentPage: 'Create a payment page',
  advisor: 'Create an advisor',
  staff: 'Invite a colleague',
} as const
