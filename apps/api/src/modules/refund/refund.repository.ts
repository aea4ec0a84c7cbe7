import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/tables.ts'

export type RefundRow = Selectable<DB['refund']>
export type RefundedTransaction = Pick<
  Selectable<DB['transaction']>,
  'id' | 'reference_order_id' | 'payment_id' | 'status' | 'amount' | 'currency_code'
>

const transactionColumns = [
  'id',
  'reference_order_id',
  'payment_id',
  'status',
  'amount',
  'currency_code',
] as const

/** Locks a transaction until the database transaction ends. Lock it before its refund changes. */
export function lockForRefund(db: Database, id: string): Promise<RefundedTransaction | undefined> {
  return db
    .selectFrom('transaction')
    .select(transactionColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Finds the transaction of a payment by the gateway's payment id. */
export function findByPayment(db: Database, paymentId: string): Promise<RefundedTransaction | undefined> {
  return db
    .selectFrom('transaction')
    .select(transactionColumns)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
}

/** Returns the transaction of a refund without locking it; see `lockForRefund`. */
export function findTransactionOf(db: Database, refund: RefundRow): Promise<RefundedTransaction> {
  return db
    .selectFrom('transaction')
    .select(transactionColumns)
    .where('id', '=', refund.transaction_id)
    .executeTakeFirstOrThrow()
}

/** Sets a transaction to refunded. The caller holds its lock. */
export async function markRefunded(db: Database, transactionId: string): Promise<void> {
  await db
    .updateTable('transaction')
    .set({ status: 'refunded', version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', transactionId)
    .execute()
}

/** Finds a refund by its id, which is also the reference that the gateway gets. */
export function findRefund(db: Database, id: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks an existing refund. Lock its transaction first if you need it as well. */
export function lockRefund(db: Database, id: string): Promise<RefundRow> {
  return db.selectFrom('refund').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** Finds the refund with the gateway's id, which belongs to one refund only. */
export function findByGatewayRefund(db: Database, gatewayRefundId: string): Promise<RefundRow | undefined> {
  return db
    .selectFrom('refund')
    .selectAll()
    .where('gateway_refund_id', '=', gatewayRefundId)
    .executeTakeFirst()
}

/** Finds the refund of a transaction that is in progress or done; a failed one does not count. */
export function findStandingRefund(db: Database, transactionId: string): Promise<RefundRow | undefined> {
  return db
    .selectFrom('refund')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .where('state', '!=', 'failed')
    .executeTakeFirst()
}

/** Inserts a refund. One of ours beyond what is left of the amount violates `refund_within_amount`. */
export async function insertRefund(db: Database, refund: Insertable<DB['refund']>): Promise<void> {
  await db.insertInto('refund').values(refund).execute()
}

/** Sets columns. The caller holds the refund's lock. */
export async function updateRefund(
  db: Database,
  id: string,
  changes: Partial<
    Pick<RefundRow, 'state' | 'gateway_refund_id' | 'reason' | 'calling_until' | 'settled_at'>
  >,
): Promise<void> {
  await db
    .updateTable('refund')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/**
 * Claims the right to call the gateway for an unsettled refund until an instant.
 * @returns the refund, or undefined if it is settled or another process holds the claim
 */
export function claimRefundCall(
  db: Database,
  id: string,
  now: Date,
  until: Date,
): Promise<RefundRow | undefined> {
  return db
    .updateTable('refund')
    .set({ calling_until: until, attempts: sql<number>`attempts + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', 'in', ['requested', 'unknown'])
    .where((row) => row.or([row('calling_until', 'is', null), row('calling_until', '<', now)]))
    .returningAll()
    .executeTakeFirst()
}

/**
 * Stores the id of a webhook event. A concurrent second one waits here for the first one's transaction.
 * @returns false if the event was processed before
 */
export async function rememberEvent(db: Database, id: string): Promise<boolean> {
  const inserted = await db
    .insertInto('webhook_event')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/**
 * Deletes events that the gateway no longer repeats.
 * @returns how many
 */
export async function forgetOldEvents(db: Database): Promise<number> {
  const result = await db
    .deleteFrom('webhook_event')
    .where('received_at', '<', sql<Date>`now() - interval '30 days'`)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
