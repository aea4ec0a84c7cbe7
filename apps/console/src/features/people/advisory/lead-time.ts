const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Returns how long a lead has had its status: "3 days", "5 hours", "12 minutes", "a moment" (OQ-500).
 * @param since ISO 8601
 * @param now in milliseconds
 */
export function timeInStatus(since: string, now: number): string {
  const passed = now - Date.parse(since)
  if (!(passed >= minute)) return 'a moment'
  if (passed < hour) return counted(Math.floor(passed / minute), 'minute')
  if (passed < 2 * day) return counted(Math.floor(passed / hour), 'hour')
  return counted(Math.floor(passed / day), 'day')
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
