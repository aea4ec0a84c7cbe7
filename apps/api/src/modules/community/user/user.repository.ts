import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'
import { beginsWith } from '../../../platform/database/text-search.ts'

type UserRow = Selectable<DB['app_user']>

/** Lists users whose e-mail address starts with a text, sorted by it. */
export function searchUsers(
  db: Database,
  { email, limit, offset }: { email: string; limit: number; offset: number },
): Promise<UserRow[]> {
  return db
    .selectFrom('app_user')
    .selectAll()
    .where(beginsWith(sql.ref<string>('email'), email))
    .orderBy(sql`folded(email)`)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
}

export function findUser(db: Database, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Inserts a user without e-mail address and phone, unless the id exists. */
export async function insertUserIfMissing(
  db: Database,
  { now, ...user }: { id: string; first_name: string; last_name: string; now: Date },
): Promise<void> {
  await db
    .insertInto('app_user')
    .values({ ...user, email: '', phone: '', created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
