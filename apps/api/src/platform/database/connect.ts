import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Settings } from '../../settings.ts'
import type { Database } from './database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { checkPooler } from './pooler.ts'
import { rememberPool } from './prepared-query.ts'
import type { DatabasePool } from './read-replica.ts'
import type { DB } from './tables.ts'

export interface DatabaseHandle {
  kysely: Database
  pool: pg.Pool
  /**
   * Connections to the server itself, for what needs a session: listening and session locks. The same as `pool`
   * unless DATABASE_URL is a pooler's.
   */
  directPool: pg.Pool
  /** A standby for reads, which may be down; null without DATABASE_READ_URL. */
  replica: DatabasePool | null
  /** The URL of the server itself for the driver. It contains a password: never log it. */
  url: string
  isEmbedded: boolean
  /** Closes the pool, then stops an embedded server. */
  close(): Promise<void>
}

const { builtins } = pg.types
/** The driver's own type list lacks arrays. */
const int8ArrayType = 1016

function readInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError('An integer in the database is too large to be exact.')
  return value
}

const readPlainArray: (text: string) => (string | null)[] = pg.types.getTypeParser(
  int8ArrayType as number as 20,
)

function typeParser(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (format !== 'binary') {
    if (type === builtins.INT8) return readInteger
    if (type === int8ArrayType)
      return (text) => readPlainArray(text).map((item) => (item === null ? null : readInteger(item)))
    // A calendar day has no time zone; the driver would make it midnight in the machine's zone.
    if (type === builtins.DATE) return (text) => text
  }
  return pg.types.getTypeParser(type, format as 'text')
}

/** Connections of `directPool` beside a pooler: one that listens, one for the worker registry, the rest for jobs. */
const directSize = 5

interface PoolOptions {
  /** Max number of connections. */
  size: number
  log: Logger
  /**
   * Whether the URL is that of a pooler in transaction mode. It refuses settings at the start of a connection, so
   * the role's own apply.
   */
  isPooled?: boolean
  /** Whether there is another server to use: waits 1 s for a connection and 10 s for a response. */
  isOptional?: boolean
  /** Removes the limits on statements and transactions, for migrations. */
  patient?: boolean
}

/**
 * Creates a connection pool: 64-bit integers as exact numbers, days as strings, UTC, and time-outs (5 s for a
 * connection, 30 s for a statement, 60 s idle inside a transaction). A lost connection is logged, never thrown.
 */
export function createPool(
  url: string,
  { size, log, isPooled = false, isOptional = false, patient = false }: PoolOptions,
): pg.Pool {
  const sessionSettings = {
    statement_timeout: patient ? 0 : 30_000,
    idle_in_transaction_session_timeout: patient ? 0 : 60_000,
    options: '-c timezone=UTC',
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: isOptional ? 1_000 : 5_000,
    ...(isOptional ? { query_timeout: 10_000 } : {}),
    idleTimeoutMillis: 60_000,
    ...(isPooled ? {} : sessionSettings),
    keepAlive: true,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  })
  const lost = (error: Error) => {
    if (!pool.ending) log.warn({ err: error }, 'a database connection was lost')
  }
  // Each client reports its own loss; the pool repeats it, which without a listener would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', lost))
  return pool
}

/** @param isPooled whether the pool's URL is that of a pooler in transaction mode */
export function createKysely(pool: pg.Pool, isPooled = false): Database {
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  // A pooler may run the next statement on another connection, which does not know the name.
  rememberPool(kysely, { pool, keepsNames: !isPooled })
  return kysely
}

/**
 * Opens the database at DATABASE_URL, or else the embedded one in DATA_DIR/postgres. With DATABASE_DIRECT_URL,
 * DATABASE_URL is that of a pooler in transaction mode.
 * @throws EmbeddedPostgresError if the embedded server cannot start
 * @throws DirectAddressError if DATABASE_DIRECT_URL cannot be used or names another database
 */
export async function connectDatabase(
  settings: Pick<
    Settings,
    'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_READ_URL' | 'DATABASE_POOL_SIZE' | 'DATA_DIR'
  >,
  log: Logger,
): Promise<DatabaseHandle> {
  const embedded = settings.DATABASE_URL
    ? undefined
    : await startEmbeddedPostgres({ dataDirectory: join(settings.DATA_DIR, 'postgres'), log })
  const url = embedded?.url ?? settings.DATABASE_URL ?? ''
  const directUrl = settings.DATABASE_DIRECT_URL
  const isPooled = directUrl !== undefined
  const size = Math.max(4, settings.DATABASE_POOL_SIZE)
  const pool = createPool(url, { size, log, isPooled })
  const directPool = isPooled ? createPool(directUrl, { size: directSize, log }) : pool
  const readUrl = settings.DATABASE_READ_URL
  const readPool = readUrl ? createPool(readUrl, { size, log, isPooled, isOptional: true }) : null
  let closing: Promise<void> | undefined
  const handle: DatabaseHandle = {
    kysely: createKysely(pool, isPooled),
    pool,
    directPool,
    replica: readPool && { pool: readPool, kysely: createKysely(readPool, isPooled) },
    url: directUrl ?? url,
    isEmbedded: embedded !== undefined,
    close() {
      closing ??= Promise.all([pool.end(), isPooled && directPool.end(), readPool?.end()]).then(() =>
        embedded?.stop(),
      )
      return closing
    },
  }
  if (isPooled) {
    await checkPooler(handle, log).catch(async (error) => {
      await handle.close()
      throw error
    })
  }
  return handle
}
