import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'
import { contains } from '../../../platform/database/text-search.ts'

export type CreatorRow = Selectable<DB['creator']>

/** Lists creators whose name, or e-mail address if `inEmail`, contains a text, the newest first. */
export function listCreators(
  db: Database,
  { q, inEmail, limit, offset }: { q?: string | undefined; inEmail: boolean; limit: number; offset: number },
): Promise<CreatorRow[]> {
  let query = db.selectFrom('creator').selectAll()
  if (q?.trim()) {
    // The index holds name and e-mail address together; whoever may not see addresses must not find them either.
    query = query.where(contains(sql<string>`first_name || ' ' || last_name || ' ' || email`, q.trim()))
    if (!inEmail) query = query.where(contains(sql<string>`first_name || ' ' || last_name`, q.trim()))
  }
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute()
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
