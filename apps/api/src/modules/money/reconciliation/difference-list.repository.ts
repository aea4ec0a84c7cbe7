import type { DifferenceKind } from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import { type Selectable, sql } from 'kysely'
import { countUpTo } from '../../../platform/database/capped-counts.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

/** A difference with its order, where there is one. */
export type DifferenceRow = Selectable<DB['gateway_difference']> & {
  reference_order_id: string | null
  entity_title: string | null
  /** The payment that the order counts as its own. */
  order_payment_id: string | null
}

interface DifferenceFilter {
  state: 'open' | 'resolved'
  kind: DifferenceKind | null
  id: string | null
  order: string | null
  /** "2026-11": when the money moved, or the difference was found. */
  month: string | null
  /** An IANA zone, in which months end. */
  timeZone: string
}

/** Has an index for the expression (0100-difference-moment.sql). */
function inMonth({ month, timeZone }: Pick<DifferenceFilter, 'month' | 'timeZone'>) {
  if (month === null) return sql<boolean>`true`
  const first = sql`(${month}::text || '-01')::date`
  const moment = sql`coalesce(gateway_difference.occurred_at, gateway_difference.found_at)`
  return sql<boolean>`(${moment} >= ${first}::timestamp at time zone ${timeZone}
    and ${moment} < (${first} + interval '1 month') at time zone ${timeZone})`
}

function rows(db: Database) {
  return db
    .selectFrom('gateway_difference')
    .leftJoin('transaction', 'transaction.id', 'gateway_difference.transaction_id')
    .selectAll('gateway_difference')
    .select([
      'transaction.reference_order_id',
      'transaction.entity_title',
      'transaction.payment_id as order_payment_id',
    ])
}

/** Finds a difference by its id. */
export function findDifference(db: Database, id: string): Promise<DifferenceRow | undefined> {
  return rows(db).where('gateway_difference.id', '=', id).executeTakeFirst()
}

/** Lists one page: open ones by when they were found, resolved ones by when they were closed, the newest first. */
export function listDifferences(
  db: Database,
  { state, kind, id, order, ...when }: DifferenceFilter,
  page: { limit: number; offset: number },
): Promise<DifferenceRow[]> {
  const isOpen = state === 'open'
  return rows(db)
    .where('gateway_difference.resolved_at', isOpen ? 'is' : 'is not', null)
    .$if(kind !== null, (query) => query.where('gateway_difference.kind', '=', kind as DifferenceKind))
    .$if(id !== null, (query) => query.where('gateway_difference.id', '=', id))
    .$if(order !== null, (query) => query.where('gateway_difference.transaction_id', '=', order))
    .where(inMonth(when))
    .orderBy(isOpen ? 'gateway_difference.found_at' : 'gateway_difference.resolved_at', 'desc')
    .orderBy('gateway_difference.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

/** Locks differences, in the order of their ids. */
export async function lockDifferences(db: Database, ids: readonly string[]): Promise<void> {
  await sql`select from gateway_difference where id = any (${ids}::uuid[]) order by id for update`.execute(db)
}

/** Counts open and resolved differences of a month or of all, and those of a filter, each at most `mostCounted`. */
export function countDifferences(db: Database, { state, kind, id, order, ...when }: DifferenceFilter) {
  const open = sql`select from gateway_difference where resolved_at is null and ${inMonth(when)}`
  const resolved = sql`select from gateway_difference where resolved_at is not null and ${inMonth(when)}`
  const inState = state === 'open' ? open : resolved
  return countUpTo(db, {
    open,
    resolved,
    matching: sql`${inState} and (${kind}::text is null or kind = ${kind}) and (${id}::uuid is null or id = ${id})
      and (${order}::uuid is null or transaction_id = ${order})`,
  })
}

/** Lists those of some subjects that have an open difference. */
export async function subjectsWithOpen(db: Database, subjects: readonly string[]): Promise<Set<string>> {
  if (subjects.length === 0) return new Set()
  const rows = await db
    .selectFrom('gateway_difference')
    .select('subject')
    .where('subject', 'in', [...subjects])
    .where('resolved_at', 'is', null)
    .execute()
  return new Set(rows.map(({ subject }) => subject))
}
