import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runMigrations as migrateJobs } from 'graphile-worker'
import { type Migration, Migrator, sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { jobLogger } from '../jobs/job-log.ts'
import { createKysely, createPool, type DatabaseHandle } from './connect.ts'
import type { Database } from './database.ts'

/** The database has a migration that this program does not know. The message is written for the operator. */
export class DatabaseTooNewError extends Error {
  constructor(names: string[]) {
    super(
      `This database was made by a newer Greenroom (it holds ${names.join(', ')}). Start that version, or restore a backup made by this one.`,
    )
    this.name = 'DatabaseTooNewError'
  }
}

/** Any number that nothing else in this database locks. */
const migrationLock = 7_041_115_701

/**
 * Returns the folder of numbered SQL files, from a source file or from the bundle.
 * @throws Error if the package is not laid out as expected
 */
export function migrationsFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, 'src', 'migrations')
    if (existsSync(join(folder, 'package.json')) && existsSync(candidate)) return candidate
    if (dirname(folder) === folder) throw new Error('The folder of database migrations is missing.')
  }
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const migrations: Record<string, Migration> = {}
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8')
    migrations[name.slice(0, -'.sql'.length)] = {
      // Without parameters the driver uses the simple protocol, which runs many statements at once.
      up: async (database) => {
        await sql.raw(text).execute(database)
      },
    }
  }
  return migrations
}

async function appliedMigrations(client: pg.PoolClient): Promise<string[]> {
  const found = await client.query<{ present: boolean }>(
    `select to_regclass('public.kysely_migration') is not null as present`,
  )
  if (!found.rows[0]?.present) return []
  const rows = await client.query<{ name: string }>('select name from public.kysely_migration order by name')
  return rows.rows.map((row) => row.name)
}

async function applyFiles(
  database: Database,
  migrations: Record<string, Migration>,
  log: Logger,
): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  for (const result of results ?? []) {
    if (result.status === 'Success') log.info({ migration: result.migrationName }, 'database migrated')
    if (result.status === 'Error')
      log.error({ migration: result.migrationName }, 'a database migration failed')
  }
  if (error) throw error
}

/**
 * Migrates the database and the job tables. Processes that start together wait for each other. All missing files are
 * applied in one transaction: all or none.
 * @param options.only applies just these, for a backup from an older program
 * @throws DatabaseTooNewError if the database has a migration that this program does not know
 */
export async function migrateDatabase(
  { url }: Pick<DatabaseHandle, 'url'>,
  log: Logger,
  { folder = migrationsFolder(), only }: { folder?: string; only?: readonly string[] } = {},
): Promise<void> {
  const known = await readMigrations(folder)
  const missing = (only ?? []).filter((name) => !(name in known))
  if (missing.length > 0) throw new DatabaseTooNewError(missing)
  const migrations = only ? Object.fromEntries(only.map((name) => [name, known[name] as Migration])) : known
  // Building a large index, or waiting for another process that does, may take long.
  const pool = createPool(url, { size: 4, log })
  try {
    const keeper = await pool.connect()
    try {
      await keeper.query('select pg_advisory_lock($1)', [migrationLock])
      const unknown = (await appliedMigrations(keeper)).filter((name) => !(name in migrations))
      if (unknown.length > 0) throw new DatabaseTooNewError(unknown)
      await migrateJobs({ pgPool: pool, logger: jobLogger(log) })
      await applyFiles(createKysely(pool), migrations, log)
    } finally {
      // Closing the connection releases the lock in any state.
      keeper.release(true)
    }
  } finally {
    await pool.end()
  }
}
