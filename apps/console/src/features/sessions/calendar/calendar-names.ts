import { formatInstant, zoneOffset } from '@greenroom/contract/date-time'

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

/** Formats minutes since midnight for a narrow place: 19:00. */
export function shortTime(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60]
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}
