import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

export type RefundRow = Selectable<DB['refund']>
export type RefundedTransaction = Pick<Selectable<DB['transaction']>, (typeof transactionColumns)[number]>

export const transactionColumns = [
  'id',
  'reference_order_id',
  'payment_id',
  'status',
  'amount',
  'currency_code',
  'entity_type',
  'entity_title',
  'created_at',
  'completed_at',
  'payment_method',
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

export function findForRefund(db: Database, id: string): Promise<RefundedTransaction | undefined> {
  return db.selectFrom('transaction').select(transactionColumns).where('id', '=', id).executeTakeFirst()
}

/** Finds the transaction of a payment by the gateway's payment id. */
export function findByPayment(db: Database, paymentId: string): Promise<RefundedTransaction | undefined> {
  return db
    .selectFrom('transaction')
    .select(transactionColumns)
    .where((row) =>
      row.or([
        row('payment_id', '=', paymentId),
        row(
          'id',
          '=',
          row
            .selectFrom('order_payment')
            .select('transaction_id')
            .where('order_payment.payment_id', '=', paymentId),
        ),
      ]),
    )
    .orderBy(sql`(payment_id = ${paymentId}) desc nulls last`)
    .limit(1)
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

/**
 * Sets a completed transaction to refunded if its processed refunds have reached its amount. The caller holds its lock.
 * @returns whether it did
 */
export async function markRefunded(db: Database, transactionId: string): Promise<boolean> {
  const result = await db
    .updateTable('transaction')
    .set({ status: 'refunded', version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', transactionId)
    .where('status', '=', 'completed')
    .whereRef('refunded_amount', '>=', 'amount')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
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

/** Lists the refunds of a transaction that are in progress or done; a failed one does not count. */
export function listStandingRefunds(db: Database, transactionId: string): Promise<RefundRow[]> {
  return db
    .selectFrom('refund')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .where('state', '!=', 'failed')
    .orderBy('requested_at')
    .execute()
}

/** Finds the refund that a request asked for. */
export function findByRequest(db: Database, requestId: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refund').selectAll().where('request_id', '=', requestId).executeTakeFirst()
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
    Pick<
      RefundRow,
      | 'state'
      | 'origin'
      | 'amount'
      | 'gateway_refund_id'
      | 'reason'
      | 'calling_until'
      | 'settled_at'
      | 'refunded_at'
    >
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

/** Lists the newest refunds of a transaction, at most the largest page. */
export async function listRefunds(db: Database, transactionId: string, limit: number): Promise<RefundRow[]> {
  return db
    .selectFrom('refund')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .orderBy('requested_at', 'desc')
    .limit(limit)
    .execute()
}
