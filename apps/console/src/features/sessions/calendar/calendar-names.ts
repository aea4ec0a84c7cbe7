import { formatInstant, zoneOffset } from '@greenroom/contract/date-time'
import { formatDay } from '../../../ui/day-field-props.ts'

const nameFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Formats a day: Saturday, 5 December 2026. */
export function dayName(day: string): string {
  return nameFormat.format(new Date(`${day}T00:00:00Z`))
}

/** Formats the days of a week, saying month and year once where both days have them: 23–29 Nov 2026. */
export function spanName(from: string, to: string): string {
  const [first, last] = [formatDay(from).split(' '), formatDay(to).split(' ')]
  while (first.length > 1 && first.at(-1) === last[first.length - 1]) first.pop()
  return `${first.join(' ')}${first.length === 1 ? '–' : ' – '}${last.join(' ')}`
}

export function weekdayName(day: string, weekday: 'long' | 'short'): string {
  return new Intl.DateTimeFormat('en-GB', { weekday, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

/** Formats the time of day: 07:00 PM. */
export function timeOfDay(iso: string, timeZone: string): string {
  return formatInstant(new Date(iso), ', ', timeZone).split(', ')[1] ?? ''
}

const minutesPerDay = 1440

/** Returns the minutes since midnight that the clock of a zone shows. */
export function minuteOfDay(moment: Date, timeZone: string): number {
  const minutes = Math.floor((moment.getTime() + zoneOffset(moment, timeZone)) / 60_000)
  return ((minutes % minutesPerDay) + minutesPerDay) % minutesPerDay
}

/** Formats a full hour of the scale beside the days: 7 PM. @param hour 0 to 24 */
export function hourName(hour: number): string {
  return `${hour % 12 || 12} ${hour % 24 < 12 ? 'AM' : 'PM'}`
}
