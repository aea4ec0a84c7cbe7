import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

export type RefundReasonRow = Selectable<DB['refund_reason']>

/** Lists reasons in their order, hidden ones too. */
export function listRefundReasons(db: Database, limit: number): Promise<RefundReasonRow[]> {
  return db.selectFrom('refund_reason').selectAll().orderBy('position').orderBy('id').limit(limit).execute()
}

export function findRefundReason(db: Database, id: string): Promise<RefundReasonRow | undefined> {
  return db.selectFrom('refund_reason').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findReasonByCode(db: Database, code: string): Promise<RefundReasonRow | undefined> {
  return db.selectFrom('refund_reason').selectAll().where('code', '=', code).executeTakeFirst()
}

/** Locks the whole list until the database transaction ends, so that its length and its codes cannot change. */
export async function lockRefundReasons(db: Database): Promise<void> {
  await sql`lock table refund_reason in share row exclusive mode`.execute(db)
}

export function insertRefundReason(
  db: Database,
  reason: Insertable<DB['refund_reason']>,
): Promise<RefundReasonRow> {
  return db.insertInto('refund_reason').values(reason).returningAll().executeTakeFirstOrThrow()
}

/** Sets columns and increments the version. */
export function updateRefundReason(
  db: Database,
  id: string,
  { now, ...values }: { label: string; is_active: boolean; position: number; now: Date },
): Promise<RefundReasonRow> {
  return db
    .updateTable('refund_reason')
    .set({ ...values, version: sql<number>`version + 1`, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
