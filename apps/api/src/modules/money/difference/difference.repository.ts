import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

type StoredDifference = Selectable<DB['gateway_difference']>

/**
 * Inserts a difference, or refreshes the open one of the same kind and subject.
 * @returns whether it is new
 */
export async function storeDifference(
  db: Database,
  difference: Insertable<DB['gateway_difference']>,
): Promise<boolean> {
  const { id: _, found_at: __, kind: ___, subject: ____, ...refreshed } = difference
  const changed = sql.join(
    sides.map(
      (side) => sql`${sql.ref(`gateway_difference.${side}`)} is distinct from ${sql.ref(`excluded.${side}`)}`,
    ),
    sql` or `,
  )
  const row = await db
    .insertInto('gateway_difference')
    .values(difference)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject'])
        .where('resolved_at', 'is', null)
        .doUpdateSet({
          ...refreshed,
          version: sql<number>`gateway_difference.version + case when ${changed} then 1 else 0 end`,
        }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id === difference.id
}

/** Tells whether the last difference of this kind and subject was closed by staff when both sides said the same. */
export async function isSettledByStaff(
  db: Database,
  difference: Insertable<DB['gateway_difference']>,
): Promise<boolean> {
  const last = await db
    .selectFrom('gateway_difference')
    .select(['resolution', ...sides])
    .where('kind', '=', difference.kind)
    .where('subject', '=', difference.subject)
    .orderBy(sql`resolved_at desc nulls first`)
    .limit(1)
    .executeTakeFirst()
  return last?.resolution === 'staff' && sides.every((side) => last[side] === (difference[side] ?? null))
}

const sides = [
  'our_state',
  'our_amount',
  'our_currency',
  'gateway_state',
  'gateway_amount',
  'gateway_currency',
] as const

/** Lists the open differences of a subject, and locks them. */
export function lockOpenDifferences(db: Database, subject: string): Promise<StoredDifference[]> {
  return db
    .selectFrom('gateway_difference')
    .selectAll()
    .where('subject', '=', subject)
    .where('resolved_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Stores that the payment of an open difference is being refunded, or no longer. The caller holds its lock. */
export async function markRefunding(
  db: Database,
  id: string,
  changes: Pick<StoredDifference, 'refunding_at' | 'gateway_refund_id'>,
): Promise<void> {
  await db
    .updateTable('gateway_difference')
    .set(changes)
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .execute()
}

/** Closes an open difference. The caller holds its lock. */
export async function closeDifference(
  db: Database,
  id: string,
  closed: Pick<StoredDifference, 'resolution' | 'resolved_by' | 'note'> & { resolved_at: Date },
): Promise<void> {
  await db
    .updateTable('gateway_difference')
    .set({ ...closed, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .execute()
}
