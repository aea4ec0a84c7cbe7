import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../../apps/api/src/platform/database/embedded-postgres.ts'
import { placePreparedCluster } from '../../apps/api/src/platform/database/prepared-cluster.ts'
import { makeDataFolder } from './running-program.ts'

export interface DatabaseServer {
  /** Address of the database. */
  url: string
  /** Folder of the server's files. */
  folder: string
  query(text: string): Promise<pg.QueryResult>
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL server for programs with DATABASE_URL.
 * @param state whether its database has nothing at all, or all tables and no rows
 */
export async function startDatabaseServer(state: 'empty' | 'migrated' = 'migrated'): Promise<DatabaseServer> {
  const dataDirectory = join(makeDataFolder(), 'postgres')
  if (state === 'migrated') await placePreparedCluster(dataDirectory)
  const server = await startEmbeddedPostgres({
    dataDirectory,
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
