import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

type HeldRow = Selectable<DB['membership_held']>

/** Locks a membership that somebody holds until the transaction ends. */
export function lockHeld(db: Database, externalId: string): Promise<HeldRow | undefined> {
  return db
    .selectFrom('membership_held')
    .selectAll()
    .where('external_id', '=', externalId)
    .forUpdate()
    .executeTakeFirst()
}

/** Inserts a membership that somebody holds, unless its external id exists. @returns whether it was inserted */
export async function insertHeld(db: Database, row: Insertable<DB['membership_held']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('membership_held')
    .values(row)
    .onConflict((conflict) => conflict.column('external_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function updateHeld(
  db: Database,
  id: string,
  changes: Partial<Omit<HeldRow, 'id' | 'external_id' | 'created_at'>>,
): Promise<void> {
  await db.updateTable('membership_held').set(changes).where('id', '=', id).execute()
}
