/** Start and end of a session in its form: ISO 8601, null while empty. */
export interface SessionTimes {
  start_time: string | null
  end_time: string | null
}

/**
 * Returns warnings about times that the form accepts: one in the past, and an end before the start (OQ-037).
 * @param now in milliseconds
 * @returns the warning of each field, null if there is none
 */
export function sessionTimeHints(
  { start_time, end_time }: SessionTimes,
  now: number,
): Record<keyof SessionTimes, string | null> {
  const start = start_time === null ? Number.NaN : Date.parse(start_time)
  const end = end_time === null ? Number.NaN : Date.parse(end_time)
  return {
    start_time: start < now ? 'The start has already passed.' : null,
    end_time: end < start ? 'The end is before the start.' : end < now ? 'The end has already passed.' : null,
  }
}

/**
 * Returns the end that keeps the duration when the start moves; undefined where there is none to keep.
 * @param start the new start
 */
export function movedEnd({ start_time, end_time }: SessionTimes, start: string | null): string | undefined {
  if (start === null || start_time === null || end_time === null) return undefined
  const duration = Date.parse(end_time) - Date.parse(start_time)
  return duration < 0 ? undefined : new Date(Date.parse(start) + duration).toISOString()
}
