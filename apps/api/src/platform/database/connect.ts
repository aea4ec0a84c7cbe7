import { join } from 'node:path'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Settings } from '../../settings.ts'
import type { Database } from './database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { rememberPool } from './prepared-query.ts'
import type { DB } from './tables.ts'

export interface DatabasePool {
  kysely: Database
  pool: pg.Pool
}

/** The pool of the calls, and what belongs to the database as a whole. */
export interface DatabaseHandle extends DatabasePool {
  /** A small pool for jobs, readiness and metrics, so that they work while calls use every other connection. */
  background: DatabasePool
  /** The server's URL for the driver. It contains a password: never log it. */
  url: string
  isEmbedded: boolean
  /** Closes the pools, then stops an embedded server. */
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

/** How long a statement may wait for a lock, and how long it may take, in seconds. */
export interface StatementLimits {
  lock: number
  statement: number
}

interface PoolOptions {
  /** Max number of connections. */
  size: number
  log: Logger
  /** Undefined for migrations, which may take long. */
  limits?: StatementLimits
}

/** Max time that a connection may be idle inside a transaction, in milliseconds. */
const idleInTransaction = 60_000
/** One that listens for jobs, one that shows that the workers are alive, two for jobs, one for readiness and metrics. */
const backgroundSize = 5
/** Max time of a background statement in seconds. A sweep may delete many rows. */
const backgroundStatement = 60

/** Returns the server's parameters of the limits, in milliseconds. */
function parametersOf({ lock, statement }: StatementLimits) {
  return {
    lock_timeout: lock * 1000,
    statement_timeout: statement * 1000,
    idle_in_transaction_session_timeout: idleInTransaction,
  }
}

/**
 * Creates a connection pool: 64-bit integers as exact numbers, days as strings, UTC, at most 5 s to connect, and the
 * limits. A lost connection is logged, never thrown.
 */
export function createPool(url: string, { size, log, limits }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    ...(limits && parametersOf(limits)),
    keepAlive: true,
    options: '-c timezone=UTC',
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

/** Sends the limits in the same message as BEGIN: a pooler gives each transaction another server connection. */
class LimitedDriver extends PostgresDriver {
  readonly #limits: string

  constructor(pool: pg.Pool, limits: StatementLimits) {
    super({ pool })
    this.#limits = Object.entries(parametersOf(limits))
      .map(([name, milliseconds]) => `set local ${name} = ${milliseconds}`)
      .join('; ')
  }

  override beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const limited = {
      executeQuery: (begin: CompiledQuery) =>
        connection.executeQuery(CompiledQuery.raw(`${begin.sql}; ${this.#limits}`)),
    }
    return super.beginTransaction(limited as DatabaseConnection, settings)
  }
}

class LimitedDialect extends PostgresDialect {
  readonly #driver: Driver

  constructor(pool: pg.Pool, limits: StatementLimits) {
    super({ pool })
    this.#driver = new LimitedDriver(pool, limits)
  }

  override createDriver(): Driver {
    return this.#driver
  }
}

/** Creates the query builder of a pool. With limits, every transaction sets them. */
export function createKysely(pool: pg.Pool, limits?: StatementLimits): Database {
  const dialect = limits ? new LimitedDialect(pool, limits) : new PostgresDialect({ pool })
  const kysely = new Kysely<DB>({ dialect })
  rememberPool(kysely, pool)
  return kysely
}

/** Creates a pool with its query builder. */
export function openPool(url: string, options: PoolOptions): DatabasePool {
  const pool = createPool(url, options)
  return { pool, kysely: createKysely(pool, options.limits) }
}

type LimitSettings = Pick<Settings, 'DATABASE_LOCK_TIMEOUT_SECONDS' | 'DATABASE_STATEMENT_TIMEOUT_SECONDS'>

export function limitsOf(settings: LimitSettings): StatementLimits {
  return {
    lock: settings.DATABASE_LOCK_TIMEOUT_SECONDS,
    statement: settings.DATABASE_STATEMENT_TIMEOUT_SECONDS,
  }
}

/** Opens the small pool for jobs, readiness and metrics. */
export function openBackgroundPool(
  url: string,
  { log, limits }: { log: Logger; limits: StatementLimits },
): DatabasePool {
  return openPool(url, {
    size: backgroundSize,
    log,
    limits: { ...limits, statement: Math.max(limits.statement, backgroundStatement) },
  })
}

/**
 * Opens the database at DATABASE_URL, or else the embedded one in DATA_DIR/postgres.
 * @throws EmbeddedPostgresError if the embedded server cannot start
 */
export async function connectDatabase(
  settings: Pick<Settings, 'DATABASE_URL' | 'DATABASE_POOL_SIZE' | 'DATA_DIR'> & LimitSettings,
  log: Logger,
): Promise<DatabaseHandle> {
  const embedded = settings.DATABASE_URL
    ? undefined
    : await startEmbeddedPostgres({ dataDirectory: join(settings.DATA_DIR, 'postgres'), log })
  const url = embedded?.url ?? settings.DATABASE_URL ?? ''
  const limits = limitsOf(settings)
  const calls = openPool(url, { size: Math.max(4, settings.DATABASE_POOL_SIZE), log, limits })
  const background = openBackgroundPool(url, { log, limits })
  let closing: Promise<void> | undefined
  return {
    ...calls,
    background,
    url,
    isEmbedded: embedded !== undefined,
    close() {
      closing ??= Promise.all([calls.pool.end(), background.pool.end()]).then(() => embedded?.stop())
      return closing
    },
  }
}
