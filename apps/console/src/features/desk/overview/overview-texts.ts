import { addDays, dayIn } from '@greenroom/contract/calendar-day'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Formats how long something has been waiting: "5 minutes", "2 hours", "3 days".
 * @param since ISO 8601
 * @param now milliseconds
 */
export function ageText(since: string, now: number): string {
  const age = Math.max(0, now - Date.parse(since))
  const [length, unit] = age >= day ? [day, 'day'] : age >= hour ? [hour, 'hour'] : [minute, 'minute']
  const count = Math.max(1, Math.floor(age / Number(length)))
  return `${count.toLocaleString('en-IN')} ${unit}${count === 1 ? '' : 's'}`
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/**
 * Formats a business day: 21 Nov 2026.
 * @param day YYYY-MM-DD
 */
export function dayText(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`))
}

const dayMonthFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Formats a business day for the axis of a chart: 21 Nov. */
export function dayMonthText(day: string): string {
  return dayMonthFormat.format(new Date(`${day}T00:00:00Z`))
}

const shortDayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** Formats a business day without its year: Sat 21 Nov. */
export function shortDayText(day: string): string {
  return shortDayFormat.format(new Date(`${day}T00:00:00Z`)).replace(',', '')
}

/**
 * Names a day of the viewer: "Today", "Tomorrow, Sat 28 Nov", "Sun 29 Nov".
 * @param day YYYY-MM-DD
 * @param now milliseconds
 */
export function dayName(day: string, now: number): string {
  const today = dayIn(new Date(now), viewerZone())
  if (day === today) return `Today, ${shortDayText(day)}`
  return day === addDays(today, 1) ? `Tomorrow, ${shortDayText(day)}` : shortDayText(day)
}

/** Returns the zone in which times are shown to the viewer. */
export function viewerZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

const timeFormat = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hour12: true })

/** Formats the time of a moment without its day: 07:00 PM. */
export function clockText(iso: string): string {
  return timeFormat.format(new Date(iso))
}

/**
 * Formats the end of a session beside its start: the time alone on the viewer's same day, otherwise with its day.
 * @param format formats a moment with its day
 */
export function endText(start: string, end: string, format: (iso: string) => string): string {
  const zone = viewerZone()
  const [first, last] = [new Date(start), new Date(end)]
  return dayIn(first, zone) === dayIn(last, zone) ? clockText(end) : format(end)
}
