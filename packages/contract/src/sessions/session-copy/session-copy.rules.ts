import { weeksLater } from '../../calendar-day.ts'
import type { FieldError } from '../../error.ts'
import { copyMessages, mostCopies } from './copy-limits.ts'

/** One copy of a session. */
interface SessionCopy {
  /** ISO 8601. */
  start_time: string
  /** The meeting account; null for an event. */
  zoom_hub_name?: string | null | undefined
}

/** Returns what refuses copies: a time that has passed, and one that an earlier copy on the same account has. */
export function copyErrors(copies: readonly SessionCopy[], now: Date): FieldError[] {
  const seen = new Set<string>()
  return copies.flatMap(({ start_time, zoom_hub_name }, place): FieldError[] => {
    const start = Date.parse(start_time)
    const path = `copies.${place}.start_time`
    if (start <= now.getTime()) return [{ path, message: copyMessages.past }]
    const slot = `${start} ${zoom_hub_name ?? ''}`
    if (seen.has(slot)) return [{ path, message: copyMessages.twice }]
    seen.add(slot)
    return []
  })
}

/**
 * Returns the starts of a series.
 * @param first ISO 8601
 * @param every weeks between two of them
 * @param timeZone an IANA zone, whose clock the series keeps
 */
export function seriesStarts(first: string, count: number, every: number, timeZone: string): string[] {
  return Array.from({ length: Math.min(count, mostCopies) }, (_, place) =>
    weeksLater(new Date(first), place * every, timeZone).toISOString(),
  )
}
