import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

export type MembershipRow = Selectable<DB['membership']>

/** Lists memberships, the newest first. */
export function listMemberships(
  db: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<MembershipRow[]> {
  return db
    .selectFrom('membership')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Returns how many people hold each of these memberships at a time; those that nobody holds are left out. */
export async function countMembers(
  db: Database,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; members: number }>`
    select membership_id as id, count(distinct user_id)::int as members from membership_held
    where membership_id = any(${[...ids]}::uuid[]) and starts_at <= ${now}::timestamptz
      and (ends_at is null or ends_at > ${now}::timestamptz)
      and (cancelled_at is null or cancelled_at > ${now}::timestamptz)
    group by membership_id`.execute(db)
  return new Map(rows.map(({ id, members }) => [id, members]))
}

export async function membershipExists(db: Database, id: string): Promise<boolean> {
  const row = await db.selectFrom('membership').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Returns several memberships, in no order. */
export async function findMemberships(db: Database, ids: readonly string[]): Promise<MembershipRow[]> {
  if (ids.length === 0) return []
  return db.selectFrom('membership').selectAll().where('id', 'in', ids).execute()
}
