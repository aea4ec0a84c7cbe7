import type { Selectable } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/tables.ts'

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

export async function membershipExists(db: Database, id: string): Promise<boolean> {
  const row = await db.selectFrom('membership').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Returns several memberships, in no order. */
export async function findMemberships(db: Database, ids: readonly string[]): Promise<MembershipRow[]> {
  if (ids.length === 0) return []
  return db.selectFrom('membership').selectAll().where('id', 'in', ids).execute()
}
