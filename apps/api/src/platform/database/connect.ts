import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Settings } from '../../settings.ts'
import type { Database } from './database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { rememberPool } from './prepared-query.ts'
import type { DB } from './tables.ts'

export interface DatabaseHandle {
  kysely: Database
  pool: pg.Pool
  /** The server's URL for the driver. It contains a password: never log it. */
  url: string
  isEmbedded: boolean
  /** Folder of an embedded server's files. */
  folder: string | undefined
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

interface PoolOptions {
  /** Max number of connections. */
  size: number
  log: Logger
  /** Removes the limits on statements and transactions, for migrations. */
  patient?: boolean
}

/**
 * Creates a connection pool: 64-bit integers as exact numbers, days as strings, UTC, and time-outs (5 s for a
 * connection, 30 s for a statement, 60 s idle inside a transaction). A lost connection is logged, never thrown.
 */
export function createPool(url: string, { size, log, patient = false }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: patient ? 0 : 30_000,
    idle_in_transaction_session_timeout: patient ? 0 : 60_000,
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

export function createKysely(pool: pg.Pool): Database {
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  rememberPool(kysely, pool)
  return kysely
}

/**
 * Opens the database at DATABASE_URL, or else the embedded one in DATA_DIR/postgres.
 * @throws EmbeddedPostgresError if the embedded server cannot start
 */
export async function connectDatabase(
  settings: Pick<Settings, 'DATABASE_URL' | 'DATABASE_POOL_SIZE' | 'DATA_DIR'>,
  log: Logger,
): Promise<DatabaseHandle> {
  const embedded = settings.DATABASE_URL
    ? undefined
    : await startEmbeddedPostgres({ dataDirectory: join(settings.DATA_DIR, 'postgres'), log })
  const url = embedded?.url ?? settings.DATABASE_URL ?? ''
  const pool = createPool(url, { size: Math.max(4, settings.DATABASE_POOL_SIZE), log })
  let closing: Promise<void> | undefined
  return {
    kysely: createKysely(pool),
    pool,
    url,
    isEmbedded: embedded !== undefined,
    folder: embedded?.folder,
    close() {
      closing ??= pool.end().then(() => embedded?.stop())
      return closing
    },
  }
}
