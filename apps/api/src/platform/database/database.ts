import type { Kysely, Transaction } from 'kysely'
import { isRetryable } from './database-errors.ts'
import type { DB } from './tables.ts'

/** What repositories speak SQL through: the pool, or a transaction that somebody opened. */
export type Database = Kysely<DB>

const attempts = 4

/**
 * Runs a function inside a transaction. Joins the caller's transaction when there is one; otherwise opens its own,
 * and after a serialization failure or a deadlock runs the function again, up to three times. So the function must
 * change nothing but the database.
 * @throws what the function throws, after the rollback
 */
export async function inTransaction<T>(
  database: Database,
  work: (transaction: Transaction<DB>) => Promise<T>,
): Promise<T> {
  if (database.isTransaction) return work(database as Transaction<DB>)
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction().execute(work)
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error
      // Two transactions that met once would meet again if both came back at the same moment.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}
