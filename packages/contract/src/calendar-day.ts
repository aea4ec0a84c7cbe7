import { zoneOffset } from './date-time.ts'

// Days are YYYY-MM-DD; the zone says when they begin and end. All rules about "today" and whole days use these (OQ-025).

const dayLength = 86_400_000

/**
 * Returns the day on which a moment falls in a zone.
 * @param timeZone an IANA zone
 */
export function dayIn(moment: Date, timeZone: string): string {
  return dayText(moment.getTime() + zoneOffset(moment, timeZone))
}

/** Returns the day that many days later, by the calendar; earlier for a negative number. */
export function addDays(day: string, days: number): string {
  return dayText(utcMidnight(day) + days * dayLength)
}

/**
 * Returns the first moment of a day in a zone. That is not 00:00 where clocks are set forward at midnight.
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

function firstMoment(midnight: number, timeZone: string): Date {
  // The zone's offset can change around the day's beginning, so both neighbours' offsets are tried.
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
