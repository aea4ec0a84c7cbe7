import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'
import type { MovedMoney } from '../../../platform/payments/payment-gateway.ts'

const orderColumns = [
  'id',
  'reference_order_id',
  'gateway_order_id',
  'payment_id',
  'status',
  'amount',
  'currency_code',
  'created_at',
  'completed_at',
] as const

/** Its payments, if it is not paid by a single one of its amount. */
const paymentsOfOrder = sql<OrderPayments>`coalesce((
  select json_agg(json_build_object('payment_id', part.payment_id, 'amount', part.amount, 'fee', part.fee))
  from order_payment as part where part.transaction_id = transaction.id), '[]')`
const payments = paymentsOfOrder.as('payments')
type OrderPayments = Pick<Selectable<DB['order_payment']>, 'payment_id' | 'amount' | 'fee'>[]

/** An order as it is compared with the gateway. */
export type ComparedOrder = Pick<Selectable<DB['transaction']>, (typeof orderColumns)[number]> & {
  payments: OrderPayments
}

const refundColumns = [
  'refund.id',
  'refund.transaction_id',
  'refund.state',
  'refund.amount',
  'refund.currency_code',
  'refund.gateway_refund_id',
  'refund.requested_at',
  'refund.settled_at',
  sql<string | null>`coalesce(refund.payment_id, transaction.payment_id)`.as('payment_id'),
  'transaction.amount as paid_amount',
] as const

/** A refund of ours with its payment. */
export type ComparedRefund = Pick<
  Selectable<DB['refund']>,
  | 'id'
  | 'transaction_id'
  | 'state'
  | 'amount'
  | 'currency_code'
  | 'gateway_refund_id'
  | 'requested_at'
  | 'settled_at'
> & { payment_id: string | null; paid_amount: number }

/** Finds an order by its id, or by another unique column. */
export function findOrder(
  db: Database,
  value: string,
  column: 'id' | 'payment_id' | 'gateway_order_id' | 'reference_order_id' = 'id',
): Promise<ComparedOrder | undefined> {
  return db
    .selectFrom('transaction')
    .select([...orderColumns, payments])
    .where(column, '=', value)
    .executeTakeFirst()
}

/** Lists the orders with one of these payments, gateway orders or references. */
export function listOrdersOf(
  db: Database,
  names: { paymentIds: string[]; gatewayOrderIds: string[]; references: string[] },
): Promise<ComparedOrder[]> {
  return db
    .selectFrom('transaction')
    .select([...orderColumns, payments])
    .where((row) =>
      row.or([
        row(
          'id',
          'in',
          row
            .selectFrom('order_payment')
            .select('transaction_id')
            .where('order_payment.payment_id', 'in', [...names.paymentIds, '']),
        ),
        row('payment_id', 'in', [...names.paymentIds, '']),
        row('gateway_order_id', 'in', [...names.gatewayOrderIds, '']),
        row('reference_order_id', 'in', [...names.references, '']),
      ]),
    )
    .execute()
}

/** A span of time. Its end is its last millisecond, so the microseconds after that belong to it. */
export interface Span {
  from: Date
  until: Date
}
const before = ({ until }: Span) => sql<Date>`${until}::timestamptz + interval '1 millisecond'`

/** Where a list continues. */
export interface Mark {
  id: string
  /** As text, because a Date has no microseconds: rows of the same millisecond would be listed again and again. */
  mark: string
}
const isAfter = (column: string, idColumn: string, after: Mark) =>
  sql<boolean>`(${sql.ref(column)}, ${sql.ref(idColumn)}) > (${after.mark}::timestamptz, ${after.id}::uuid)`

/** Lists orders whose money arrived in a span, in order of that time, after the given one. */
export function listCompletedOrders(
  db: Database,
  span: Span,
  after: Mark | null,
  limit: number,
): Promise<(ComparedOrder & Mark)[]> {
  return db
    .selectFrom('transaction')
    .select([...orderColumns, payments, sql<string>`completed_at::text`.as('mark')])
    .where('completed_at', '>=', span.from)
    .where('completed_at', '<', before(span))
    .where('amount', '>', 0)
    .$if(after !== null, (query) => query.where(isAfter('completed_at', 'id', after as Mark)))
    .orderBy('completed_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Lists orders that were set to refunded in a span without a refund in the ledger, in order of that time. */
export function listRefundedOutside(
  db: Database,
  span: Span,
  after: Mark | null,
  limit: number,
): Promise<(ComparedOrder & Mark & { refunded_outside_at: Date })[]> {
  return db
    .selectFrom('transaction')
    .select([
      ...orderColumns,
      payments,
      'refunded_outside_at',
      sql<string>`refunded_outside_at::text`.as('mark'),
    ])
    .where('refunded_outside_at', '>=', span.from)
    .where('refunded_outside_at', '<', before(span))
    .where('status', '=', 'refunded')
    .where('amount', '>', 0)
    .$if(after !== null, (query) => query.where(isAfter('refunded_outside_at', 'id', after as Mark)))
    .orderBy('refunded_outside_at')
    .orderBy('id')
    .limit(limit)
    .$narrowType<{ refunded_outside_at: Date }>()
    .execute()
}

/**
 * Claims pending orders that are due for a check, the newest first, by moving their next check: every five minutes in
 * the first hour, then hourly for a day, every six hours for a week and daily for a month.
 */
export async function claimPendingOrders(db: Database, now: Date, limit: number): Promise<ComparedOrder[]> {
  const { rows } = await sql<ComparedOrder>`
    update transaction set gateway_check_at = ${now}::timestamptz + case
      when created_at > ${now}::timestamptz - interval '1 hour' then interval '5 minutes'
      when created_at > ${now}::timestamptz - interval '1 day' then interval '1 hour'
      when created_at > ${now}::timestamptz - interval '7 days' then interval '6 hours'
      else interval '1 day' end
    where id in (
      select id from transaction
      where status = 'pending' and coalesce(gateway_check_at, created_at) <= ${now}
        and created_at <= ${now}::timestamptz - interval '15 minutes'
        and created_at > ${now}::timestamptz - interval '30 days'
      order by created_at desc limit ${limit} for update skip locked
    )
    returning ${sql.join(orderColumns.map((name) => sql.ref(name)))}, ${paymentsOfOrder} as payments`.execute(
    db,
  )
  return rows.sort((a, b) => b.created_at.getTime() - a.created_at.getTime())
}

/** Stops checking pending orders of more than a month, some of them. */
export async function retirePendingOrders(db: Database, now: Date): Promise<void> {
  await sql`
    update transaction set gateway_check_at = 'infinity'
    where id in (
      select id from transaction
      where status = 'pending' and coalesce(gateway_check_at, created_at) <= ${now}
        and created_at <= ${now}::timestamptz - interval '30 days'
      limit 2000 for update skip locked
    )`.execute(db)
}

/** Makes claimed orders due again that were not checked. */
export async function releasePendingOrders(db: Database, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('transaction')
    .set({ gateway_check_at: now })
    .where('id', 'in', [...ids])
    .where('status', '=', 'pending')
    .execute()
}

/** Records that an order was checked at the gateway. */
export async function markChecked(db: Database, id: string, now: Date): Promise<void> {
  await db.updateTable('transaction').set({ gateway_checked_at: now }).where('id', '=', id).execute()
}

/** Finds a refund by the gateway's id or by our reference, which is its id. */
export function findRefundOf(
  db: Database,
  { gatewayRefundId, id }: { gatewayRefundId: string | null; id: string | null },
): Promise<ComparedRefund | undefined> {
  return db
    .selectFrom('refund')
    .innerJoin('transaction', 'transaction.id', 'refund.transaction_id')
    .select(refundColumns)
    .where((row) =>
      row.or([
        ...(gatewayRefundId === null ? [] : [row('refund.gateway_refund_id', '=', gatewayRefundId)]),
        ...(id === null ? [] : [row('refund.id', '=', id)]),
      ]),
    )
    .orderBy('refund.requested_at')
    .limit(1)
    .executeTakeFirst()
}

/** Lists refunds that were processed in a span, in order of that time, after the given one. */
export function listProcessedRefunds(
  db: Database,
  span: Span,
  after: Mark | null,
  limit: number,
): Promise<(ComparedRefund & Mark)[]> {
  return db
    .selectFrom('refund')
    .innerJoin('transaction', 'transaction.id', 'refund.transaction_id')
    .select([...refundColumns, sql<string>`refund.settled_at::text`.as('mark')])
    .where('refund.state', '=', 'processed')
    .where('refund.settled_at', '>=', span.from)
    .where('refund.settled_at', '<', before(span))
    .$if(after !== null, (query) => query.where(isAfter('refund.settled_at', 'refund.id', after as Mark)))
    .orderBy('refund.settled_at')
    .orderBy('refund.id')
    .limit(limit)
    .execute()
}

/**
 * Lists open refunds that no job works on and nobody is calling the gateway for.
 * @param jobKey what the keys of their jobs begin with, before the refund's id
 */
export async function listRefundsWithoutJob(
  db: Database,
  jobKey: string,
  since: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select refund.id from refund
    where state in ('requested', 'unknown') and requested_at < ${since}
      and (calling_until is null or calling_until < ${since})
      and not exists (
        select from graphile_worker._private_jobs as job
        where job.key = ${jobKey} || refund.id::text
          and (job.attempts < job.max_attempts or job.locked_at is not null)
      )
    order by requested_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Lists payments and refunds that moved money in a span, for a gateway without customers of its own. An order without a
 * payment at a gateway is left out.
 */
export async function listMoved(db: Database, span: { from: Date; until: Date }): Promise<MovedMoney[]> {
  const { rows } = await sql<MovedMoney>`
    select 'payment' as kind, payment_id as id, payment_id as "paymentId", gateway_order_id as "gatewayOrderId",
      payment_method as method, amount, currency_code as currency, completed_at as at
    from transaction
    where completed_at >= ${span.from} and completed_at < ${span.until} and amount > 0 and payment_id is not null
      and status in ('completed', 'refunded')
      and not exists (select from order_payment where transaction_id = transaction.id)
    union all
    select 'payment', order_payment.payment_id, order_payment.payment_id, null, method, order_payment.amount,
      currency_code, paid_at
    from order_payment join transaction on transaction.id = transaction_id
    where completed_at >= ${span.from} and completed_at < ${span.until}
    union all
    select 'refund', gateway_refund_id, coalesce(refund.payment_id, transaction.payment_id), null, payment_method,
      refund.amount, refund.currency_code, refund.settled_at
    from refund join transaction on transaction.id = refund.transaction_id
    where refund.settled_at >= ${span.from} and refund.settled_at < ${span.until} and refund.state = 'processed'
      and gateway_refund_id is not null and coalesce(refund.payment_id, transaction.payment_id) is not null
    order by at, id`.execute(db)
  return rows
}
