import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'
import type { OrderEvent } from '../../../platform/payments/payment-gateway.ts'

type EarlyEventRow = Omit<Selectable<DB['early_event']>, 'event'> & { event: OrderEvent }

/** The names by which events know orders. */
export interface OrderNames {
  references: string[]
  gatewayOrders: string[]
  payments: string[]
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

/** Keeps an event whose order does not exist yet. */
export async function keepEarlyEvent(db: Database, id: string, event: OrderEvent): Promise<void> {
  await db
    .insertInto('early_event')
    .values({
      id,
      kind: event.kind,
      payment_id: event.paymentId,
      gateway_order_id: event.kind === 'payment' ? event.gatewayOrderId : null,
      reference: event.reference,
      event: JSON.stringify(event),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Returns the ids of events whose order exists now, the oldest first: for a payment any order, for a refund a paid one.
 */
export async function findApplicableEvents(db: Database, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from early_event
    where case kind
      when 'refund' then exists (
        select from transaction where status not in ('pending', 'failed') and (payment_id = early_event.payment_id
          or id = (select transaction_id from order_payment where payment_id = early_event.payment_id)))
      else exists (select from transaction where gateway_order_id = early_event.gateway_order_id)
        or exists (select from transaction where reference_order_id = early_event.reference)
        or exists (select from transaction where payment_id = early_event.payment_id)
      end
    order by received_at, id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the ids of events that name one of these orders, the oldest first. */
export async function findEventsOf(
  db: Database,
  { references, gatewayOrders, payments }: OrderNames,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from early_event
    where gateway_order_id = any(${gatewayOrders}::text[]) or reference = any(${references}::text[])
      or payment_id = any(${payments}::text[])
    order by received_at, id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks an event, unless another process applies it. */
export async function lockEarlyEvent(db: Database, id: string): Promise<EarlyEventRow | undefined> {
  const row = await db
    .selectFrom('early_event')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row && parsed(row)
}

/** Locks the refunds of a payment that came before their order was paid, the oldest first. */
export async function lockEarlyRefunds(db: Database, paymentId: string): Promise<EarlyEventRow[]> {
  const rows = await db
    .selectFrom('early_event')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'refund')
    .orderBy('received_at')
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(parsed)
}

export async function deleteEarlyEvent(db: Database, id: string): Promise<void> {
  await db.deleteFrom('early_event').where('id', '=', id).execute()
}

/**
 * Locks events that waited for more than 30 days, and the oldest beyond a number, the oldest first. One that another
 * process has locked is left out.
 */
export async function lockForgotten(
  db: Database,
  { most, limit }: { most: number; limit: number },
): Promise<EarlyEventRow[]> {
  const rows = await db
    .selectFrom('early_event')
    .selectAll()
    .where((row) =>
      row.or([
        row('received_at', '<', sql<Date>`now() - interval '30 days'`),
        row(
          'id',
          'in',
          row
            .selectFrom('early_event')
            .select('id')
            .orderBy('received_at', 'desc')
            .orderBy('id', 'desc')
            .offset(most),
        ),
      ]),
    )
    .orderBy('received_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(parsed)
}

function parsed(row: Selectable<DB['early_event']>): EarlyEventRow {
  const event = row.event as unknown as OrderEvent & { at?: string | Date }
  if (event.kind === 'refund') return { ...row, event }
  // An event of an earlier version lacks the later members.
  return { ...row, event: { ...{ fee: null, refunded: 0, order: null }, ...event, at: new Date(event.at) } }
}
