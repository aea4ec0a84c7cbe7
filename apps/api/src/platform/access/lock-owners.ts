import type { Database } from '../database/database.ts'

/**
 * Locks every owner's row, always in the same order, so that two owners who remove each other wait for one another.
 * @returns the ids of the owners who may sign in
 */
export async function lockOwners(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('staff')
    .select(['id', 'is_disabled'])
    .where('role', '=', 'owner')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.filter((row) => !row.is_disabled).map((row) => row.id)
}
