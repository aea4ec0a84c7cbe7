import { createHash } from 'node:crypto'
import { mostCounted } from '@greenroom/contract/list'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import { preparedQuery } from './prepared-query.ts'

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
  const { sql: text, parameters } = sql`select ${sql.join(counts)}`.compile(db)
  // Planning takes longer than counting, so the statement is prepared under a name that its text determines.
  const name = `counts/${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
  const [counted] = await preparedQuery<Record<Name, number>>(db, { name, text }, parameters)
  return counted as Record<Name, number>
}
