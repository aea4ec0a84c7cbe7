import { type Insertable, type Selectable, sql } from 'kysely'
import { countUpTo } from '../../../platform/database/capped-counts.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'
import type { RefundedTransaction, RefundRow } from './refund.repository.ts'
import { transactionColumns } from './refund.repository.ts'

export type StoredBatch = Selectable<DB['refund_batch']>
export type StoredBatchRow = Selectable<DB['refund_batch_row']>
export type RefundBatchRow = StoredBatch & { reason_label: string }

/** An order of a session, with its buyer. */
export type BatchOrder = RefundedTransaction & { user_first_name: string; user_last_name: string }

/** The type and id of a session. */
export interface SessionKey {
  entity_type: string
  entity_id: string
}

/** An order of a batch, its state, and the buyer. */
export interface ListedBatchRow {
  transaction_id: string
  reference_order_id: string
  user_first_name: string
  user_last_name: string
  amount: number
  currency_code: string
  shown_state: string
  shown_reason: string | null
}

/** What a session is called, and whether people can still buy; undefined if it was deleted. */
export async function findSession(
  db: Database,
  { entity_type, entity_id }: SessionKey,
): Promise<
  { title: string; start_time: Date | null; is_open: boolean; event_type: string | null } | undefined
> {
  if (entity_type === 'masterclass') {
    const found = await db
      .selectFrom('masterclass')
      .select(['title', 'start_time', 'is_active'])
      .where('id', '=', entity_id)
      .executeTakeFirst()
    return found && { ...found, is_open: found.is_active, event_type: null }
  }
  const found = await db
    .selectFrom('event')
    .select(['title', 'start_time', 'is_active', 'is_published', 'event_type'])
    .where('id', '=', entity_id)
    .executeTakeFirst()
  return found && { ...found, is_open: found.is_active && found.is_published }
}

/** Lists the paid orders of a session, the oldest first, also refunded ones. */
export function listPaidOrders(
  db: Database,
  { entity_type, entity_id }: SessionKey,
  most: number,
): Promise<BatchOrder[]> {
  return db
    .selectFrom('transaction')
    .select([...transactionColumns, 'user_first_name', 'user_last_name'])
    .where('entity_id', '=', entity_id)
    .where('entity_type', '=', entity_type)
    .where('status', 'in', ['completed', 'refunded'])
    .where('amount', '>', 0)
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
    .execute()
}

/** Keeps orders from being refunded until the database transaction ends. Lock them before the person's refunds. */
export async function holdOrders(db: Database, ids: readonly string[]): Promise<void> {
  await db
    .selectFrom('transaction')
    .select('id')
    .where(sql<boolean>`id = any (${[...ids]}::uuid[])`)
    .orderBy('id')
    .forShare()
    .execute()
}

/** Reads what decides about orders: refunds that stand, payments of several, open requests, disputes. */
export async function listFactsOf(db: Database, orders: readonly RefundedTransaction[]) {
  const ids = orders.map(({ id }) => id)
  const isOfOrders = sql<boolean>`transaction_id = any (${ids}::uuid[])`
  const [refunds, payments, requested] = await Promise.all([
    db
      .selectFrom('refund')
      .selectAll()
      .where(isOfOrders)
      .where('state', '<>', 'failed')
      .orderBy('requested_at')
      .execute() as Promise<RefundRow[]>,
    db.selectFrom('order_payment').selectAll().where(isOfOrders).orderBy('paid_at').execute(),
    db
      .selectFrom('refund_request')
      .select('transaction_id')
      .where(isOfOrders)
      .where('state', '=', 'open')
      .execute(),
  ])
  const paymentIds = [
    ...orders.flatMap(({ payment_id }) => (payment_id === null ? [] : [payment_id])),
    ...payments.map(({ payment_id }) => payment_id),
  ]
  const disputes = await db
    .selectFrom('dispute')
    .select(['payment_id', 'state', 'ended_at'])
    .where(sql<boolean>`payment_id = any (${paymentIds}::text[])`)
    .execute()
  return { refunds, payments, requested, disputes }
}

const batches = (db: Database) =>
  db
    .selectFrom('refund_batch')
    .innerJoin('refund_reason', 'refund_reason.code', 'refund_batch.reason_code')
    .selectAll('refund_batch')
    .select('refund_reason.label as reason_label')

export function findRefundBatch(db: Database, id: string): Promise<RefundBatchRow | undefined> {
  return batches(db).where('refund_batch.id', '=', id).executeTakeFirst()
}

/** Finds the batch that a client's call made. */
export function findBatchOfCall(db: Database, requestId: string): Promise<RefundBatchRow | undefined> {
  return batches(db).where('refund_batch.request_id', '=', requestId).executeTakeFirst()
}

/** Finds the batch of a session that waits or runs. */
export function findOpenBatch(
  db: Database,
  { entity_type, entity_id }: SessionKey,
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('refund_batch')
    .select('id')
    .where('entity_type', '=', entity_type)
    .where('entity_id', '=', entity_id)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
}

/** Lists one page: those that wait for a second person, then the others, each the newest first. */
export async function listRefundBatches(
  db: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<RefundBatchRow[]> {
  return batches(db)
    .orderBy(sql`(refund_batch.state = 'waiting')`, 'desc')
    .orderBy('refund_batch.requested_at', 'desc')
    .orderBy('refund_batch.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countRefundBatches(db: Database): Promise<number> {
  const { all } = await countUpTo(db, { all: sql`select from refund_batch` })
  return all
}

/** Locks a batch until the database transaction ends. Lock the order of a row first if you need it as well. */
export function lockRefundBatch(db: Database, id: string): Promise<StoredBatch> {
  return db.selectFrom('refund_batch').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** Inserts a batch with its rows. A second open one of the same session violates `refund_batch_open`. */
export async function insertRefundBatch(
  db: Database,
  batch: Insertable<DB['refund_batch']>,
  rows: readonly Insertable<DB['refund_batch_row']>[],
): Promise<void> {
  await db.insertInto('refund_batch').values(batch).execute()
  const size = 1_000
  for (let start = 0; start < rows.length; start += size) {
    await db
      .insertInto('refund_batch_row')
      .values(rows.slice(start, start + size))
      .execute()
  }
}

/** Sets columns. The caller holds the batch's lock. */
export async function updateRefundBatch(
  db: Database,
  id: string,
  changes: Partial<
    Pick<
      StoredBatch,
      'state' | 'decided_by_id' | 'decided_by' | 'decided_at' | 'decision_reason' | 'stopped_by' | 'ended_at'
    >
  >,
): Promise<void> {
  await db.updateTable('refund_batch').set(changes).where('id', '=', id).execute()
}

/** What a row shows: its refund's state once it has one. */
const shownState = sql<string>`case refund.state
  when 'processed' then 'done' when 'failed' then 'failed' when 'requested' then 'pending'
  when 'unknown' then 'pending' else refund_batch_row.state end`

/** Lists one page of a batch's rows in their order. */
export function listBatchRows(
  db: Database,
  id: string,
  { state, limit, offset }: { state?: string | undefined; limit: number; offset: number },
): Promise<ListedBatchRow[]> {
  return db
    .selectFrom('refund_batch_row')
    .innerJoin('transaction', 'transaction.id', 'refund_batch_row.transaction_id')
    .leftJoin('refund', 'refund.id', 'refund_batch_row.refund_id')
    .select([
      'refund_batch_row.transaction_id',
      'transaction.reference_order_id',
      'transaction.user_first_name',
      'transaction.user_last_name',
      'refund_batch_row.amount',
      'refund_batch_row.currency_code',
      shownState.as('shown_state'),
      sql<string | null>`coalesce(refund_batch_row.reason, refund.reason)`.as('shown_reason'),
    ])
    .where('refund_batch_row.refund_batch_id', '=', id)
    .$if(state !== undefined, (query) => query.where(shownState, '=', state as string))
    .orderBy('refund_batch_row.position')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Counts and adds up the rows of batches by state and currency. */
export async function countBatchRows(
  db: Database,
  ids: readonly string[],
): Promise<{ batch_id: string; state: string; currency_code: string; count: number; amount: number }[]> {
  return db
    .selectFrom('refund_batch_row')
    .leftJoin('refund', 'refund.id', 'refund_batch_row.refund_id')
    .select([
      'refund_batch_row.refund_batch_id as batch_id',
      shownState.as('state'),
      'refund_batch_row.currency_code',
      sql<number>`count(*)::int`.as('count'),
      sql<number>`sum(coalesce(refund.amount, refund_batch_row.amount))::bigint`.as('amount'),
    ])
    .where(sql<boolean>`refund_batch_row.refund_batch_id = any (${[...ids]}::uuid[])`)
    .groupBy(['refund_batch_row.refund_batch_id', shownState, 'refund_batch_row.currency_code'])
    .execute()
}

/** Lists the orders of a batch that were to be refunded, with the amounts that were confirmed. */
export function listConfirmedOrders(
  db: Database,
  id: string,
): Promise<(RefundedTransaction & { confirmed: number })[]> {
  return db
    .selectFrom('refund_batch_row')
    .innerJoin('transaction', 'transaction.id', 'refund_batch_row.transaction_id')
    .select(transactionColumns.map((column) => `transaction.${column}` as const))
    .select('refund_batch_row.amount as confirmed')
    .where('refund_batch_row.refund_batch_id', '=', id)
    .where('refund_batch_row.amount', '>', 0)
    .orderBy('refund_batch_row.position')
    .execute()
}

/** Finds the next row of a running batch that was not begun. */
export function findNextRow(db: Database, id: string): Promise<StoredBatchRow | undefined> {
  return db
    .selectFrom('refund_batch_row')
    .innerJoin('refund_batch', 'refund_batch.id', 'refund_batch_row.refund_batch_id')
    .selectAll('refund_batch_row')
    .where('refund_batch_row.refund_batch_id', '=', id)
    .where('refund_batch_row.state', '=', 'waiting')
    .where('refund_batch.state', '=', 'running')
    .orderBy('refund_batch_row.position')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Locks a row that was not begun, of a batch that runs. The caller holds the order's lock.
 * @returns undefined if somebody else began it, or the batch was stopped
 */
export async function lockWaitingRow(
  db: Database,
  { refund_batch_id, position }: Pick<StoredBatchRow, 'refund_batch_id' | 'position'>,
): Promise<{ batch: StoredBatch; row: StoredBatchRow } | undefined> {
  const batch = await db
    .selectFrom('refund_batch')
    .selectAll()
    .where('id', '=', refund_batch_id)
    .forShare()
    .executeTakeFirstOrThrow()
  if (batch.state !== 'running') return undefined
  const row = await db
    .selectFrom('refund_batch_row')
    .selectAll()
    .where('refund_batch_id', '=', refund_batch_id)
    .where('position', '=', position)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.state === 'waiting' ? { batch, row } : undefined
}

/** Sets columns of a row. */
export async function updateBatchRow(
  db: Database,
  { refund_batch_id, position }: Pick<StoredBatchRow, 'refund_batch_id' | 'position'>,
  changes: Partial<Pick<StoredBatchRow, 'state' | 'reason' | 'refund_id'>>,
): Promise<void> {
  await db
    .updateTable('refund_batch_row')
    .set(changes)
    .where('refund_batch_id', '=', refund_batch_id)
    .where('position', '=', position)
    .where('state', '=', 'waiting')
    .execute()
}

/**
 * Makes the failed rows of a batch wait again. The caller holds the batch's lock.
 * @returns how many
 */
export async function reopenFailedRows(db: Database, id: string): Promise<number> {
  const result = await db
    .updateTable('refund_batch_row')
    .set({ state: 'waiting', reason: null, refund_id: null, attempt: sql<number>`attempt + 1` })
    .where('refund_batch_id', '=', id)
    .where((row) =>
      row.or([
        row('state', '=', 'failed'),
        row.exists(
          row
            .selectFrom('refund')
            .select('refund.id')
            .whereRef('refund.id', '=', 'refund_batch_row.refund_id')
            .where('refund.state', '=', 'failed'),
        ),
      ]),
    )
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}
