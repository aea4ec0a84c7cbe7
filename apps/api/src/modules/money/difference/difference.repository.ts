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
          // The id of the refund that is under way.
          gateway_refund_id: sql<string | null>`case when gateway_difference.refunding_at is null
            then excluded.gateway_refund_id else gateway_difference.gateway_refund_id end`,
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

/** What is known about the refund of a difference's payment. */
type RefundChanges = Partial<
  Pick<
    StoredDifference,
    'refunding_at' | 'gateway_refund_id' | 'refund_check_at' | 'refund_failure' | 'failed_refund_id'
  >
>

/** Stores what is known about the refund of an open difference's payment. The caller holds its lock. */
export async function updateRefunding(db: Database, id: string, changes: RefundChanges): Promise<void> {
  await db
    .updateTable('gateway_difference')
    .set(changes)
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .execute()
}

/**
 * Finds the difference whose payment a refund returns, open or closed.
 * @param id our reference of the refund; null if it has none
 */
export function findOfRefund(
  db: Database,
  { gatewayRefundId, id }: { gatewayRefundId: string; id: string | null },
): Promise<StoredDifference | undefined> {
  return db
    .selectFrom('gateway_difference')
    .selectAll()
    .where((row) =>
      row.or([
        row.and([row('gateway_refund_id', '=', gatewayRefundId), row('refunding_at', 'is not', null)]),
        row('id', '=', id),
      ]),
    )
    .orderBy('found_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Lists the gateway's ids of some refunds that open differences wait for. */
export async function awaitedRefunds(db: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('gateway_difference')
    .select('gateway_refund_id')
    .where('gateway_refund_id', 'in', [...ids])
    .where('refunding_at', 'is not', null)
    .where('resolved_at', 'is', null)
    .execute()
  return new Set(rows.flatMap(({ gateway_refund_id }) => gateway_refund_id ?? []))
}

/**
 * Claims open differences whose refund is due for a question to the gateway, and sets when it is asked next: after as
 * long as the refund has taken so far, between five minutes and six hours.
 */
export async function claimDueRefunds(db: Database, now: Date, limit: number): Promise<StoredDifference[]> {
  const due = db
    .selectFrom('gateway_difference')
    .select('id')
    .where('refunding_at', 'is not', null)
    .where('resolved_at', 'is', null)
    .where('refund_check_at', '<=', now)
    .orderBy('refund_check_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('gateway_difference')
    .set({
      refund_check_at: sql<Date>`${now}::timestamptz
        + least(greatest(${now}::timestamptz - refunding_at, interval '5 minutes'), interval '6 hours')`,
    })
    .where('id', 'in', due)
    .returningAll()
    .execute()
}

/** Locks an order, before the differences about its payments. */
export async function lockOrder(db: Database, id: string): Promise<void> {
  await db.selectFrom('transaction').select('id').where('id', '=', id).forUpdate().execute()
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
