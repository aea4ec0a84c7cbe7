/** When a session takes place: ISO 8601. */
interface SessionSpan {
  start_time: string
  end_time: string
}

/**
 * Returns how two sessions on one meeting account get in each other's way: `overlap` at the same time, `gap` closer than
 * the buffer, or null. A session that ends before it starts is an instant at its start (OQ-112, OQ-115).
 * `findBookings` of the server has the same rule in SQL.
 * @param bufferMinutes min distance between two sessions on one account
 */
export function spanConflict(
  one: SessionSpan,
  other: SessionSpan,
  bufferMinutes: number,
): 'overlap' | 'gap' | null {
  const [first, second] = [moments(one), moments(other)]
  const isWithin = (buffer: number) => first.start < second.end + buffer && second.start < first.end + buffer
  if (isWithin(0)) return 'overlap'
  return isWithin(bufferMinutes * 60_000) ? 'gap' : null
}

/** Returns the minutes between two sessions, rounded down; 0 if they touch or overlap. */
export function minutesBetween(one: SessionSpan, other: SessionSpan): number {
  const [first, second] = [moments(one), moments(other)]
  const distance = Math.max(second.start - first.end, first.start - second.end)
  return Math.max(0, Math.floor(distance / 60_000))
}

function moments({ start_time, end_time }: SessionSpan): { start: number; end: number } {
  const start = Date.parse(start_time)
  return { start, end: Math.max(start, Date.parse(end_time)) }
}
