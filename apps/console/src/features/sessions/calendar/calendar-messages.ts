import type { SessionKind, SessionState } from '@greenroom/contract/sessions/calendar/calendar.schema'
import { mostCalendarSessions } from '@greenroom/contract/sessions/calendar/calendar.schema'

/** Copy of the calendar (OQ-511). */
export const calendarMessages = {
  views: { month: 'Month', week: 'Week' },
  view: 'View',
  today: 'Today',
  previous: { month: 'Previous month', week: 'Previous week' },
  next: { month: 'Next month', week: 'Next week' },
  day: 'Go to day',
  kind: 'Type',
  allKinds: 'All types',
  account: 'Zoom account',
  allAccounts: 'All accounts',
  host: 'Creator',
  allHosts: 'All creators',
  /** The creator of the filter, who has no session in the shown days. */
  otherHost: 'Chosen creator',
  clear: 'Clear filters',
  loading: 'Loading sessions...',
  loadFailed: 'Cannot fetch the calendar.',
  empty: 'No sessions in this time. Create one, or look at another month.',
  noMatch: 'No session in this time matches the filters.',
  cut: `Only the first ${mostCalendarSessions.toLocaleString('en-IN')} sessions are shown. Look at one week.`,
  zone: (zone: string) => `Days and times in ${zone}.`,
  count: (count: number) => (count === 1 ? '1 session' : `${count} sessions`),
  /** @param count sessions that clash with another */
  clashing: (count: number) => (count === 1 ? '1 of them clashes' : `${count} of them clash`),
  clashWith: (titles: readonly string[]) => `Clashes with ${titles.map((title) => `“${title}”`).join(', ')}`,
  clash: 'Clash',
  /** A session that began on a day before. */
  continues: 'continues',
  /** Where a session is that has neither an account nor a place. */
  noAccount: { masterclass: 'No account', webinar: 'No account', event: 'No place' },
  /** What the marks of sessions mean. */
  legend: 'Legend',
  more: (count: number) => `+${count} more`,
  moreOn: (day: string) => `sessions on ${day}`,
  keys: 'Arrow keys move between days, Enter goes to the sessions of a day, Escape returns to the day.',
} as const

export const kindLabels = {
  masterclass: 'Masterclass',
  webinar: 'Webinar',
  event: 'Event',
} as const satisfies Record<SessionKind, string>

export const stateLabels = {
  published: 'Published',
  draft: 'Draft',
  hidden: 'Hidden',
} as const satisfies Record<SessionState, string>
