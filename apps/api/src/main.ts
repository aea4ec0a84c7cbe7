import { mkdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import type { createApp as CreateApp } from './app.ts'
import { refuseInvalidCompany } from './company.ts'
import { refuseMadeUpCompany } from './demo.ts'
import { failureMessage } from './failure-message.ts'
import { missingOwner } from './platform/access/missing-owner.ts'
import { systemClock } from './platform/clock.ts'
import { connectDatabase, type DatabaseHandle } from './platform/database/connect.ts'
import { migrateDatabase } from './platform/database/migrate.ts'
import { followConnections } from './platform/http/unused-connections.ts'
import { publicUrlOf } from './platform/identity/public-url.ts'
import { startJobRunner } from './platform/jobs/job-runner.ts'
import { loggedError } from './platform/observation/logged-error.ts'
import { chooseProviders, type Providers } from './providers.ts'
import { readSettings, type Settings, SettingsError } from './settings.ts'

/** Seconds for running requests to finish after the program is asked to stop. */
const closingTime = 25
/** How long calls are still accepted after the signal, in milliseconds. */
const lastArrivals = 250
/** Interval of closing idle connections while the program stops, in milliseconds. */
const idleCheck = 100
/** How long a new connection may take to send its first request while the program stops, in milliseconds. */
const firstRequestTime = 1_000

async function start(): Promise<void> {
  const settings = readSettings(process.env)
  const log = createLog(settings)
  // Before the database is opened and migrated, so that invalid settings change nothing.
  const providers = await chooseProviders(settings, { clock: systemClock, log })
  refuseMadeUpCompany(settings)
  refuseInvalidCompany(settings)
  // Most of the code. After the settings, so that a refused start says why at once; before the database, so that an
  // incomplete installation does not migrate it.
  const { createApp } = await import('./app.ts')
  await mkdir(settings.DATA_DIR, { recursive: true })
  const database = await connectDatabase(settings, log)
  try {
    await serve({ createApp, settings, providers, log, database })
  } catch (error) {
    await database.close()
    throw error
  }
}

async function serve({
  createApp,
  settings,
  providers,
  log,
  database,
}: {
  createApp: typeof CreateApp
  settings: Settings
  providers: Providers
  log: Logger
  database: DatabaseHandle
}): Promise<void> {
  await migrateDatabase(database, log)
  const app = await createApp({
    settings,
    providers,
    database,
    databaseFolder: database.folder,
    clock: systemClock,
    log,
  })
  if (settings.SAMPLE_DATA === 'on' && database.isEmbedded) {
    const { addSampleData } = await import('./sample/sample-data.ts')
    await addSampleData({
      db: database.kysely,
      files: app.files,
      clock: systemClock,
      spoolFolder: app.spoolFolder,
      settings,
      log,
    })
  }
  const problem = await missingOwner(database.kysely, settings)
  if (problem) log.warn({ setting: 'ADMIN_EMAILS' }, problem)
  const connections = followConnections(app.fastify.server)
  const { pool } = database.background
  const { tasks, longTasks, crontab } = app
  const jobs = await startJobRunner({ pool, tasks, longTasks, crontab, log })
  try {
    await app.fastify.listen({ host: settings.HOST, port: settings.PORT })
  } catch (error) {
    // The database cannot be closed while jobs hold connections to it.
    await jobs.stop()
    const reason = error instanceof Error ? error.message : String(error)
    throw new SettingsError(`The server cannot listen: ${reason}. Check HOST and PORT.`, { cause: error })
  }
  // Removes the garbage of the start. Without --expose-gc it stays until the next collection.
  globalThis.gc?.()
  // The line that a person who starts the program looks for.
  console.log(`Greenroom is ready at ${publicUrlOf(settings)}/masterclass`)

  let isStopping = false
  const stop = async (signal: string) => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'Stopping')
    setTimeout(() => process.exit(1), closingTime * 1000).unref()
    app.announceClosing()
    // A call that was sent before the signal may not be read yet; closing now would cut it off.
    await pause(lastArrivals)
    // Without this, a connection whose last response is sent only now would stay open as long as its client wants.
    const closing = setInterval(() => app.fastify.server.closeIdleConnections(), idleCheck)
    setTimeout(connections.closeUnused, firstRequestTime).unref()
    await app.fastify.close()
    clearInterval(closing)
    await jobs.stop()
    await database.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        log.error({ err: error }, 'Could not shut down cleanly')
        process.exit(1)
      })
    })
  }
}

function createLog(settings: Settings): Logger {
  return pino({
    level: settings.LOG_LEVEL,
    serializers: { err: loggedError },
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

// npm start opens a channel to this process. It closes when the parent ends, perhaps without sending a signal.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))

start().catch((error: unknown) => {
  console.error(failureMessage(error) ?? error)
  process.exit(1)
})
