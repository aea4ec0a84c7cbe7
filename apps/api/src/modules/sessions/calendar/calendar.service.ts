import { endOfDay, startOfDay } from '@greenroom/contract/calendar-day'
import { type Calendar, mostCalendarSessions } from '@greenroom/contract/sessions/calendar/calendar.schema'
import { spanConflict } from '@greenroom/contract/sessions/meeting/meeting.rules'
import type { Call } from '../../../platform/call.ts'
import type { Settings } from '../../../settings.ts'
import { presentSession } from './calendar.presenter.ts'
import { findSessions, type SessionRow } from './calendar.repository.ts'

/** The calendar of all sessions, with the clashes on their meeting accounts. */
export function createCalendarService({
  settings,
}: {
  settings: Pick<Settings, 'BUSINESS_TIME_ZONE' | 'MEETING_BUFFER_MINUTES'>
}) {
  return {
    /**
     * Returns the sessions of some business days, the earliest first.
     * @param days.from the first day, YYYY-MM-DD
     * @param days.to the last day
     */
    async read(call: Call, days: { from: string; to: string }): Promise<Calendar> {
      const zone = settings.BUSINESS_TIME_ZONE
      const start = startOfDay(days.from, zone)
      const end = endOfDay(days.to, zone)
      const buffer = settings.MEETING_BUFFER_MINUTES * 60_000
      const found = await findSessions(call.db, {
        // A session just before or after may be too close to one of these days.
        from: new Date(start.getTime() - buffer),
        until: new Date(end.getTime() + 1 + buffer),
        limit: mostCalendarSessions + 1,
      })
      const rows = found.slice(0, mostCalendarSessions)
      const clashes = clashesOf(rows, settings.MEETING_BUFFER_MINUTES, call.now)
      return {
        sessions: rows
          .filter((row) => row.start_time <= end && lastMoment(row) >= start)
          .map((row) => presentSession(row, clashes.get(row.id) ?? [])),
        is_cut: found.length > rows.length,
      }
    },
  }
}

/** Max number of clashes that are named for a session. */
const mostClashes = 20

/**
 * Returns which sessions get in each other's way on a meeting account, by id. Drafts count, so that a plan shows its
 * clashes; what has ended does not.
 * @param rows by start
 */
export function clashesOf(
  rows: readonly Pick<SessionRow, 'id' | 'zoom_hub_name' | 'start_time' | 'end_time'>[],
  bufferMinutes: number,
  now: Date,
): Map<string, string[]> {
  const clashes = new Map<string, string[]>()
  const add = (id: string, other: string) => {
    const known = clashes.get(id) ?? []
    if (known.length < mostClashes) clashes.set(id, [...known, other])
  }
  const open = rows
    .filter((row) => row.zoom_hub_name !== null && lastMoment(row) > now)
    .map((row) => ({
      id: row.id,
      account: row.zoom_hub_name,
      free: lastMoment(row).getTime() + bufferMinutes * 60_000,
      start_time: row.start_time.toISOString(),
      end_time: row.end_time.toISOString(),
    }))
  for (const [place, one] of open.entries()) {
    for (const other of open.slice(place + 1)) {
      if (Date.parse(other.start_time) >= one.free) break
      if (one.account !== other.account || spanConflict(one, other, bufferMinutes) === null) continue
      add(one.id, other.id)
      add(other.id, one.id)
    }
  }
  return clashes
}

function lastMoment({ start_time, end_time }: Pick<SessionRow, 'start_time' | 'end_time'>): Date {
  return end_time < start_time ? start_time : end_time
}
