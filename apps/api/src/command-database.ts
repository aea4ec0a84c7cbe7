import { join } from 'node:path'
import type { Logger } from 'pino'
import { connectDatabase } from './platform/database/connect.ts'
import { findRunningPostgres } from './platform/database/embedded-postgres.ts'
import type { Settings } from './settings.ts'

/**
 * Runs a command's work with the URL of the database: of the server in the settings, of a running embedded one, or of
 * one started for this.
 */
export async function withDatabase<T>(
  settings: Settings,
  log: Logger,
  work: (url: string) => Promise<T>,
): Promise<T> {
  // Commands hold sessions and locks, so they do not go through a pooler.
  const given = settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL
  const running = given ?? (await findRunningPostgres(join(settings.DATA_DIR, 'postgres')))
  if (running) return work(running)
  const database = await connectDatabase(settings, log)
  try {
    return await work(database.url)
  } finally {
    await database.close()
  }
}
