const minute = 60_000
const day = 24 * 60 * minute
/** India has the same offset all year round. */
const kolkataOffset = 330 * minute

/** Start of a class in Kolkata, HH:MM: mornings at weekends, evenings on working days. */
export interface ClassTime {
  /** Days from today; negative is in the past. */
  day: number
  /** Used if that day is a working day. */
  evening: string
  /** Used if that day is a Saturday or a Sunday. */
  morning: string
  /** Length in minutes. */
  minutes: number
}

/**
 * Returns the instant of a wall-clock time in Kolkata.
 * @param days days from today in Kolkata; negative is in the past
 * @param time HH:MM
 */
export function kolkataTime(now: Date, days: number, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const today = Math.floor((now.getTime() + kolkataOffset) / day) * day
  return new Date(today + days * day + (hours * 60 + minutes) * minute - kolkataOffset)
}

/** Returns the start and the end of a class, relative to `now`. */
export function classSpan(now: Date, time: ClassTime): { start: Date; end: Date } {
  const weekday = new Date(kolkataTime(now, time.day, '12:00').getTime() + kolkataOffset).getUTCDay()
  const isWeekend = weekday === 0 || weekday === 6
  const start = kolkataTime(now, time.day, isWeekend ? time.morning : time.evening)
  return { start, end: new Date(start.getTime() + time.minutes * minute) }
}
