import { mkdir } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Logger, pino } from 'pino'
import { createApp } from './app.ts'
import { failureMessage } from './failure-message.ts'
import { systemClock } from './platform/clock.ts'
import { connectDatabase, type DatabaseHandle } from './platform/database/connect.ts'
import { migrateDatabase } from './platform/database/migrate.ts'
import { followConnections } from './platform/http/unused-connections.ts'
import { publicUrlOf } from './platform/identity/public-url.ts'
import { startJobRunner } from './platform/jobs/job-runner.ts'
import { chooseProviders, type Providers } from './providers.ts'
import { addSampleData } from './sample/sample-data.ts'
import { readSettings, type Settings, SettingsError } from './settings.ts'

/** Seconds for running requests to finish after the program is asked to stop. */
const closingTime = 25
/** Interval of closing idle connections while the program stops, in milliseconds. */
const idleCheck = 100
/** How long a new connection may take to send its first request while the program stops, in milliseconds. */
const firstRequestTime = 1_000

async function start(): Promise<void> {
  const settings = readSettings(process.env)
  const log = createLog(settings)
  // Before the database is opened and migrated, so that invalid settings change nothing.
  const providers = await chooseProviders(settings, { clock: systemClock, log })
  await mkdir(settings.DATA_DIR, { recursive: true })
  const database = await connectDatabase(settings, log)
  try {
    await serve({ settings, providers, log, database })
  } catch (error) {
    await database.close()
    throw error
  }
}

async function serve({
  settings,
  providers,
  log,
  database,
}: {
  settings: Settings
  providers: Providers
  log: Logger
  database: DatabaseHandle
}): Promise<void> {
  await migrateDatabase(database, log)
  const db = database.kysely
  const app = await createApp({
    settings,
    providers,
    db,
    pool: database.pool,
    replica: database.replica,
    clock: systemClock,
    log,
  })
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
  const connections = followConnections(app.fastify.server)
  const jobs = await startJobRunner({
    pool: database.directPool,
    tasks: app.tasks,
    crontab: app.crontab,
    log,
  })
  try {
    await app.fastify.listen({ host: settings.HOST, port: settings.PORT })
  } catch (error) {
    // The database cannot be closed while jobs hold connections to it.
    await jobs.stop()
    const reason = error instanceof Error ? error.message : String(error)
    throw new SettingsError(`The server cannot listen: ${reason}. Check HOST and PORT.`, { cause: error })
  }
  keepHeapSmall()
  // The line that a person who starts the program looks for.
  console.log(`Greenroom is ready at ${publicUrlOf(settings)}/masterclass`)

  let isStopping = false
  const stop = async (signal: string) => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'Stopping')
    setTimeout(() => process.exit(1), closingTime * 1000).unref()
    app.announceClosing()
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

/**
 * Limits the heap. By default it grows to four times its used size before a collection: under load 100 MB of garbage
 * on top of 35 MB of objects. With a limit a fifth above, it is collected every few seconds for some 10 ms. The limit
 * takes effect at the end of a collection, so one follows here, which also removes the garbage of the start.
 */
function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=20')
  setFlagsFromString('--expose-gc')
  const clean: unknown = runInNewContext('gc')
  if (typeof clean === 'function') clean()
}

// npm start opens a channel to this process. It closes when the parent ends, perhaps without sending a signal.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))

start().catch((error: unknown) => {
  console.error(failureMessage(error) ?? error)
  process.exit(1)
})
