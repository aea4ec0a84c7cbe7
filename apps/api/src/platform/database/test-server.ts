import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { databaseName } from './embedded/server-address.ts'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrateDatabase } from './migrate.ts'
import { placePreparedCluster } from './prepared-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the server that all tests of this run share, with its maintenance database. */
    databaseServer: string
    /** Prefix of the name of every database of this run; with "template" it is the migrated one to clone. */
    databasePrefix: string
  }
}

const folderPrefix = 'greenroom-test-'
const log = pino({ level: 'warn' })

/** Removes folders of runs that ended without cleaning up. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue
    const folder = join(tmpdir(), name)
    const made = await stat(folder).catch(() => undefined)
    // A folder that was just created may not have its lock yet.
    if (made && Date.now() - made.mtimeMs > 60_000) await removeEmbeddedPostgres(folder).catch(() => false)
  }
}

/** @returns `migrated` names the database to clone */
async function openServer(): Promise<{ url: string; migrated: string; close(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, migrated: 'template1', close: async () => {} }
  await removeAbandoned()
  const dataDirectory = await mkdtemp(join(tmpdir(), folderPrefix))
  await placePreparedCluster(dataDirectory)
  const server = await startEmbeddedPostgres({ dataDirectory, log, durable: false })
  return {
    url: server.url,
    migrated: databaseName,
    async close() {
      await server.stop()
      await removeEmbeddedPostgres(dataDirectory)
    },
  }
}

/** Returns the URL with another database of the same server. */
export function urlOfDatabase(serverUrl: string, database: string): string {
  return serverUrl.replace(/\/[^/?]*(\?|$)/, `/${database}$1`)
}

/**
 * Set-up of a test run: starts a PostgreSQL server (or uses TEST_DATABASE_URL) and creates the migrated database that
 * every test file clones.
 * @returns the clean-up function
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer()
  const prefix = `greenroom_test_${randomBytes(4).toString('hex')}_`
  const admin = new pg.Pool({ connectionString: server.url, max: 1 })
  admin.on('error', () => {})
  try {
    await admin.query(`create database ${prefix}template template ${server.migrated}`)
    await migrateDatabase({ url: urlOfDatabase(server.url, `${prefix}template`) }, log)
    await admin.query(`alter database ${prefix}template allow_connections false`)
  } catch (error) {
    await admin.end()
    await server.close()
    throw error
  }
  project.provide('databaseServer', server.url)
  project.provide('databasePrefix', prefix)
  return async () => {
    const left = await admin.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    )
    for (const { datname } of left.rows) await admin.query(`drop database if exists ${datname} with (force)`)
    await admin.end()
    await server.close()
  }
}
