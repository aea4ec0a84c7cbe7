import { addDays, dayIn, daysBetween } from '@greenroom/contract/calendar-day'
import type { CalendarSession } from '@greenroom/contract/sessions/calendar/calendar.schema'

export type CalendarView = 'month' | 'week'

/** Returns the weekday of a day: 0 for Monday. */
function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}

/** Returns the weeks that a view shows, Monday first: those that have a day of the month, or one. */
export function weeksOf(view: CalendarView, day: string): string[][] {
  const first = view === 'month' ? `${day.slice(0, 7)}-01` : day
  const last = view === 'month' ? lastOfMonth(day) : day
  const monday = addDays(first, -weekdayOf(first))
  // Counted, not compared with the last day: as text, a day after 9999 is before every other day.
  const count = Math.floor(daysBetween(monday, last) / 7) + 1
  return Array.from({ length: count }, (_week, week) =>
    Array.from({ length: 7 }, (_day, weekday) => addDays(monday, 7 * week + weekday)),
  )
}

/** Returns the same day of another month or week. The 31st becomes the last day of a shorter month. */
export function shifted(view: CalendarView, day: string, steps: number): string {
  if (view === 'week') return addDays(day, 7 * steps)
  const month = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  month.setUTCMonth(month.getUTCMonth() + steps)
  const first = month.toISOString().slice(0, 10)
  const last = lastOfMonth(first)
  const same = `${first.slice(0, 8)}${day.slice(8)}`
  return same < last ? same : last
}

/** Returns the day that a key of the calendar leads to; undefined for other keys. */
export function targetOf(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  view: CalendarView,
  day: string,
): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -weekdayOf(day))
    case 'End':
      return addDays(day, 6 - weekdayOf(day))
    case 'PageUp':
      return shiftKey ? shifted('month', day, -12) : shifted(view, day, -1)
    case 'PageDown':
      return shiftKey ? shifted('month', day, 12) : shifted(view, day, 1)
    default:
      return undefined
  }
}

/**
 * Returns the sessions of each day, in the order given. A session is in each day that it takes place on; one that ends
 * at midnight is not in the next day.
 * @param timeZone the zone of the days
 */
export function sessionsByDay(
  sessions: readonly CalendarSession[],
  days: readonly string[],
  timeZone: string,
): Map<string, CalendarSession[]> {
  const byDay = new Map<string, CalendarSession[]>(days.map((day) => [day, []]))
  for (const session of sessions) {
    const first = dayIn(new Date(session.start_time), timeZone)
    const end = Math.max(Date.parse(session.start_time), Date.parse(session.end_time) - 1)
    const last = dayIn(new Date(end), timeZone)
    for (const day of days) if (day >= first && day <= last) byDay.get(day)?.push(session)
  }
  return byDay
}

function lastOfMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
