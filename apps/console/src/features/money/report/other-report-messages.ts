import type { HandlingCounts } from '@greenroom/contract/community/moderation/handling.schema'
import type { BuyerCounts } from '@greenroom/contract/money/report/report.schema'
import { countText } from './report-texts.ts'

/** Texts of the leads by source. */
export const leadMessages = {
  leads: 'leads',
  chart: 'Leads by how far they came',
  explanation:
    'Each lead counts in the days when it was booked, at each stage that it has reached by now. A number opens its leads.',
  empty: {
    title: 'No leads',
    help: (days: string) => `Nobody booked a call in ${days}. Choose other days.`,
  },
} as const

/** Texts of the reports that came in and were handled. */
export const handlingMessages = {
  opens: 'reports',
  show: 'Show',
  chart: (measure: string, step: string) => `${measure} ${step}`,
  table: (step: string) => `Reports of members ${step}`,
  explanation:
    'A report is handled when somebody ignores it, or when its item is gone. It counts on the day when it came in, and on the day when it was handled, with the time between the two. A number opens its reports.',
  empty: {
    title: 'No reports',
    help: (days: string) => `No report came in or was handled in ${days}. Choose other days.`,
  },
} as const

export const handlingLabels: Record<keyof HandlingCounts, string> = {
  received: 'Came in',
  handled: 'Handled',
  median_minutes: 'Half within',
  p90_minutes: '9 of 10 within',
}

/** Texts of the reports behind a number. */
export const countedMessages = {
  title: { received: 'Reports that came in', handled: 'Reports that were handled' },
  back: 'Show all numbers',
  loading: 'Loading reports...',
  loadFailed: 'Error loading reports.',
  none: 'No reports to list',
  noneHelp: (days: string) => `No report of ${days} has an item that still exists.`,
  deleted: (count: number) =>
    count === 1
      ? '1 more report was deleted with its item. Only its times are kept.'
      : `${countText(count)} more reports were deleted with their items. Only their times are kept.`,
  omitted: (count: number) =>
    count === 1
      ? '1 earlier report is left out. Choose fewer days.'
      : `${countText(count)} earlier reports are left out. Choose fewer days.`,
  history: 'Open the history of these days',
  received: 'Came in',
  reason: 'Reason',
  item: 'About',
  handled: 'Handled',
  open: 'Open',
  kinds: { post: 'Post by', comment: 'Comment by', user: 'User' },
  showPost: 'Show post',
  openQueue: (item: string) => `Open, ${item}: open the queue`,
  openHistory: (time: string, item: string) => `Handled ${time}, ${item}: open its history`,
} as const

/** Texts of the seats over the days before a session. */
export const seatMessages = {
  kind: 'Kind',
  showAll: 'Show all sessions',
  begun: (count: number) =>
    count === 1 ? '1 session that has begun' : `${countText(count)} sessions that have begun`,
  explanation: (hasLimit: boolean) =>
    hasLimit
      ? 'The share of all seats that somebody held so many days before the start. A seat that was given back is free again.'
      : 'The share of those who held a seat at the start, because not every session has a limit of seats. A seat that was given back is free again.',
  chart: (hasLimit: boolean) =>
    hasLimit
      ? 'Share of the seats taken, by days before the start'
      : 'Share of the registrations, by days before the start',
  dayTable: 'Seats by days before the start',
  day: 'Before the start',
  before: (days: number) => (days === 0 ? 'At the start' : days === 1 ? '1 day' : `${days} days`),
  held: 'Seats taken',
  sessions: 'Sessions',
  session: 'Session',
  seats: 'Seats',
  noLimit: 'No limit',
  openPeople: (count: string, title: string) => `${count} at the start, ${title}: open the people`,
  people: 'Open the people of this session',
  omitted: (count: number) =>
    `${countText(count)} earlier ${count === 1 ? 'session is' : 'sessions are'} left out. Choose fewer days.`,
  empty: {
    title: 'No sessions',
    help: (days: string) => `No session begins in ${days}. Choose other days or another kind.`,
  },
} as const

export const fillingKindLabels = {
  all: 'All',
  masterclass: 'Masterclass',
  event: 'Event',
  webinar: 'Webinar',
} as const

/** Texts of the report of buyers. */
export const buyerMessages = {
  explanation:
    'Each buyer counts once in a row, and once in the totals. New are those without a paid order in this currency before. The days open their orders.',
  table: (step: string) => `Buyers ${step}`,
} as const

export const buyerLabels: Record<keyof BuyerCounts, string> = {
  buyers: 'Buyers',
  new: 'New',
  returning: 'Returning',
}
