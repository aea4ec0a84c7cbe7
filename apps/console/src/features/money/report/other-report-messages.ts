import type { HandlingCounts } from '@greenroom/contract/community/moderation/handling.schema'
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
  history: 'history',
  show: 'Show',
  chart: (measure: string, step: string) => `${measure} ${step}`,
  table: (step: string) => `Reports of members ${step}`,
  explanation:
    'A report is handled when somebody ignores it, or when its item is gone. It counts on the day when it came in, and on the day when it was handled, with the time between the two. A number that was handled opens the history of its days.',
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
