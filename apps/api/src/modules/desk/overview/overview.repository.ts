import type { Permission } from '@greenroom/contract/access/permission'
import type { SessionKind } from '@greenroom/contract/desk/overview/overview.schema'
import { mostCounted } from '@greenroom/contract/list'
import type { MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import type { Database } from '../../../platform/database/database.ts'
import { preparedQuery } from '../../../platform/database/prepared-query.ts'

export interface NextSessionRow {
  id: string
  kind: SessionKind
  title: string
  start_time: string
  end_time: string
  is_published: boolean
  is_hidden: boolean
  banner_key: string | null
  creator_name: string | null
  zoom_hub_name: MeetingAccount | null
  registrations_count: number
  total_tickets: number | null
}

/**
 * Lists the sessions that have not ended, those that begin first come first. One that runs for more than a week is
 * listed until a week after its start.
 */
export function listNextSessions(db: Database, now: Date, limit: number): Promise<NextSessionRow[]> {
  // Each kind is read by its index of start times. Seats are counted for the listed rows only.
  const isNext = `start_time >= $1::timestamptz - interval '7 days' and end_time > $1::timestamptz
          order by start_time, id limit $2`
  return preparedQuery<NextSessionRow>(
    db,
    {
      name: 'overview/next-sessions',
      text: `
        select session.*, registrations_up_to(session.id, ${mostCounted}) as registrations_count,
          nullif(btrim(creator.first_name || ' ' || creator.last_name), '') as creator_name
        from (
          (select id, 'masterclass' as kind, title, start_time, end_time, is_active as is_published,
            false as is_hidden, banner_key, creator_id, zoom_hub_name, null::integer as total_tickets
          from masterclass where ${isNext})
          union all
          (select id, case event_type when 'ONLINE' then 'webinar' else 'event' end, title, start_time, end_time,
            is_published, not is_active, banner_key, creator_id, zoom_hub_name,
            case when not is_unlimited_tickets then total_tickets end
          from event where ${isNext})
          order by start_time, id limit $2
        ) as session
        left join creator on creator.id = session.creator_id
        order by session.start_time, session.id`,
    },
    [now, limit],
  )
}

interface DraftRow {
  id: string
  kind: 'masterclass' | 'webinar'
  title: string
  start_time: string
  end_time: string
  zoom_hub_name: MeetingAccount
}

/** Lists the drafts with a meeting account that begin in a span, the earliest first, at most 200. */
export function listDrafts(db: Database, { from, until }: { from: Date; until: Date }): Promise<DraftRow[]> {
  const begins = 'start_time >= $1 and start_time < $2 and zoom_hub_name is not null'
  return preparedQuery<DraftRow>(
    db,
    {
      name: 'overview/drafts',
      text: `
        select id, 'masterclass' as kind, title, start_time, end_time, zoom_hub_name
        from masterclass where not is_active and ${begins}
        union all
        select id, 'webinar', title, start_time, end_time, zoom_hub_name
        from event where event_type = 'ONLINE' and not is_published and ${begins}
        order by start_time, id limit 200`,
    },
    [from, until],
  )
}

/** Tells whether nothing has been created, sold or booked yet, in the sections that the permissions include. */
export async function hasNothing(db: Database, permissions: ReadonlySet<Permission>): Promise<boolean> {
  const tables: readonly [needed: Permission, table: string][] = [
    ['content.read', 'masterclass'],
    ['content.read', 'event'],
    ['content.read', 'creator'],
    ['money.read', 'transaction'],
    ['advisory.read', 'lead'],
  ]
  const seen = tables.filter(([needed]) => permissions.has(needed)).map(([, table]) => table)
  if (seen.length === 0) return false
  const [found] = await preparedQuery<{ has_any: boolean }>(
    db,
    {
      name: `overview/has-any/${seen.join('/')}`,
      text: `select ${seen.map((table) => `exists (select from ${table})`).join(' or ')} as has_any`,
    },
    [],
  )
  return found?.has_any === false
}
