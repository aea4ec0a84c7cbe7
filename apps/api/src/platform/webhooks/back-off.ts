const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Pauses after failed attempts in milliseconds: almost three days in all. docs/webhooks.md lists them. */
const pauses = [
  10 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
  24 * hour,
] as const

/**
 * Returns when a delivery is sent next.
 * @param attempts how many have failed, 1 or more
 * @returns null if it has failed for good
 */
export function nextAttempt(attempts: number, now: Date): Date | null {
  const pause = pauses[attempts - 1]
  return pause === undefined ? null : new Date(now.getTime() + pause)
}
