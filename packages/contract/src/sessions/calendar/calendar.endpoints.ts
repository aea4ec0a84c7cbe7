import * as z from 'zod/mini'
import { daysBetween } from '../../calendar-day.ts'
import { endpoint, ok } from '../../endpoint.ts'
import { Calendar, calendarMessages, mostCalendarDays } from './calendar.schema.ts'

const day = z.string({ error: calendarMessages.day }).check(
  z.refine(
    (text) => {
      if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(text)) return false
      const date = new Date(`${text}T00:00:00Z`)
      // JavaScript reads 31 February as a day in March.
      return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
    },
    { error: calendarMessages.day },
  ),
)

/** Lists the masterclasses, webinars and events that take place on some business days (OQ-510). */
export const getCalendar = endpoint({
  name: 'getCalendar',
  method: 'GET',
  path: '/admin/calendar',
  summary: 'List all sessions of at most six weeks, with clashes on meeting accounts',
  description: 'Takes at most 42 business days. Lists at most 1,000 sessions.',
  requirements: ['OQ-510'],
  permissions: ['content.read'],
  query: z.object({ from: day, to: day }).check(
    z.refine(({ from, to }) => from <= to, { error: calendarMessages.order, path: ['to'] }),
    z.refine(({ from, to }) => daysBetween(from, to) < mostCalendarDays, {
      error: calendarMessages.tooLong,
      path: ['to'],
    }),
  ),
  response: ok(Calendar),
})
