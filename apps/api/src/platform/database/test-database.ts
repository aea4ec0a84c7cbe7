import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { type DatabasePool, openBackgroundPool, openPool, type StatementLimits } from './connect.ts'
import { urlOfDatabase } from './test-server.ts'

export interface TestDatabase extends DatabasePool {
  url: string
  /** The small pool of jobs, readiness and metrics. */
  background: DatabasePool
  /**
   * Runs a statement in a transaction on a connection of its own, which keeps its locks.
   * @returns the function that ends the transaction
   */
  hold(statement: string, values?: unknown[]): Promise<() => Promise<void>>
  /** Closes the connections and drops the database. */
  drop(): Promise<void>
}

/** In seconds. On a busy machine a wait is no fault, so only tests of the limits have shorter ones. */
export const patientLimits: StatementLimits = { lock: 60, statement: 60 }

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseServer') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * Creates an empty, migrated database for one test file; takes about 0.1 s. Needs test-server.ts as global set-up.
 */
export async function createTestDatabase(
  poolSize = 6,
  limits: StatementLimits = patientLimits,
): Promise<TestDatabase> {
  const prefix = inject('databasePrefix')
  const name = `${prefix}${randomBytes(6).toString('hex')}`
  await asAdmin(`create database ${name} template ${prefix}template strategy file_copy`)
  const url = urlOfDatabase(inject('databaseServer'), name)
  const log = pino({ level: 'silent' })
  const calls = openPool(url, { size: poolSize, log, limits })
  calls.pool.options.connectionTimeoutMillis = 60_000
  const background = openBackgroundPool(url, { log, limits })
  return {
    url,
    ...calls,
    background,
    async hold(statement, values = []) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query('begin')
      await client.query(statement, values)
      return () => client.end()
    },
    async drop() {
      await Promise.all([calls.pool.end(), background.pool.end()])
      await asAdmin(`drop database if exists ${name} with (force)`)
    },
  }
}
