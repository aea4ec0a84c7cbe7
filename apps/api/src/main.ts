import { mkdir } from 'node:fs/promises'
import { type Logger, pino } from 'pino'
import { createApp } from './app.ts'
import { systemClock } from './platform/clock.ts'
import { connectDatabase, type DatabaseHandle } from './platform/database/connect.ts'
import { EmbeddedPostgresError } from './platform/database/embedded-postgres.ts'
import { DatabaseTooNewError, migrateDatabase } from './platform/database/migrate.ts'
import { publicUrlOf } from './platform/identity/public-url.ts'
import { startJobRunner } from './platform/jobs/job-runner.ts'
import { addSampleData } from './sample/sample-data.ts'
import { readSettings, type Settings, SettingsError } from './settings.ts'

/** Seconds that requests in flight have to end after the program is asked to stop. */
const closingTime = 25

async function start(): Promise<void> {
  const settings = readSettings(process.env)
  const log = createLog(settings)
  await mkdir(settings.DATA_DIR, { recursive: true })
  const database = await connectDatabase(settings, log)
  try {
    await serve(settings, log, database)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function serve(settings: Settings, log: Logger, database: DatabaseHandle): Promise<void> {
  await migrateDatabase(database, log)
  const db = database.kysely
  const app = await createApp({ settings, db, clock: systemClock, log })
  if (settings.SAMPLE_DATA === 'on' && database.isEmbedded) {
    await addSampleData({
      db,
      files: app.files,
      clock: systemClock,
      spoolFolder: app.spoolFolder,
      settings,
      log,
    })
  }
  const jobs = await startJobRunner({ pool: database.pool, tasks: app.tasks, crontab: app.crontab, log })
  await app.fastify.listen({ host: settings.HOST, port: settings.PORT })
  // The one line that a person who starts the program looks for.
  console.log(`Greenroom is ready at ${publicUrlOf(settings)}/masterclass`)

  let isStopping = false
  const stop = async (signal: string) => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'Stopping')
    setTimeout(() => process.exit(1), closingTime * 1000).unref()
    app.announceClosing()
    await app.fastify.close()
    await jobs.stop()
    await database.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        log.error({ err: error }, 'Could not stop in order')
        process.exit(1)
      })
    })
  }
}

function createLog(settings: Settings): Logger {
  return pino({
    level: settings.LOG_LEVEL,
    // Credentials never reach a log, whatever is logged.
    redact: [
      'req.headers.authorization',
      'headers.authorization',
      'authorization',
      'cookie',
      'token',
      'password',
      'secret',
    ],
  })
}

start().catch((error: unknown) => {
  const isForPeople =
    error instanceof SettingsError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof DatabaseTooNewError
  console.error(isForPeople ? error.message : error)
  process.exit(1)
})
