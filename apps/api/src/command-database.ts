import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { connectDatabase } from './platform/database/connect.ts'
import { findRunningPostgres } from './platform/database/embedded-postgres.ts'
import { type Settings, SettingsError } from './settings.ts'

/**
 * Runs a command's work with the URL of the database: of the server in the settings, of a running embedded one, or of
 * one started for this.
 * @param options.isNew whether the command makes the embedded database, as a restore does
 * @throws SettingsError if there is no embedded database in DATA_DIR, which may be mistyped
 */
export async function withDatabase<T>(
  settings: Settings,
  log: Logger,
  work: (url: string) => Promise<T>,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<T> {
  // Commands hold sessions and locks, so they do not go through a pooler.
  const given = settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL
  const folder = join(settings.DATA_DIR, 'postgres')
  const running = given ?? (await findRunningPostgres(folder))
  if (running) return work(running)
  if (!isNew && !existsSync(folder)) {
    throw new SettingsError(
      `There is no database in ${settings.DATA_DIR}. Set DATA_DIR or DATABASE_URL as for the program.`,
    )
  }
  const database = await connectDatabase(settings, log)
  try {
    return await work(database.url)
  } finally {
    await database.close()
  }
}
