import { type Selectable, sql } from 'kysely'
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

/** Holds a transaction until the caller's database transaction ends; whoever changes its refund holds it first. */
export function lockForRefund(db: Database, id: string): Promise<RefundedTransaction | undefined> {
  return db
    .selectFrom('transaction')
    .select(transactionColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** The transaction of a payment, by the gateway's name for it. */
export function findByPayment(db: Database, paymentId: string): Promise<RefundedTransaction | undefined> {
  return db
    .selectFrom('transaction')
    .select(transactionColumns)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
}

/** What a refund gives back. It is not held: see `lockForRefund`. */
export function findTransactionOf(db: Database, refund: RefundRow): Promise<RefundedTransaction> {
  return db
    .selectFrom('transaction')
    .select(transactionColumns)
    .where('id', '=', refund.transaction_id)
    .executeTakeFirstOrThrow()
}

/** Ends a transaction as refunded. The caller holds it. */
export async function markRefunded(db: Database, transactionId: string): Promise<void> {
  await db
    .updateTable('transaction')
    .set({ status: 'refunded', version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', transactionId)
    .execute()
}

/** A refund by its id, which is also the reference that the gateway is given. */
export function findRefund(db: Database, id: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Reads a refund that exists and holds it; whoever needs its transaction too holds that one first. */
export function lockRefund(db: Database, id: string): Promise<RefundRow> {
  return db.selectFrom('refund').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** The refund that has the gateway's id; each is taken for one refund only. */
export function findByGatewayRefund(db: Database, gatewayRefundId: string): Promise<RefundRow | undefined> {
  return db
    .selectFrom('refund')
    .selectAll()
    .where('gateway_refund_id', '=', gatewayRefundId)
    .executeTakeFirst()
}

/** The refund of a transaction that is under way or done; a refused one does not count. */
export function findStandingRefund(db: Database, transactionId: string): Promise<RefundRow | undefined> {
  return db
    .selectFrom('refund')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .where('state', '!=', 'failed')
    .executeTakeFirst()
}

/** Inserts a refund; a second one of a transaction that is under way or done violates `refund_open`. */
export async function insertRefund(
  db: Database,
  refund: Omit<RefundRow, 'reason' | 'updated_at'>,
): Promise<void> {
  await db.insertInto('refund').values(refund).execute()
}

/** Sets columns. The caller holds the refund. */
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
 * Takes the right to call the gateway for an unsettled refund until a moment.
 * @returns the refund, or undefined when it is settled or another process holds that right
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
 * Remembers a webhook event. A second one with the same id waits here for the first one's transaction.
 * @returns false when it was worked on before
 */
export async function rememberEvent(db: Database, id: string): Promise<boolean> {
  const inserted = await db
    .insertInto('webhook_event')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** Forgets events so old that the gateway no longer sends them again. @returns how many */
export async function forgetOldEvents(db: Database): Promise<number> {
  const result = await db
    .deleteFrom('webhook_event')
    .where('received_at', '<', sql<Date>`now() - interval '30 days'`)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
