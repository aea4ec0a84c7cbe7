import { daysBetween } from '@greenroom/contract/calendar-day'
import { formatInstant } from '@greenroom/contract/date-time'
import { businessDay, formatTime, viewerZoneName } from '../../../lib/dates.ts'

/**
 * Formats a call within six days of now by its day: "Today 05:30 PM", "Tomorrow 01:00 PM", "Thu 03:00 PM", and before
 * now "Yesterday 01:00 PM", "Last Thu 03:00 PM". Any other call is formatted as by formatTime, and so is every
 * call where the viewer's clock is not the business clock: the day could be another one (OQ-214).
 * @param iso ISO 8601
 */
export function formatCallTime(iso: string, now: Date = new Date()): string {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime()) || viewerZoneName(moment) !== undefined) return formatTime(iso)
  const day = businessDay(moment)
  const days = daysBetween(businessDay(now), day)
  if (Math.abs(days) > 6) return formatTime(iso)
  const weekday = weekdays.format(new Date(`${day}T00:00:00Z`))
  const name = nearDays.get(days) ?? (days < 0 ? `Last ${weekday}` : weekday)
  return `${name} ${formatInstant(moment, ' | ').split(' | ')[1]}`
}

const weekdays = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })
const nearDays = new Map([
  [-1, 'Yesterday'],
  [0, 'Today'],
  [1, 'Tomorrow'],
])
