import { join } from 'node:path'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Settings } from '../../settings.ts'
import { originTab } from '../live/origin-tab.ts'
import type { Database } from './database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { createLanes, type Lanes, mayWaitForRows } from './lanes.ts'
import { checkPooler } from './pooler.ts'
import { rememberPool } from './prepared-query.ts'
import type { DB } from './tables.ts'

export interface DatabasePool {
  kysely: Database
  pool: pg.Pool
}

/** The pool of the calls, and what belongs to the database as a whole. */
export interface DatabaseHandle extends DatabasePool {
  /**
   * A small pool for jobs, readiness, metrics and the look-up of who calls, so that they work while calls use every other connection. It goes to
   * the server itself, for what needs a session: listening and session locks.
   */
  background: DatabasePool
  /** A standby for reads, which may be down; null without DATABASE_READ_URL. */
  replica: DatabasePool | null
  /** The URL of the server itself for the driver. It contains a password: never log it. */
  url: string
  isEmbedded: boolean
  /** Folder of an embedded server's files. */
  folder: string | undefined
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
  /**
   * Whether the URL is that of a pooler in transaction mode. It refuses settings at the start of a connection, so
   * outside of transactions the role's own apply.
   */
  isPooled?: boolean
  /** Whether there is another server to use: waits 1 s for a connection and 10 s for a response. */
  isOptional?: boolean
  /** Undefined for migrations and commands, which may take long. */
  limits?: StatementLimits
}

/** Max time that a connection may be idle inside a transaction, in milliseconds. */
const idleInTransaction = 60_000
/**
 * Two that listen for jobs, one that shows that the workers are alive, four for jobs, one for readiness and metrics, one
 * that listens for changes, and one to look up who calls.
 */
const backgroundSize = 10
/** Max time of a background statement in seconds. A sweep may delete many rows. */
const backgroundStatement = 60

/** How days and times are exchanged with the database, whatever the database or its role has set. */
const formats = '-c timezone=UTC -c datestyle=ISO,MDY'
/**
 * Options of a connection for migrations and copies, which take as long as they need, whatever limits the database or
 * its role has set.
 */
export const unlimitedSession = [
  formats,
  '-c statement_timeout=0',
  '-c lock_timeout=0',
  '-c idle_in_transaction_session_timeout=0',
].join(' ')

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
export function createPool(
  url: string,
  { size, log, limits, isPooled = false, isOptional = false }: PoolOptions,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: isOptional ? 1_000 : 5_000,
    ...(isOptional ? { query_timeout: 10_000 } : {}),
    idleTimeoutMillis: 60_000,
    ...(isPooled
      ? {}
      : limits
        ? { options: formats, ...parametersOf(limits) }
        : { options: unlimitedSession }),
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

/**
 * Sends the limits, and the page that a change comes from, in the same message as BEGIN: a pooler gives each transaction
 * another server connection. Takes a connection only for the first statement, which tells the lane.
 */
class CallsDriver extends PostgresDriver {
  readonly #limits: string
  readonly #lanes: Lanes

  constructor(pool: pg.Pool, limits: StatementLimits, lanes: Lanes) {
    super({ pool })
    this.#limits = Object.entries(parametersOf(limits))
      .map(([name, milliseconds]) => `set local ${name} = ${milliseconds}`)
      .join('; ')
    this.#lanes = lanes
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const take = async (lane: keyof Lanes) => {
      const leave = await this.#lanes[lane].enter()
      try {
        return { connection: await super.acquireConnection(), leave }
      } catch (error) {
        leave()
        throw error
      }
    }
    return new LateConnection(take, () => this.#localSettings())
  }

  #localSettings(): string {
    const tab = originTab()
    return tab === undefined ? this.#limits : `${this.#limits}; set local greenroom.tab = '${tab}'`
  }

  override async beginTransaction(late: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const connection = await (late as LateConnection).openForTransaction()
    const limited = {
      executeQuery: (begin: CompiledQuery) =>
        connection.executeQuery(CompiledQuery.raw(`${begin.sql}; ${this.#localSettings()}`)),
    }
    return super.beginTransaction(limited as DatabaseConnection, settings)
  }

  override async releaseConnection(late: DatabaseConnection): Promise<void> {
    const opened = (late as LateConnection).opened
    if (!opened) return
    await super.releaseConnection(opened.connection as Parameters<PostgresDriver['releaseConnection']>[0])
    opened.leave()
  }
}

interface OpenedConnection {
  connection: DatabaseConnection
  leave: () => void
}

/** A connection that is taken from the pool for its first statement. */
class LateConnection implements DatabaseConnection {
  opened: OpenedConnection | undefined
  #isInTransaction = false
  readonly #take: (lane: keyof Lanes) => Promise<OpenedConnection>
  readonly #localSettings: () => string

  constructor(take: (lane: keyof Lanes) => Promise<OpenedConnection>, localSettings: () => string) {
    this.#take = take
    this.#localSettings = localSettings
  }

  async open(lane: keyof Lanes): Promise<DatabaseConnection> {
    this.opened ??= await this.#take(lane)
    return this.opened.connection
  }

  openForTransaction(): Promise<DatabaseConnection> {
    this.#isInTransaction = true
    return this.open('write')
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const lane = mayWaitForRows(query) ? 'write' : 'read'
    const connection = await this.open(lane)
    if (lane === 'read' || this.#isInTransaction || originTab() === undefined) {
      return connection.executeQuery<R>(query)
    }
    // A setting for one statement needs a transaction.
    await connection.executeQuery(CompiledQuery.raw(`begin; ${this.#localSettings()}`))
    try {
      const result = await connection.executeQuery<R>(query)
      await connection.executeQuery(CompiledQuery.raw('commit'))
      return result
    } catch (error) {
      await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {})
      throw error
    }
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    const connection = await this.open('read')
    yield* connection.streamQuery<R>(query, chunkSize)
  }
}

class CallsDialect extends PostgresDialect {
  readonly #driver: Driver

  constructor(pool: pg.Pool, limits: StatementLimits, lanes: Lanes) {
    super({ pool })
    this.#driver = new CallsDriver(pool, limits, lanes)
  }

  override createDriver(): Driver {
    return this.#driver
  }
}

/**
 * Creates the query builder of a pool. With limits, every transaction sets them, and reads and writes leave connections
 * to each other.
 * @param isPooled whether the pool's URL is that of a pooler in transaction mode
 */
export function createKysely(
  pool: pg.Pool,
  {
    limits,
    isPooled = false,
    isOptional = false,
  }: Pick<PoolOptions, 'limits' | 'isPooled' | 'isOptional'> = {},
): Database {
  const { max: size = 1 } = pool.options
  // A server that only serves reads needs no connections for writes.
  const reserved = isOptional ? 0 : 2
  const patience = () => pool.options.connectionTimeoutMillis ?? 0
  const lanes = limits && createLanes({ size, reserved, patience })
  const dialect = lanes ? new CallsDialect(pool, limits, lanes) : new PostgresDialect({ pool })
  const kysely = new Kysely<DB>({ dialect })
  // A pooler may run the next statement on another connection, which does not know the name.
  rememberPool(kysely, { pool, keepsNames: !isPooled, lane: lanes?.read })
  return kysely
}

/** Returns the URL that a pool connects to. It contains a password: never log it. */
export function connectionStringOf(pool: pg.Pool): string {
  return pool.options.connectionString ?? ''
}

/** Creates a pool with its query builder. */
export function openPool(url: string, options: PoolOptions): DatabasePool {
  const pool = createPool(url, options)
  return { pool, kysely: createKysely(pool, options) }
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
 * Opens the database at DATABASE_URL, or else the embedded one in DATA_DIR/postgres. With DATABASE_DIRECT_URL,
 * DATABASE_URL is that of a pooler in transaction mode.
 * @throws EmbeddedPostgresError if the embedded server cannot start
 * @throws DirectAddressError if DATABASE_DIRECT_URL cannot be used or names another database
 */
export async function connectDatabase(
  settings: Pick<
    Settings,
    'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_READ_URL' | 'DATABASE_POOL_SIZE' | 'DATA_DIR'
  > &
    LimitSettings,
  log: Logger,
): Promise<DatabaseHandle> {
  const embedded = settings.DATABASE_URL
    ? undefined
    : await startEmbeddedPostgres({ dataDirectory: join(settings.DATA_DIR, 'postgres'), log })
  const url = embedded?.url ?? settings.DATABASE_URL ?? ''
  const directUrl = settings.DATABASE_DIRECT_URL ?? url
  const isPooled = settings.DATABASE_DIRECT_URL !== undefined
  const limits = limitsOf(settings)
  const size = Math.max(4, settings.DATABASE_POOL_SIZE)
  const calls = openPool(url, { size, log, limits, isPooled })
  const readUrl = settings.DATABASE_READ_URL
  const replica = readUrl ? openPool(readUrl, { size, log, limits, isPooled, isOptional: true }) : null
  const background = openBackgroundPool(directUrl, { log, limits })
  let closing: Promise<void> | undefined
  const handle: DatabaseHandle = {
    ...calls,
    background,
    replica,
    url: directUrl,
    isEmbedded: embedded !== undefined,
    folder: embedded?.folder,
    close() {
      closing ??= Promise.all([calls, background, replica].map((one) => one?.pool.end())).then(() =>
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
