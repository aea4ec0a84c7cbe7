import type { DifferenceKind } from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import { type Selectable, sql } from 'kysely'
import { countUpTo } from '../../../platform/database/capped-counts.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

/** A difference with its order, where there is one. */
export type DifferenceRow = Selectable<DB['gateway_difference']> & {
  reference_order_id: string | null
  entity_title: string | null
}

type DifferenceFilter = { state: 'open' | 'resolved'; kind: DifferenceKind | null; id: string | null }

function rows(db: Database) {
  return db
    .selectFrom('gateway_difference')
    .leftJoin('transaction', 'transaction.id', 'gateway_difference.transaction_id')
    .selectAll('gateway_difference')
    .select(['transaction.reference_order_id', 'transaction.entity_title'])
}

/** Finds a difference by its id. */
export function findDifference(db: Database, id: string): Promise<DifferenceRow | undefined> {
  return rows(db).where('gateway_difference.id', '=', id).executeTakeFirst()
}

/** Lists one page: open ones by when they were found, resolved ones by when they were closed, the newest first. */
export function listDifferences(
  db: Database,
  { state, kind, id }: DifferenceFilter,
  page: { limit: number; offset: number },
): Promise<DifferenceRow[]> {
  const isOpen = state === 'open'
  return rows(db)
    .where('gateway_difference.resolved_at', isOpen ? 'is' : 'is not', null)
    .$if(kind !== null, (query) => query.where('gateway_difference.kind', '=', kind as DifferenceKind))
    .$if(id !== null, (query) => query.where('gateway_difference.id', '=', id))
    .orderBy(isOpen ? 'gateway_difference.found_at' : 'gateway_difference.resolved_at', 'desc')
    .orderBy('gateway_difference.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

/** Counts open and resolved differences, and those of a filter, each at most `mostCounted`. */
export function countDifferences(db: Database, { state, kind, id }: DifferenceFilter) {
  const open = sql`select from gateway_difference where resolved_at is null`
  const resolved = sql`select from gateway_difference where resolved_at is not null`
  const inState = state === 'open' ? open : resolved
  return countUpTo(db, {
    open,
    resolved,
    matching: sql`${inState} and (${kind}::text is null or kind = ${kind}) and (${id}::uuid is null or id = ${id})`,
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
