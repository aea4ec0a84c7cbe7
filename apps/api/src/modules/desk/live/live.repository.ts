import type { Database } from '../../../platform/database/database.ts'

/** Returns the name of a member of staff; empty if there is none. */
export async function findStaffName(db: Database, id: string): Promise<string> {
  const row = await db.selectFrom('staff').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? ''
}
