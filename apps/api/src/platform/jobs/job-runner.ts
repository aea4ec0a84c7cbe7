import { EventEmitter } from 'node:events'
import { parseCronItems, type Runner, run, type Task, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { type Database, inTransaction } from '../database/database.ts'
import { jobLogger } from './job-log.ts'
import { openWorkerRegistry, type WorkerRegistry } from './worker-registry.ts'

export interface JobContext {
  /** 1 for the first try. */
  attempt: number
  /** Whether a failure now is final. */
  isLastAttempt: boolean
  /** Aborted five seconds after the runner was asked to stop. */
  signal: AbortSignal
}

/** Work that may be repeated: after a crash or a failure it runs again. */
export type JobTask = (payload: unknown, context: JobContext) => Promise<void>

interface JobRunnerOptions {
  /** Two of its connections stay in use: one that listens, one that shows that the workers live. */
  pool: pg.Pool
  /** The work by its name. A task that throws is tried again later, with growing pauses. */
  tasks: Record<string, JobTask>
  /** Tasks that recur: pattern is minute, hour, day, month, weekday, in UTC. */
  crontab?: { task: string; pattern: string }[]
  log: Logger
  /** Jobs that run at the same time. */
  concurrency?: number
}

export interface JobRunner {
  /** Takes no more jobs and waits for those that run. */
  stop(): Promise<void>
}

interface RunningRunner {
  runner: Runner
  registry: WorkerRegistry
}

const longestPause = 10_000
const neverAborted = new AbortController().signal

/**
 * Runs jobs from the database until stopped. Returns once it listens; an outage of the database later is outlived:
 * the runner starts again with growing pauses.
 * @throws when the database cannot be reached at first
 */
export async function startJobRunner(options: JobRunnerOptions): Promise<JobRunner> {
  const { pool, tasks, crontab = [], log, concurrency = 2 } = options
  const taskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]): [string, Task] => [
      name,
      (payload, { job, abortSignal }) =>
        task(payload, {
          attempt: job.attempts,
          isLastAttempt: job.attempts >= job.max_attempts,
          signal: abortSignal ?? neverAborted,
        }),
    ]),
  )
  const parsedCronItems = parseCronItems(
    crontab.map(({ task, pattern }) => ({ task, match: pattern, options: { backfillPeriod: 0 } })),
  )

  async function begin(): Promise<RunningRunner> {
    const registry = await openWorkerRegistry(pool, log)
    const events: WorkerEvents = new EventEmitter()
    events.on('worker:create', ({ worker }) => registry.add(worker.workerId))
    try {
      const runner = await run({
        pgPool: pool,
        concurrency,
        noHandleSignals: true,
        pollInterval: 2_000,
        logger: jobLogger(log),
        events,
        taskList,
        parsedCronItems,
        // A batch, be it of one job that waits for no others: only batches are written before stopping ends.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      })
      return { runner, registry }
    } catch (error) {
      await registry.close()
      throw error
    }
  }

  let stopping = false
  let wake = () => {}
  let current: RunningRunner | undefined = await begin()
  const supervised = supervise()

  async function supervise(): Promise<void> {
    let pause = 500
    while (!stopping) {
      try {
        current ??= await begin()
        if (stopping) await current.runner.stop()
        pause = 500
        await current.runner.promise
      } catch (error) {
        if (!stopping) log.warn({ err: error }, 'the job runner lost the database and will start again')
      }
      await current?.registry.close()
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
        await current?.runner
          .stop()
          .catch((error: unknown) => log.debug({ err: error }, 'the job runner had stopped'))
      }
      await supervised
    },
  }
}

interface JobRequest {
  task: string
  /** Plain JSON. */
  payload: unknown
  /** Not before this instant; default at once. */
  runAt?: Date | undefined
  /** Replaces the job with the same key, whether it waits, runs or has given up, so that the work is done once. */
  key?: string | undefined
  /** Default 25 tries over about four days. */
  maxAttempts?: number | undefined
}

/** Adds a job in the caller's transaction: it runs if and only if that commits. */
export async function enqueue(database: Database, job: JobRequest): Promise<void> {
  const { key } = job
  if (key === undefined) return addJob(database, job)
  await inTransaction(database, async (transaction) => {
    await removeJob(transaction, key)
    await addJob(transaction, job)
  })
}

/**
 * Removes the job with a key. The library itself would leave a running one behind with no tries left: if it failed, it
 * would count as a job that gave up, although its replacement does the work. A running job without a row finishes and
 * leaves nothing behind.
 */
async function removeJob(transaction: Database, key: string): Promise<void> {
  // One caller at a time: a worker could take the job of another between these statements.
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(transaction)
  await sql`delete from graphile_worker._private_jobs where key = ${key}`.execute(transaction)
}

async function addJob(database: Database, job: JobRequest): Promise<void> {
  await sql`select from graphile_worker.add_job(
    identifier => ${job.task},
    payload => ${JSON.stringify(job.payload ?? {})}::json,
    run_at => ${job.runAt ?? null}::timestamptz,
    max_attempts => ${job.maxAttempts ?? null}::int,
    job_key => ${job.key ?? null}::text
  )`.execute(database)
}

/** Asks for one job of a task for each payload, by one statement. */
export async function enqueueAll(
  database: Database,
  task: string,
  payloads: readonly object[],
): Promise<void> {
  if (payloads.length === 0) return
  await sql`select graphile_worker.add_job(identifier => ${task}, payload => payload)
    from json_array_elements(${JSON.stringify(payloads)}::json) as payload`.execute(database)
}
