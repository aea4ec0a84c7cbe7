import { sql } from 'kysely'
import type pg from 'pg'
import { type Database, inTransaction } from '../database/database.ts'

/** Any number that nothing else in this database locks. */
const removalLock = 7_041_115_702

/**
 * Pauses the deletion of files while this connection is open, because a backup reads them. Waits for running
 * deletions and for another backup.
 */
export async function pauseRemoval(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [removalLock])
}

/**
 * Runs work that deletes bytes, unless a backup reads them.
 * @returns whether it ran
 */
export async function unlessPaused(db: Database, work: () => Promise<void>): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock_shared(${removalLock}) as free`.execute(transaction)
    if (!rows[0]?.free) return false
    await work()
    return true
  })
}
