import { EventEmitter } from 'node:events'
import { parseCronItems, type Runner, run, type Task, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { type Database, inTransaction } from '../database/database.ts'
import { fromTab, originTab } from '../live/origin-tab.ts'
import { jobLogger } from './job-log.ts'
import { openWorkerRegistry, type RegistryTimes, type WorkerRegistry } from './worker-registry.ts'

export interface JobContext {
  /** 1 for the first attempt. */
  attempt: number
  /** Whether a failure now is final. */
  isLastAttempt: boolean
  /** Aborted five seconds after the runner was asked to stop. */
  signal: AbortSignal
}

/** The handler of a job. It may run again after a crash or a failure. */
export type JobTask = (payload: unknown, context: JobContext) => Promise<void>

interface JobRunnerOptions {
  /** Up to three of its connections stay in use: one for each lane that listens, one that shows that this process lives. */
  pool: pg.Pool
  /** The handlers by task name. A task that throws is retried with growing pauses. */
  tasks: Record<string, JobTask>
  /** Tasks that may take minutes. They have a lane of their own, so that short jobs never wait for them. */
  longTasks?: ReadonlySet<string>
  /** Recurring tasks; the pattern is minute, hour, day, month, weekday, in UTC. */
  crontab?: { task: string; pattern: string }[]
  log: Logger
  /** Max number of concurrent jobs of each lane. */
  concurrency?: number
  /** How soon jobs of a dead process are freed; for tests. */
  times?: RegistryTimes
}

interface JobRunner {
  /** Takes no more jobs and waits for running ones. */
  stop(): Promise<void>
}

interface LaneOptions extends Pick<JobRunnerOptions, 'pool' | 'tasks' | 'log'> {
  crontab: { task: string; pattern: string }[]
  concurrency: number
  registry: WorkerRegistry
}

const longestPause = 10_000
const neverAborted = new AbortController().signal

/**
 * Runs jobs from the database until stopped. Returns once it listens. After a later outage of the database the runner
 * restarts with growing pauses.
 * @throws if the database cannot be reached at first
 */
export async function startJobRunner({
  pool,
  tasks,
  longTasks = new Set(),
  crontab = [],
  log,
  concurrency = 2,
  times,
}: JobRunnerOptions): Promise<JobRunner> {
  const registry = await openWorkerRegistry(pool, log, times)
  const started: JobRunner[] = []
  async function stop(): Promise<void> {
    await Promise.all(started.map((lane) => lane.stop()))
    await registry.close()
  }
  try {
    for (const isLong of [false, true]) {
      const isOfLane = (name: string) => longTasks.has(name) === isLong
      const ofLane = Object.fromEntries(Object.entries(tasks).filter(([name]) => isOfLane(name)))
      if (Object.keys(ofLane).length === 0) continue
      const recurring = crontab.filter(({ task }) => isOfLane(task))
      started.push(await startLane({ pool, tasks: ofLane, crontab: recurring, log, concurrency, registry }))
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

async function startLane({
  pool,
  tasks,
  crontab,
  log,
  concurrency,
  registry,
}: LaneOptions): Promise<JobRunner> {
  const taskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]): [string, Task] => [
      name,
      (stored, { job, abortSignal }) => {
        const { [tabMember]: tab, ...payload } = stored as StoredPayload
        const context = {
          attempt: job.attempts,
          isLastAttempt: job.attempts >= job.max_attempts,
          signal: abortSignal ?? neverAborted,
        }
        return fromTab(tab, () => task(payload, context))
      },
    ]),
  )
  const parsedCronItems = parseCronItems(
    crontab.map(({ task, pattern }) => ({ task, match: pattern, options: { backfillPeriod: 0 } })),
  )

  async function begin(): Promise<Runner> {
    const events: WorkerEvents = new EventEmitter()
    // The library writes the id of the pool into `locked_by`, not that of the worker.
    events.on('pool:create', ({ workerPool }) => registry.add(workerPool.id))
    events.on('pool:release', ({ workerPool }) => registry.remove(workerPool.id))
    return run({
      pgPool: pool,
      concurrency,
      noHandleSignals: true,
      pollInterval: 2_000,
      logger: jobLogger(log),
      events,
      taskList,
      parsedCronItems,
      // A batch even for a single job: only batches are written before stopping ends.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    })
  }

  let stopping = false
  let wake = () => {}
  let current: Runner | undefined = await begin()
  const supervised = supervise()

  async function supervise(): Promise<void> {
    let pause = 500
    while (!stopping) {
      try {
        current ??= await begin()
        if (stopping) await current.stop()
        pause = 500
        await current.promise
      } catch (error) {
        if (!stopping) log.warn({ err: error }, 'job runner lost the database, restarting')
      }
      current = undefined
      if (stopping) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      pause = Math.min(pause * 2, longestPause)
    }
  }

  return {
    async stop() {
      if (!stopping) {
        stopping = true
        wake()
        await current?.stop().catch((error: unknown) => log.debug({ err: error }, 'job runner stopped'))
      }
      await supervised
    },
  }
}

const tabMember = '_tab'
type StoredPayload = { [tabMember]?: string }

/**
 * Adds the page whose write caused the job, so that the page takes the job's changes for its own. A job that does
 * whatever is due would make the changes of others the page's own (OQ-595).
 */
function storedPayload(payload: object): StoredPayload {
  const tab = originTab()
  return tab === undefined || Object.keys(payload).length === 0 ? payload : { ...payload, [tabMember]: tab }
}

interface JobRequest {
  task: string
  /** Plain JSON: the record that the job is for. Empty for a job that does whatever is due, whoever caused it. */
  payload: object
  /** Earliest time to run; at once by default. */
  runAt?: Date | undefined
  /**
   * Replaces the job with the same key, whether it waits, runs or has failed for good, so that the work is done once.
   */
  key?: string | undefined
  /** The jobs of a queue run one at a time, in all processes together. */
  queue?: string | undefined
  /** 25 attempts over about four days by default. */
  maxAttempts?: number | undefined
}

/** Adds a job in the caller's transaction: it runs only if that commits. */
export async function enqueue(database: Database, job: JobRequest): Promise<void> {
  const { key } = job
  if (key === undefined) return addJob(database, job)
  await inTransaction(database, async (transaction) => {
    await removeJob(transaction, key)
    await addJob(transaction, job)
  })
}

/**
 * Removes the job with a key. The library itself would leave a running one without attempts: if it failed, it would
 * count as given up, although its replacement does the work. A running job without a row finishes and leaves nothing
 * behind.
 */
async function removeJob(transaction: Database, key: string): Promise<void> {
  // One caller at a time: a worker could take the job between these statements.
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(transaction)
  await sql`delete from graphile_worker._private_jobs where key = ${key}`.execute(transaction)
}

async function addJob(database: Database, job: JobRequest): Promise<void> {
  await sql`select from graphile_worker.add_job(
    identifier => ${job.task},
    payload => ${JSON.stringify(storedPayload(job.payload))}::json,
    run_at => ${job.runAt ?? null}::timestamptz,
    max_attempts => ${job.maxAttempts ?? null}::int,
    job_key => ${job.key ?? null}::text,
    queue_name => ${job.queue ?? null}::text
  )`.execute(database)
}

/**
 * Makes the changes of a transaction those of the page that caused a waiting job, because it does the job's work.
 * @param key the job's key
 */
export async function actForJob(transaction: Database, key: string): Promise<void> {
  await sql`select set_config('greenroom.tab', payload ->> ${tabMember}, true)
    from graphile_worker._private_jobs where key = ${key} and payload ->> ${tabMember} is not null`.execute(
    transaction,
  )
}
