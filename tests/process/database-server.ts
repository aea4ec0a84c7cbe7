import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../../apps/api/src/platform/database/embedded-postgres.ts'
import { makeDataFolder } from './running-program.ts'

export interface DatabaseServer {
  /** Address of an empty database. */
  url: string
  /** Folder of the server's files. */
  folder: string
  query(text: string): Promise<pg.QueryResult>
  stop(): Promise<void>
}

/** Starts a PostgreSQL server for programs with DATABASE_URL. */
export async function startDatabaseServer(): Promise<DatabaseServer> {
  const server = await startEmbeddedPostgres({
    dataDirectory: join(makeDataFolder(), 'postgres'),
    log: pino({ level: 'silent' }),
    durable: false,
  })
  const pool = new pg.Pool({ connectionString: server.url, max: 1 })
  pool.on('error', () => {})
  return {
    url: server.url,
    folder: server.folder,
    query: (text) => pool.query(text),
    async stop() {
      await pool.end()
      await server.stop()
    },
  }
}
