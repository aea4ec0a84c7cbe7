import { type Kysely, sql, type Transaction } from 'kysely'
import { isRetryable } from './database-errors.ts'
import type { DB } from './tables.ts'

/** What repositories run SQL with: the pool or an open transaction. */
export type Database = Kysely<DB>

const attempts = 4

const commitListeners = new WeakMap<Database, () => void>()

/** Calls a listener after each transaction of a pool that `inTransaction` has committed. */
export function onCommit(database: Database, listener: () => void): void {
  commitListeners.set(database, listener)
}

const afterCommits = new WeakMap<Database, (() => void)[]>()

/**
 * Runs something when the transaction has been committed, and not if it fails: to forget or announce what it changes.
 * Before the commit, others would still read the old state and remember it. Outside a transaction it runs at once.
 */
export function afterCommit(database: Database, run: () => void): void {
  const waiting = afterCommits.get(database)
  if (waiting) waiting.push(run)
  else run()
}

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
      const waiting: (() => void)[] = []
      const result = await database.transaction().execute((transaction) => {
        afterCommits.set(transaction, waiting)
        return work(transaction)
      })
      for (const run of waiting) run()
      commitListeners.get(database)?.()
      return result
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error
      // A random pause, so that two transactions that collided do not collide again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}

/**
 * Runs a function within a transaction so that it can fail alone: what it changed is undone, and the transaction goes on.
 * @throws what the function throws
 */
export async function inSavepoint<T>(transaction: Database, work: () => Promise<T>): Promise<T> {
  await sql`savepoint one_of_many`.execute(transaction)
  try {
    const result = await work()
    await sql`release savepoint one_of_many`.execute(transaction)
    return result
  } catch (error) {
    await sql`rollback to savepoint one_of_many; release savepoint one_of_many`.execute(transaction)
    throw error
  }
}
