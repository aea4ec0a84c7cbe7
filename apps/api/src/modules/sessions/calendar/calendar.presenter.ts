import type { CalendarSession } from '@greenroom/contract/sessions/calendar/calendar.schema'
import type { SessionRow } from './calendar.repository.ts'

/** @param clashes ids of the sessions that it clashes with */
export function presentSession(row: SessionRow, clashes: readonly string[]): CalendarSession {
  return {
    _id: row.id,
    kind: row.kind,
    title: row.title,
    start_time: row.start_time.toISOString(),
    end_time: row.end_time.toISOString(),
    state: row.is_published ? (row.is_active ? 'published' : 'hidden') : 'draft',
    zoom_hub_name: row.zoom_hub_name,
    host:
      row.creator_id === null
        ? null
        : { _id: row.creator_id, name: `${row.host_first_name ?? ''} ${row.host_last_name ?? ''}`.trim() },
    place: row.city || row.location,
    registrations_count: row.registrations_count,
    clashes: [...clashes],
  }
}
