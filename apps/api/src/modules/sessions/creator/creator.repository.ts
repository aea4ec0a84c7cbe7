import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'
import { contains } from '../../../platform/database/text-search.ts'

export type CreatorRow = Selectable<DB['creator']>

/** A creator with their published masterclasses and webinars. */
export interface ListedCreatorRow extends CreatorRow {
  hosted_count: number
  last_hosted_at: Date | null
  next_id: string | null
  next_kind: 'masterclass' | 'webinar' | 'event' | null
  next_title: string | null
  next_start: Date | null
}

/** Lists creators whose name, or e-mail address if `inEmail`, contains a text, the newest first, with their classes (OQ-667). */
export async function listCreators(
  db: Database,
  {
    q,
    inEmail,
    limit,
    offset,
    now,
  }: { q?: string | undefined; inEmail: boolean; limit: number; offset: number; now: Date },
): Promise<ListedCreatorRow[]> {
  let query = db.selectFrom('creator').selectAll()
  if (q?.trim()) {
    // The index holds name and e-mail address together; whoever may not see addresses must not find them either.
    query = query.where(contains(sql<string>`first_name || ' ' || last_name || ' ' || email`, q.trim()))
    if (!inEmail) query = query.where(contains(sql<string>`first_name || ' ' || last_name`, q.trim()))
  }
  const page = query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset)
  // Classes are read outside, for the rows within the limit only. Each part is a span of an index by creator and start.
  const { rows } = await sql<ListedCreatorRow>`
    select creator.*, hosted.count::int as hosted_count, hosted.last_at as last_hosted_at,
      upcoming.id as next_id, upcoming.kind as next_kind, upcoming.title as next_title, upcoming.start_time as next_start
    from (${page}) creator
    cross join lateral (
      select count(*) as count, max(start_time) as last_at from (
        select start_time from masterclass
        where creator_id = creator.id and is_active and start_time <= ${now}
        union all
        select start_time from event
        where creator_id = creator.id and is_published and start_time <= ${now}
      ) session
    ) hosted
    left join lateral (
      (
        select id, 'masterclass' as kind, title, start_time from masterclass
        where creator_id = creator.id and is_active and start_time > ${now}
        order by start_time, id limit 1
      ) union all (
        select id, case event_type when 'ONLINE' then 'webinar' else 'event' end, title, start_time from event
        where creator_id = creator.id and is_published and is_active and start_time > ${now}
        order by start_time, id limit 1
      )
      order by start_time, id limit 1
    ) upcoming on true
    order by creator.created_at desc, creator.id desc`.execute(db)
  return rows
}

/** Inserts a creator. An existing e-mail address, in any case, violates `creator_email`. */
export function insertCreator(
  db: Database,
  creator: { id: string; first_name: string; last_name: string; email: string; phone: string; now: Date },
): Promise<CreatorRow> {
  const { now, ...values } = creator
  return db
    .insertInto('creator')
    .values({ ...values, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function findCreator(db: Database, id: string): Promise<CreatorRow | undefined> {
  return db.selectFrom('creator').selectAll().where('id', '=', id).executeTakeFirst()
}
