/** A limit of a number of calls in any span of time. */
export interface RateLimit {
  calls: number
  /** The span in milliseconds. */
  within: number
}

/**
 * Decides how many calls may be made now.
 * @param times of calls that were made, in any order
 * @returns the number of calls, and when another one is allowed; null if more than none is allowed now
 */
export function allowance(
  { calls, within }: RateLimit,
  times: readonly Date[],
  now: Date,
): { allowed: number; next: Date | null } {
  // A call on the very edge of the span still counts: the receiver's clock is not ours.
  const recent = times
    .map((time) => time.getTime())
    .filter((time) => time >= now.getTime() - within)
    .sort((a, b) => a - b)
  const allowed = Math.max(0, calls - recent.length)
  if (allowed > 0) return { allowed, next: null }
  const leaves = recent[recent.length - calls] ?? now.getTime()
  return { allowed, next: new Date(leaves + within + 1) }
}
