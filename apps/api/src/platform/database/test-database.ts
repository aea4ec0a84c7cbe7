import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { createKysely, createPool } from './connect.ts'
import type { Database } from './database.ts'
import { urlOfDatabase } from './test-server.ts'

export interface TestDatabase {
  url: string
  kysely: Database
  pool: pg.Pool
  /** Closes the connections and drops the database. */
  drop(): Promise<void>
}

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
export async function createTestDatabase(poolSize = 6): Promise<TestDatabase> {
  const prefix = inject('databasePrefix')
  const name = `${prefix}${randomBytes(6).toString('hex')}`
  await asAdmin(`create database ${name} template ${prefix}template strategy file_copy`)
  const url = urlOfDatabase(inject('databaseServer'), name)
  const pool = createPool(url, { size: poolSize, log: pino({ level: 'silent' }) })
  return {
    url,
    kysely: createKysely(pool),
    pool,
    async drop() {
      await pool.end()
      await asAdmin(`drop database if exists ${name} with (force)`)
    },
  }
}
