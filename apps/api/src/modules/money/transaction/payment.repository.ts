import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'
import type { GatewayPayment } from '../../../platform/payments/payment-gateway.ts'

const columns = [
  'id',
  'reference_order_id',
  'status',
  'amount',
  'currency_code',
  'payment_id',
  'gateway_order_id',
  'payment_method',
  'created_at',
  'completed_at',
] as const

export type PaidOrder = Pick<Selectable<DB['transaction']>, (typeof columns)[number]>

export type OrderPayment = Selectable<DB['order_payment']>

/** Finds the order of a payment by the gateway's order, our reference, or the payment, in this order. */
export async function findIdByPayment(
  db: Database,
  payment: Pick<GatewayPayment, 'gatewayOrderId' | 'reference' | 'paymentId'>,
): Promise<string | undefined> {
  for (const [column, value] of [
    ['gateway_order_id', payment.gatewayOrderId],
    ['reference_order_id', payment.reference],
    ['payment_id', payment.paymentId],
  ] as const) {
    if (value === null) continue
    const found = await db.selectFrom('transaction').select('id').where(column, '=', value).executeTakeFirst()
    if (found) return found.id
  }
  const part = await db
    .selectFrom('order_payment')
    .select('transaction_id')
    .where('payment_id', '=', payment.paymentId)
    .executeTakeFirst()
  return part?.transaction_id
}

/** Lists the stored payments of an order that is not paid by a single payment of its amount, the oldest first. */
export function listOrderPayments(db: Database, transactionId: string): Promise<OrderPayment[]> {
  return db
    .selectFrom('order_payment')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .orderBy('paid_at')
    .orderBy('payment_id')
    .execute()
}

/** Stores payments of an order, and removes its others. The caller holds the order's lock. */
export async function storeOrderPayments(
  db: Database,
  transactionId: string,
  payments: readonly OrderPayment[],
): Promise<void> {
  await db.deleteFrom('order_payment').where('transaction_id', '=', transactionId).execute()
  if (payments.length > 0)
    await db
      .insertInto('order_payment')
      .values([...payments])
      .execute()
}

/** Locks an order until the database transaction ends. */
export function lockPaidOrder(db: Database, id: string): Promise<PaidOrder | undefined> {
  return db.selectFrom('transaction').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Tells whether a payment, or the gateway's order, belongs to another order. */
export async function isOfAnotherOrder(db: Database, id: string, payment: GatewayPayment): Promise<boolean> {
  const part = await db
    .selectFrom('order_payment')
    .select('transaction_id')
    .where('payment_id', '=', payment.paymentId)
    .executeTakeFirst()
  if (part) return part.transaction_id !== id
  const other = await db
    .selectFrom('transaction')
    .select('id')
    .where((row) =>
      row.or([
        row('payment_id', '=', payment.paymentId),
        ...(payment.gatewayOrderId === null ? [] : [row('gateway_order_id', '=', payment.gatewayOrderId)]),
      ]),
    )
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/**
 * Keeps what the gateway says that an order in another currency is in rupees. The caller holds its lock.
 * @param rupees in paise
 */
export async function keepRupees(db: Database, id: string, rupees: number): Promise<void> {
  await db.updateTable('transaction').set({ base_amount: rupees }).where('id', '=', id).execute()
}

/** Sets columns of an order. The caller holds its lock. */
export async function updatePaidOrder(
  db: Database,
  id: string,
  changes: Partial<
    Pick<
      PaidOrder,
      'status' | 'amount' | 'payment_id' | 'gateway_order_id' | 'payment_method' | 'completed_at'
    >
  >,
): Promise<void> {
  await db
    .updateTable('transaction')
    .set({
      ...changes,
      // The money of an older order arrives now, so a job issues its invoice, without a request.
      ...(changes.status === 'completed'
        ? {
            document_state: sql<string>`case document_state when 'on-request' then 'due' else document_state end`,
          }
        : {}),
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
}
