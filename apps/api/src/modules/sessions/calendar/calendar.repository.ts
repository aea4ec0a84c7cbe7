import type { SessionKind } from '@greenroom/contract/sessions/calendar/calendar.schema'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'

/** A session of any kind. */
export interface SessionRow {
  id: string
  kind: SessionKind
  title: string
  start_time: Date
  end_time: Date
  is_published: boolean
  /** Members see it once it is published. */
  is_active: boolean
  zoom_hub_name: string | null
  creator_id: string | null
  host_first_name: string | null
  host_last_name: string | null
  city: string
  location: string
  registrations_count: number
}

/**
 * Lists the masterclasses, webinars and events that take place within a span, the earliest first. A session that ends
 * before it starts counts as an instant at its start (OQ-115).
 */
export async function findSessions(
  db: Database,
  { from, until, limit }: { from: Date; until: Date; limit: number },
): Promise<SessionRow[]> {
  const takesPlace = sql`tstzrange(start_time, greatest(start_time, end_time), '[]') && tstzrange(${from}, ${until}, '[)')`
  // Creators and registrations are read outside, for the rows within the limit only.
  const { rows } = await sql<SessionRow>`
    select session.*, creator.first_name as host_first_name, creator.last_name as host_last_name,
      registrations_of(session.id) as registrations_count
    from (
      select id, 'masterclass' as kind, title, start_time, end_time, is_active as is_published, true as is_active,
        zoom_hub_name, creator_id, '' as city, '' as location
      from masterclass where ${takesPlace}
      union all
      select id, case event_type when 'ONLINE' then 'webinar' else 'event' end, title, start_time, end_time,
        is_published, is_active, zoom_hub_name, creator_id, city, location
      from event where ${takesPlace}
      order by start_time, id
      limit ${limit}
    ) session left join creator on creator.id = session.creator_id
    order by session.start_time, session.id`.execute(db)
  return rows
}
