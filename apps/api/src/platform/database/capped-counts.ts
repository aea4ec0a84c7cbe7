import { mostCounted } from '@greenroom/contract/list'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Counts the rows of several queries in one statement, each at most up to `mostCounted`, so that a count reads few rows
 * of a large table.
 * @param queries by name; each needs an index that finds its first rows
 */
export async function countUpTo<Name extends string>(
  db: Database,
  queries: Record<Name, RawBuilder<unknown>>,
): Promise<Record<Name, number>> {
  const counts = Object.entries<RawBuilder<unknown>>(queries).map(
    ([name, query]) =>
      sql`(select count(*)::int from (${query} limit ${sql.lit(mostCounted)}) as counted) as ${sql.ref(name)}`,
  )
  const { rows } = await sql<Record<Name, number>>`select ${sql.join(counts)}`.execute(db)
  return rows[0] as Record<Name, number>
}
