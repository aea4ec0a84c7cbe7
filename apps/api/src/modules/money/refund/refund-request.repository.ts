import { type Insertable, type Selectable, sql } from 'kysely'
import { countUpTo } from '../../../platform/database/capped-counts.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

type StoredRequest = Selectable<DB['refund_request']>

/** A request with its order, the requester's present access, its reason and its refund. */
export type RefundRequestRow = NonNullable<Awaited<ReturnType<typeof findRefundRequest>>>

/** What a decision stores, besides its time. */
type Decision = { at: Date } & (
  | { state: 'approved'; by: { id: string; email: string }; refundId: string }
  | { state: 'declined'; by: { id: string; email: string }; reason: string }
  | { state: 'withdrawn' }
  | { state: 'lapsed'; reason: string }
)

function rows(db: Database) {
  return db
    .selectFrom('refund_request')
    .innerJoin('transaction', 'transaction.id', 'refund_request.transaction_id')
    .innerJoin('staff', 'staff.id', 'refund_request.requested_by_id')
    .leftJoin('refund_reason', 'refund_reason.code', 'refund_request.reason_code')
    .leftJoin('refund', 'refund.id', 'refund_request.refund_id')
    .selectAll('refund_request')
    .select([
      'transaction.reference_order_id',
      'transaction.amount as order_amount',
      'transaction.entity_type',
      'transaction.entity_title',
      'transaction.user_first_name',
      'transaction.user_last_name',
      'transaction.user_phone',
      'transaction.user_email',
      'staff.email as requester_email',
      'staff.role as requester_role',
      'staff.is_disabled as is_requester_disabled',
      'refund_reason.label as reason_label',
      'refund.state as refund_state',
      'refund.reason as refund_reason',
    ])
}

export function findRefundRequest(db: Database, id: string) {
  return rows(db).where('refund_request.id', '=', id).executeTakeFirst()
}

/** Lists one page: open requests by when they were made, the oldest first; decided ones the newest first. */
export function listRefundRequests(
  db: Database,
  { state, id }: { state: 'open' | 'decided'; id?: string | undefined },
  page: { limit: number; offset: number },
): Promise<RefundRequestRow[]> {
  const isOpen = state === 'open'
  return rows(db)
    .where('refund_request.state', isOpen ? '=' : '<>', 'open')
    .$if(id !== undefined, (query) => query.where('refund_request.id', '=', id as string))
    .orderBy(isOpen ? 'refund_request.requested_at' : 'refund_request.decided_at', isOpen ? 'asc' : 'desc')
    .orderBy('refund_request.id', isOpen ? 'asc' : 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

/** Counts open and decided requests, each at most `mostCounted`. */
export function countRefundRequests(db: Database) {
  return countUpTo(db, {
    open: sql`select from refund_request where state = 'open'`,
    decided: sql`select from refund_request where state <> 'open'`,
  })
}

/**
 * Finds the open request of an order. The order's lock prevents a new one, but not that this one is declined or
 * withdrawn: lock it before it changes.
 */
export function findOpenRequest(db: Database, transactionId: string): Promise<StoredRequest | undefined> {
  return db
    .selectFrom('refund_request')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .where('state', '=', 'open')
    .executeTakeFirst()
}

/** Finds the request that a client's call made. */
export function findRequestOfCall(db: Database, requestId: string): Promise<StoredRequest | undefined> {
  return db.selectFrom('refund_request').selectAll().where('request_id', '=', requestId).executeTakeFirst()
}

/** Locks a request until the database transaction ends. Lock its order first if you need it as well. */
export function lockRefundRequest(db: Database, id: string): Promise<StoredRequest> {
  return db
    .selectFrom('refund_request')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Inserts a request. A second open one of the same order violates `refund_request_open`. */
export async function insertRefundRequest(
  db: Database,
  request: Insertable<DB['refund_request']>,
): Promise<void> {
  await db.insertInto('refund_request').values(request).execute()
}

/** Stores a decision. The caller holds the request's lock. Approving one's own request violates a constraint. */
export async function storeDecision(db: Database, id: string, decision: Decision): Promise<void> {
  const by = 'by' in decision ? decision.by : null
  await db
    .updateTable('refund_request')
    .set({
      state: decision.state,
      decided_at: decision.at,
      decided_by_id: by?.id ?? null,
      decided_by: by?.email ?? null,
      decision_reason: 'reason' in decision ? decision.reason : null,
      refund_id: 'refundId' in decision ? decision.refundId : null,
    })
    .where('id', '=', id)
    .execute()
}

/** Locks a person's refunds until the database transaction ends, so that two at once cannot pass the limit of a day. */
export async function lockRefundsOf(db: Database, personId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`refunds-of/${personId}`}, 0))`.execute(db)
}

const withoutApproval = sql<boolean>`refund.state <> 'failed' and not exists (
    select from refund_request where refund_request.refund_id = refund.id)
  and not exists (
    select from refund_batch where refund_batch.id = refund.refund_batch_id and decided_by_id is not null)`

/** Sums up what was refunded of orders here, or is being refunded, without a second person. In minor units. */
export async function sumUnapproved(db: Database, transactionIds: readonly string[]): Promise<number> {
  const { sum } = await db
    .selectFrom('refund')
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('sum'))
    .where(sql<boolean>`transaction_id = any (${[...transactionIds]}::uuid[])`)
    .where('origin', '=', 'greenroom')
    .where(withoutApproval)
    .executeTakeFirstOrThrow()
  return sum
}

/**
 * Counts the refunds that a person made since an instant without a second person, with those of payments that no order
 * counts, which only the history has. A refund of all orders of a session counts as one.
 */
export async function countUnapproved(db: Database, personId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('refund')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('requested_by_id', '=', personId)
    .where('requested_at', '>=', since)
    .where('refund_batch_id', 'is', null)
    .where(withoutApproval)
    .executeTakeFirstOrThrow()
  const { uncounted } = await db
    .selectFrom('audit_entry')
    .select(sql<number>`count(*)::int`.as('uncounted'))
    .where('action', '=', 'difference.refund')
    .where('at', '>=', since)
    .where('actor_email', '=', db.selectFrom('staff').select('email').where('id', '=', personId))
    .executeTakeFirstOrThrow()
  const { batches } = await db
    .selectFrom('refund_batch')
    .select(sql<number>`count(*)::int`.as('batches'))
    .where('requested_by_id', '=', personId)
    .where('requested_at', '>=', since)
    .where('decided_by_id', 'is', null)
    .where('state', 'in', ['running', 'stopped', 'done'])
    .executeTakeFirstOrThrow()
  return count + uncounted + batches
}
