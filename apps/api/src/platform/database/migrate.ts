import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runMigrations as migrateJobs } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import { jobLogger } from '../jobs/job-log.ts'
import { createPool, type DatabaseHandle } from './connect.ts'
import { isLockTimeout, isRetryable } from './database-errors.ts'
import { buildIndexes } from './index-migration.ts'
import { type Migration, numberOf, readMigrations } from './migration-files.ts'

/** This program cannot use the database. The message is written for the operator. */
export class UnfitDatabaseError extends Error {
  override name = 'UnfitDatabaseError'
}

/** A newer program has migrated the database. */
class DatabaseTooNewError extends UnfitDatabaseError {
  constructor(names: string[]) {
    super(
      `This database was made by a newer Greenroom (it holds ${names.join(', ')}). Start that version, or restore a backup made by this one.`,
    )
    this.name = 'DatabaseTooNewError'
  }
}

/** Any number that nothing else in this database locks. */
const migrationLock = 7_041_115_701
/** Pause between two attempts to take the lock, in milliseconds. */
const lockPause = 200

/**
 * How long a migration waits for a table, because all later statements on the table wait behind it, and how often it
 * tries: about three minutes together.
 */
const tableLock = { milliseconds: 2_000, attempts: 40, longestPause: 3_000 }

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

interface MigrationOptions {
  folder?: string
  /** Applies just these, for a backup from an older program. */
  only?: readonly string[]
  lock?: typeof tableLock
  /** Whether this is part of a restore, until whose end the database is refused otherwise. */
  isRestore?: boolean
}

/** A restore makes this table first and removes it last. */
export const unfinishedRestore = 'unfinished_restore'

/**
 * Migrates the database and the job tables. Processes that start together wait for each other. Files that follow each
 * other are applied in one transaction: all or none. A file that builds indexes concurrently runs by itself.
 * @throws DatabaseTooNewError if the database has a migration that this program does not know and that is not
 * compatible with it
 * @throws UnfitDatabaseError if the database has another encoding or schema, or a restore into it did not end
 */
export async function migrateDatabase(
  { url }: Pick<DatabaseHandle, 'url'>,
  log: Logger,
  { folder = migrationsFolder(), only, lock = tableLock, isRestore = false }: MigrationOptions = {},
): Promise<void> {
  const known = await readMigrations(folder)
  const missing = (only ?? []).filter((name) => !known.some((migration) => migration.name === name))
  if (missing.length > 0) throw new DatabaseTooNewError(missing)
  const wanted = only ? known.filter(({ name }) => only.includes(name)) : known
  // Building a large index may take long.
  const pool = createPool(url, { size: 4, log })
  try {
    const keeper = await pool.connect()
    try {
      await takeTurn(keeper)
      await requireFit(keeper, isRestore)
      const applied = await appliedMigrations(keeper)
      requireCompatible(applied, wanted)
      await migrateJobs({ pgPool: pool, logger: jobLogger(log) })
      const open = wanted.filter(({ name }) => !applied.some((row) => row.name === name))
      for (const batch of batchesOf(open)) await applyBatch(keeper, batch, { log, lock })
    } finally {
      // Closing the connection releases the lock in any state.
      keeper.release(true)
    }
  } finally {
    await pool.end()
  }
}

/**
 * Waits until no other process migrates. It asks again and again: a statement that waited for the lock would hold a
 * snapshot, and building an index concurrently waits for all older snapshots.
 */
async function takeTurn(keeper: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await keeper.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      migrationLock,
    ])
    if (rows[0]?.taken) return
    await pauseFor(lockPause)
  }
}

/** @throws UnfitDatabaseError */
async function requireFit(keeper: pg.PoolClient, isRestore: boolean): Promise<void> {
  const { rows } = await keeper.query<{ encoding: string; schema: string | null; isUnfinished: boolean }>(
    `select current_setting('server_encoding') as encoding, current_schema() as schema,
      to_regclass($1) is not null as "isUnfinished"`,
    [`public.${unfinishedRestore}`],
  )
  const [{ encoding, schema, isUnfinished } = { encoding: '', schema: null, isUnfinished: false }] = rows
  if (encoding !== 'UTF8') {
    throw new UnfitDatabaseError(
      `The database has the encoding ${encoding}, which cannot hold every text. Create one with UTF8.`,
    )
  }
  // Backups and many statements name it.
  if (schema !== 'public') {
    throw new UnfitDatabaseError(
      `The database's user creates tables in the schema ${schema ?? '(none)'}, but Greenroom needs public. Set the user's search_path to public and allow it to create tables there.`,
    )
  }
  if (isUnfinished && !isRestore) {
    throw new UnfitDatabaseError(
      'A restore into this database did not end, so its invoices could get numbers twice. Restore into another empty place.',
    )
  }
}

interface AppliedMigration {
  name: string
  /** Number of the oldest migration whose program runs on this one; null if only its own does. */
  compatible_with: string | null
}

/** Returns the applied migrations, after making their table as Kysely's migrator made it, with one more column. */
async function appliedMigrations(keeper: pg.PoolClient): Promise<AppliedMigration[]> {
  const { rows: columns } = await keeper.query(
    `select from information_schema.columns
      where table_schema = 'public' and table_name = 'kysely_migration' and column_name = 'compatible_with'`,
  )
  if (columns.length === 0) {
    await keeper.query(`
      create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
      alter table kysely_migration add column compatible_with text`)
  }
  const { rows } = await keeper.query<AppliedMigration>(
    'select name, compatible_with from kysely_migration order by name',
  )
  return rows
}

/** @throws DatabaseTooNewError naming the unknown migrations that need a newer program */
function requireCompatible(applied: AppliedMigration[], known: Migration[]): void {
  const newest = numberOf(known.at(-1)?.name ?? '')
  const unfit = applied
    .filter(({ name }) => !known.some((migration) => migration.name === name))
    .filter(({ compatible_with: oldest }) => oldest === null || oldest > newest)
  if (unfit.length > 0) throw new DatabaseTooNewError(unfit.map(({ name }) => name))
}

/** Groups migrations into transactions. One that builds indexes concurrently is a group of its own. */
function batchesOf(migrations: Migration[]): Migration[][] {
  const batches: Migration[][] = []
  for (const migration of migrations) {
    const last = batches.at(-1)
    if (last && !migration.indexes && !last[0]?.indexes) last.push(migration)
    else batches.push([migration])
  }
  return batches
}

async function applyBatch(
  keeper: pg.PoolClient,
  batch: Migration[],
  { log, lock }: { log: Logger; lock: typeof tableLock },
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const [first] = batch
      if (first?.indexes) {
        await buildIndexes(keeper, first.indexes)
        await record(keeper, first)
      } else await applyInTransaction(keeper, batch, lock.milliseconds)
      break
    } catch (error) {
      const isBusy = isLockTimeout(error) || isRetryable(error)
      log[isBusy ? 'warn' : 'error'](
        { err: error, migrations: batch.map(({ name }) => name), attempt },
        isBusy ? 'A migration waits for a table that is in use' : 'A database migration failed',
      )
      if (!isBusy || attempt === lock.attempts) throw error
      await pauseFor(Math.min(250 * attempt, lock.longestPause))
    }
  }
  for (const { name } of batch) log.info({ migration: name }, 'Database migrated')
}

async function applyInTransaction(
  keeper: pg.PoolClient,
  batch: Migration[],
  lockMilliseconds: number,
): Promise<void> {
  await keeper.query(`begin; set local lock_timeout = ${lockMilliseconds}`)
  try {
    for (const migration of batch) {
      // Without parameters the driver uses the simple protocol, which runs many statements at once.
      await keeper.query(migration.text)
      await record(keeper, migration)
    }
    await keeper.query('commit')
  } catch (error) {
    await keeper.query('rollback').catch(() => {})
    throw error
  }
}

async function record(keeper: pg.PoolClient, { name, compatibleWith }: Migration): Promise<void> {
  await keeper.query('insert into kysely_migration (name, timestamp, compatible_with) values ($1, $2, $3)', [
    name,
    new Date().toISOString(),
    compatibleWith,
  ])
}

function pauseFor(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
