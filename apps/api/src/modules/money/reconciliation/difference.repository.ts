import type { DifferenceKind } from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import { type Insertable, type Selectable, sql } from 'kysely'
import { countUpTo } from '../../../platform/database/capped-counts.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

type StoredDifference = Selectable<DB['gateway_difference']>

/** A difference with its order, where there is one. */
export type DifferenceRow = StoredDifference & {
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

/**
 * Inserts a difference, or refreshes the open one of the same kind and subject.
 * @returns whether it is new
 */
export async function storeDifference(
  db: Database,
  difference: Insertable<DB['gateway_difference']>,
): Promise<boolean> {
  const { id: _, found_at: __, kind: ___, subject: ____, ...refreshed } = difference
  const changed = sql.join(
    sides.map(
      (side) => sql`${sql.ref(`gateway_difference.${side}`)} is distinct from ${sql.ref(`excluded.${side}`)}`,
    ),
    sql` or `,
  )
  const row = await db
    .insertInto('gateway_difference')
    .values(difference)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject'])
        .where('resolved_at', 'is', null)
        .doUpdateSet({
          ...refreshed,
          version: sql<number>`gateway_difference.version + case when ${changed} then 1 else 0 end`,
        }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id === difference.id
}

/** Tells whether the last difference of this kind and subject was closed by staff when both sides said the same. */
export async function isSettledByStaff(
  db: Database,
  difference: Insertable<DB['gateway_difference']>,
): Promise<boolean> {
  const last = await db
    .selectFrom('gateway_difference')
    .select(['resolution', ...sides])
    .where('kind', '=', difference.kind)
    .where('subject', '=', difference.subject)
    .orderBy(sql`resolved_at desc nulls first`)
    .limit(1)
    .executeTakeFirst()
  return last?.resolution === 'staff' && sides.every((side) => last[side] === (difference[side] ?? null))
}

const sides = [
  'our_state',
  'our_amount',
  'our_currency',
  'gateway_state',
  'gateway_amount',
  'gateway_currency',
] as const

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

/** Lists the open differences of a subject, and locks them. */
export function lockOpenDifferences(db: Database, subject: string): Promise<StoredDifference[]> {
  return db
    .selectFrom('gateway_difference')
    .selectAll()
    .where('subject', '=', subject)
    .where('resolved_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Closes an open difference. The caller holds its lock. */
export async function closeDifference(
  db: Database,
  id: string,
  closed: Pick<StoredDifference, 'resolution' | 'resolved_by' | 'note'> & { resolved_at: Date },
): Promise<void> {
  await db
    .updateTable('gateway_difference')
    .set({ ...closed, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .execute()
}
