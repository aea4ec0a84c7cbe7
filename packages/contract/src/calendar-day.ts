import { zoneOffset } from './date-time.ts'

// Days are YYYY-MM-DD; the zone decides when they begin and end. All rules about "today" and whole days use these
// (OQ-025).

const dayLength = 86_400_000

/** The zone whose days and months tax documents and returns have, whatever zone the business works in. */
export const taxTimeZone = 'Asia/Kolkata'

/**
 * Returns the day of an instant in a zone.
 * @param timeZone an IANA zone
 */
export function dayIn(moment: Date, timeZone: string): string {
  return dayText(moment.getTime() + zoneOffset(moment, timeZone))
}

/** Adds calendar days to a day; a negative number subtracts. */
export function addDays(day: string, days: number): string {
  return dayText(utcMidnight(day) + days * dayLength)
}

/** Returns how many calendar days the second day is after the first; negative if it is before. */
export function daysBetween(first: string, second: string): number {
  return (utcMidnight(second) - utcMidnight(first)) / dayLength
}

/**
 * Returns the first instant of a day in a zone. That is not 00:00 where clocks go forward at midnight.
 * @param day YYYY-MM-DD
 * @param timeZone an IANA zone
 */
export function startOfDay(day: string, timeZone: string): Date {
  return firstMoment(utcMidnight(day), timeZone)
}

/**
 * Returns the last millisecond of a day in a zone.
 * @param day YYYY-MM-DD
 * @param timeZone an IANA zone
 */
export function endOfDay(day: string, timeZone: string): Date {
  return new Date(firstMoment(utcMidnight(day) + dayLength, timeZone).getTime() - 1)
}

/**
 * Returns the same weekday and time of day a number of weeks later.
 * @param timeZone an IANA zone, whose clock the repeat keeps
 */
export function weeksLater(start: Date, weeks: number, timeZone: string): Date {
  const local = start.getTime() + zoneOffset(start, timeZone) + weeks * 7 * dayLength
  const near = new Date(local - zoneOffset(start, timeZone))
  return new Date(local - zoneOffset(near, timeZone))
}

/**
 * Returns the first repeat of a weekly session after now: the same weekday and time of day, at least a week later.
 * @param timeZone an IANA zone, whose clock the repeat keeps
 */
export function nextWeekly(start: Date, now: Date, timeZone: string): Date {
  let weeks = Math.max(1, Math.floor((now.getTime() - start.getTime()) / (7 * dayLength)))
  while (weeksLater(start, weeks, timeZone) <= now) weeks++
  return weeksLater(start, weeks, timeZone)
}

function firstMoment(midnight: number, timeZone: string): Date {
  // The zone's offset can change near the start of the day, so the offsets of both neighbours are tried.
  const [one = 0, other = 0] = [-dayLength, dayLength].map(
    (shift) => midnight - zoneOffset(new Date(midnight + shift), timeZone),
  )
  const earlier = new Date(Math.min(one, other))
  const isInDay = earlier.getTime() + zoneOffset(earlier, timeZone) >= midnight
  return isInDay ? earlier : new Date(Math.max(one, other))
}

function utcMidnight(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

function dayText(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
