import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { enqueue, type JobContext, type JobRunner, startJobRunner } from './job-runner.ts'
import { openWorkerRegistry } from './worker-registry.ts'

const log = pino({ level: 'silent' })
const soon = { timeout: 60_000, interval: 20 }
let database: TestDatabase
let runner: JobRunner | undefined

beforeAll(async () => {
  database = await createTestDatabase(10)
})
afterEach(async () => {
  await runner?.stop()
  runner = undefined
})
afterAll(async () => {
  await database.drop()
})

async function jobsOf(task: string): Promise<{ attempts: number }[]> {
  const { rows } = await sql<{ attempts: number }>`
    select attempts::int from graphile_worker.jobs where task_identifier = ${task}`.execute(database.kysely)
  return rows
}

test('runs a job of a committed transaction and never one of a rolled back transaction', async () => {
  const done: unknown[] = []
  await database.kysely
    .transaction()
    .execute(async (transaction) => {
      await enqueue(transaction, { task: 'note', payload: { name: 'rolled back' } })
      throw new Error('changed my mind')
    })
    .catch(() => {})
  await database.kysely.transaction().execute(async (transaction) => {
    await enqueue(transaction, { task: 'note', payload: { name: 'committed' } })
  })
  runner = await startJobRunner({
    pool: database.pool,
    log,
    tasks: {
      note: async (payload) => {
        done.push(payload)
      },
    },
  })
  await enqueue(database.kysely, { task: 'note', payload: { name: 'later' } })
  await vi.waitFor(() => expect(done).toHaveLength(2), soon)
  // Two jobs may run at the same time, so either may finish first.
  expect(done).toEqual(expect.arrayContaining([{ name: 'committed' }, { name: 'later' }]))
})

test('retries a failing job and reports its last attempt', async () => {
  const seen: Pick<JobContext, 'attempt' | 'isLastAttempt'>[] = []
  runner = await startJobRunner({
    pool: database.pool,
    log,
    tasks: {
      fail: async (_payload, { attempt, isLastAttempt }) => {
        seen.push({ attempt, isLastAttempt })
        if (attempt === 1) throw new Error('not yet')
      },
    },
  })
  await enqueue(database.kysely, { task: 'fail', payload: {}, maxAttempts: 2 })
  await vi.waitFor(() => expect(seen).toHaveLength(1), soon)
  await vi.waitFor(async () => {
    const waiting = await sql`update graphile_worker._private_jobs set run_at = now()
      where locked_at is null and attempts = 1 returning id`.execute(database.kysely)
    expect(waiting.rows).toHaveLength(1)
  }, soon)
  await vi.waitFor(() => expect(seen).toHaveLength(2), soon)
  expect(seen).toEqual([
    { attempt: 1, isLastAttempt: false },
    { attempt: 2, isLastAttempt: true },
  ])
})

test('replaces a waiting job with the same key, and waits for a job’s time', async () => {
  const done: unknown[] = []
  await enqueue(database.kysely, { task: 'once', payload: { version: 1 }, key: 'same' })
  await enqueue(database.kysely, { task: 'once', payload: { version: 2 }, key: 'same' })
  await enqueue(database.kysely, {
    task: 'once',
    payload: { late: true },
    runAt: new Date(Date.now() + 3_600_000),
  })
  const record = async (payload: unknown) => {
    done.push(payload)
  }
  runner = await startJobRunner({ pool: database.pool, log, tasks: { once: record, last: record } })
  await enqueue(database.kysely, { task: 'last', payload: { last: true } })
  await vi.waitFor(() => expect(done).toContainEqual({ last: true }), soon)
  await vi.waitFor(() => expect(done).toContainEqual({ version: 2 }), soon)
  expect(done).toHaveLength(2)
})

test('replaces a running job with its key: its failure does not count', async () => {
  const runs: { payload: unknown; fail: () => void; finish: () => void }[] = []
  runner = await startJobRunner({
    pool: database.pool,
    log,
    tasks: {
      held: (payload) =>
        new Promise<void>((finish, reject) => {
          runs.push({ payload, finish, fail: () => reject(new Error('the provider is away')) })
        }),
    },
  })
  const add = (version: number) =>
    enqueue(database.kysely, { task: 'held', payload: { version }, key: 'replaced' })
  await add(1)
  await vi.waitFor(() => expect(runs).toHaveLength(1), soon)
  await add(2)
  await vi.waitFor(() => expect(runs).toHaveLength(2), soon)
  // Both run. The third replaces the second, as if it had just been taken.
  await add(3)
  runs[0]?.fail()
  await vi.waitFor(() => expect(runs).toHaveLength(3), soon)
  runs[1]?.fail()
  expect(runs.map(({ payload }) => payload)).toEqual([{ version: 1 }, { version: 2 }, { version: 3 }])
  runs[2]?.finish()
  await runner.stop()
  expect(await jobsOf('held')).toEqual([])
})

test('replaces a job that failed for good by its key', async () => {
  const add = () => enqueue(database.kysely, { task: 'gives-up', payload: {}, key: 'tried', maxAttempts: 1 })
  await add()
  await sql`update graphile_worker._private_jobs set attempts = 1 where key = 'tried'`.execute(
    database.kysely,
  )
  await add()
  expect(await jobsOf('gives-up')).toEqual([{ attempts: 0 }])
})

test('leaves one of several jobs added concurrently with one key', async () => {
  await Promise.all(
    Array.from({ length: 8 }, () => enqueue(database.kysely, { task: 'at-once', payload: {}, key: 'crowd' })),
  )
  expect(await jobsOf('at-once')).toEqual([{ attempts: 0 }])
})

test('waits when stopping for the running job and until its end is recorded', async () => {
  let finish = () => {}
  let finished = false
  let started = false
  runner = await startJobRunner({
    pool: database.pool,
    log,
    tasks: {
      slow: async () => {
        started = true
        await new Promise<void>((resolve) => {
          finish = resolve
        })
        finished = true
      },
    },
  })
  await enqueue(database.kysely, { task: 'slow', payload: {} })
  await vi.waitFor(() => expect(started).toBe(true), soon)
  // Held by another connection, so that recording its end takes as long as the test needs.
  const holder = await database.pool.connect()
  let isStopped = false
  try {
    await holder.query('begin')
    await holder.query(`select from graphile_worker._private_jobs for update`)
    const stopped = runner.stop().then(() => {
      isStopped = true
    })
    finish()
    await vi.waitFor(async () => {
      const waiting = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(database.kysely)
      expect(waiting.rows).toHaveLength(1)
    }, soon)
    expect(finished).toBe(true)
    expect(isStopped).toBe(false)
    await holder.query('commit')
    await stopped
  } finally {
    holder.release(true)
  }
  const left = await sql`select from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'slow'`.execute(
    database.kysely,
  )
  expect(left.rows).toHaveLength(0)
})

test('continues after all its connections were cut', async () => {
  const done: unknown[] = []
  runner = await startJobRunner({
    pool: database.pool,
    log,
    tasks: {
      again: async (payload) => {
        done.push(payload)
      },
    },
  })
  await enqueue(database.kysely, { task: 'again', payload: { n: 1 } })
  await vi.waitFor(() => expect(done).toHaveLength(1), soon)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(database.kysely)
  await enqueue(database.kysely, { task: 'again', payload: { n: 2 } })
  await vi.waitFor(() => expect(done).toHaveLength(2), soon)
})

test('frees the job of a dead worker and keeps that of a running one', async () => {
  const hold = async (worker: string, key: string) => {
    await enqueue(database.kysely, { task: 'held', payload: {}, key })
    await sql`update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = now() - interval '1 minute'
      where key = ${key}`.execute(database.kysely)
  }
  const living = await openWorkerRegistry(database.pool, log)
  living.add('worker-that-lives')
  await vi.waitFor(async () => {
    const locks = await sql`select from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`.execute(
      database.kysely,
    )
    expect(locks.rows).toHaveLength(1)
  }, soon)
  await hold('worker-that-lives', 'living')
  await hold('worker-that-died', 'dead')
  const other = await openWorkerRegistry(database.pool, log)
  await vi.waitFor(async () => {
    const jobs = await sql<{ key: string; locked_by: string | null }>`
      select key, locked_by from graphile_worker._private_jobs where key in ('living', 'dead') order by key`.execute(
      database.kysely,
    )
    expect(jobs.rows).toEqual([
      { key: 'dead', locked_by: null },
      { key: 'living', locked_by: 'worker-that-lives' },
    ])
  }, soon)
  await other.close()
  await living.close()
})
