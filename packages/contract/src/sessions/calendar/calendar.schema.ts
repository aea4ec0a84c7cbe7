import * as z from 'zod/mini'
import { PersonalName } from '../../access/personal.ts'

/** Max number of days in one response: six weeks of a month. */
export const mostCalendarDays = 42
/** Max number of sessions in one response. */
export const mostCalendarSessions = 1_000

export const calendarMessages = {
  day: 'Enter a day such as 2026-11-20',
  order: 'The first day must not be after the last',
  tooLong: `A calendar has at most ${mostCalendarDays} days`,
} as const

export const sessionKinds = ['masterclass', 'webinar', 'event'] as const
export type SessionKind = (typeof sessionKinds)[number]

/** published: members see it; hidden: published, but switched off; draft: not published. */
const sessionStates = ['published', 'draft', 'hidden'] as const
export type SessionState = (typeof sessionStates)[number]

/** A masterclass, webinar or event in the calendar. */
export const CalendarSession = z.object({
  _id: z.string(),
  kind: z.enum(sessionKinds),
  title: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  state: z.enum(sessionStates),
  /** The meeting account; null for an event, and for a webinar without one. */
  zoom_hub_name: z.nullable(z.string()),
  /** The creator who gives it. */
  host: z.nullable(z.object({ _id: z.string(), name: PersonalName })),
  /** The city of an event, or its location; empty for others. */
  place: z.string(),
  /** How many people hold a seat (OQ-430). */
  registrations_count: z.int(),
  /** Ids of the sessions on the same account at the same time, or closer than the buffer. */
  clashes: z.array(z.string()),
})
export type CalendarSession = z.output<typeof CalendarSession>

export const Calendar = z.object({
  /** The earliest first. */
  sessions: z.array(CalendarSession),
  /** Whether there are more sessions than a response has. */
  is_cut: z.boolean(),
})
export type Calendar = z.output<typeof Calendar>
