import type { Kysely, Transaction } from 'kysely'
import { isRetryable } from './database-errors.ts'
import type { DB } from './tables.ts'

/** What repositories run SQL with: the pool or an open transaction. */
export type Database = Kysely<DB>

const attempts = 4

/**
 * Runs a function in a transaction. Joins the caller's transaction if there is one. Otherwise opens its own, and
 * repeats the function up to three times after a serialization failure or a deadlock; so the function may change
 * nothing but the database.
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
      // A random pause, so that two transactions that collided do not collide again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}
