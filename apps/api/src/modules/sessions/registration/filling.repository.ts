import type { FillingKind } from '@greenroom/contract/money/report/report.rules'
import { fillingDays, mostFillingSessions } from '@greenroom/contract/sessions/registration/filling.schema'
import type { Database } from '../../../platform/database/database.ts'
import { preparedQuery } from '../../../platform/database/prepared-query.ts'

/** The people of a session who took a seat as many days before the start, and gave it back as many. */
export interface FillingRow {
  id: string
  kind: FillingKind
  title: string
  start_time: string
  seats: number | null
  /** How many sessions match, those beyond the limit included. */
  sessions: number
  /** Whole days before the start, at most 30; negative after it. null for a session without registrations. */
  taken: number | null
  /** null while they hold it. */
  given_back: number | null
  people: number
}

/** Null for no time: least() alone would pass over it. */
const daysBefore = (time: string) =>
  `case when ${time} is not null then
    least(floor(extract(epoch from session.start_time - ${time}) / 86400), ${fillingDays})::int end`

/**
 * Counts the registrations of sessions by the days from taking a seat to the start, by the index of a session's
 * registrations alone.
 * @param which the sessions that begin in a span, of one kind or all; or one, whenever it begins
 * @returns the latest session first
 */
export function countFilling(
  db: Database,
  which: { from: Date; until: Date; kind: FillingKind | undefined; session: string | undefined },
): Promise<FillingRow[]> {
  // Planned with its values, or neither the index of start times nor that of ids could be used.
  const isChosen =
    '(id = $4::uuid or ($4::uuid is null and start_time >= $1::timestamptz and start_time < $2::timestamptz))'
  return preparedQuery<FillingRow>(
    db,
    {
      name: undefined,
      text: `
        with session as materialized (
          select *, (count(*) over ())::int as sessions
          from (
            select id, 'masterclass' as kind, title, start_time, null::int as seats from masterclass where ${isChosen}
            union all
            select id, case event_type when 'ONLINE' then 'webinar' else 'event' end, title, start_time,
              case when not is_unlimited_tickets then total_tickets end
            from event where ${isChosen}
          ) as one
          where $3::text is null or kind = $3
          order by start_time desc, id limit ${mostFillingSessions}
        )
        select session.id, kind, title, start_time, seats, sessions, taken, given_back, count(session_id)::int as people
        from session
        left join lateral (
          select session_id, ${daysBefore('created_at')} as taken, ${daysBefore('given_back_at')} as given_back
          from registration where session_id = session.id
        ) as registered on true
        group by session.id, kind, title, start_time, seats, sessions, taken, given_back
        order by start_time desc, session.id`,
    },
    [which.from, which.until, which.kind ?? null, which.session ?? null],
  )
}
