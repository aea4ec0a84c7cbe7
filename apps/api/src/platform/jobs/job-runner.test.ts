import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { sql } from 'kysely'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createPool } from '../database/connect.ts'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { fromTab, originTab } from '../live/origin-tab.ts'
import { enqueue, type JobContext, type JobTask, startJobRunner } from './job-runner.ts'
import type { RegistryTimes } from './worker-registry.ts'

const log = pino({ level: 'silent' })
const soon = { timeout: 60_000, interval: 20 }
let database: TestDatabase
type JobRunner = Awaited<ReturnType<typeof startJobRunner>>
let runner: JobRunner | undefined

beforeAll(async () => {
  database = await createTestDatabase(16)
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

test('passes on the page whose write caused a job, to its own jobs too, but not to work for everybody (OQ-595)', async () => {
  const seen: unknown[] = []
  runner = await startJobRunner({
    pool: database.pool,
    log,
    tasks: {
      follow: async (payload) => {
        seen.push(['follow', originTab(), payload])
        await enqueue(database.kysely, { task: 'next', payload: { id: 2 } })
        await enqueue(database.kysely, { task: 'next', payload: {} })
      },
      next: async (payload) => void seen.push(['next', originTab(), payload]),
    },
  })
  await fromTab('page-of-meera', () => enqueue(database.kysely, { task: 'follow', payload: { id: 1 } }))
  await vi.waitFor(() => expect(seen).toHaveLength(3), soon)
  expect(seen).toEqual(
    expect.arrayContaining([
      ['follow', 'page-of-meera', { id: 1 }],
      ['next', 'page-of-meera', { id: 2 }],
      ['next', undefined, {}],
    ]),
  )
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

describe('processes that share the jobs', () => {
  const times = { interval: 20, confirmation: 20, youngestLock: 0 }
  const runners: JobRunner[] = []
  afterEach(async () => {
    await Promise.all(runners.splice(0).map((one) => one.stop()))
  })

  /** Starts a process's runner. Returns the workers whose jobs it has freed. */
  async function startProcess(
    tasks: Record<string, JobTask>,
    options: { longTasks?: ReadonlySet<string>; pool?: pg.Pool; times?: RegistryTimes } = {},
  ): Promise<{ freed: string[]; runner: JobRunner }> {
    const freed: string[] = []
    const own = pino({ level: 'warn' }, { write: (line) => noteFreed(line) })
    const noteFreed = (line: string) => {
      const { worker } = JSON.parse(line) as { worker?: string }
      if (worker !== undefined) freed.push(worker)
    }
    const started = await startJobRunner({ pool: database.pool, log: own, tasks, times, ...options })
    runners.push(started)
    return { freed, runner: started }
  }

  /** Waits until a process has looked for dead workers since now: it frees the job of one that never lived. */
  async function untilSwept({ freed }: { freed: string[] }): Promise<void> {
    const worker = `never-lived-${randomUUID()}`
    await vi.waitFor(async () => {
      // Another process may be the first to free it.
      await enqueue(database.kysely, { task: 'nobody', payload: {}, key: worker })
      await sql`update graphile_worker._private_jobs set locked_by = ${worker},
        locked_at = now() - interval '1 minute' where key = ${worker}`.execute(database.kysely)
      await vi.waitFor(() => expect(freed).toContain(worker), { timeout: 500, interval: 10 })
    }, soon)
  }

  /** A task that runs until it is told to end, and counts its runs. */
  function heldTask() {
    const held = { runs: 0, end: () => {}, run: async () => {} }
    const ended = new Promise<void>((resolve) => {
      held.end = resolve
    })
    held.run = async () => {
      held.runs++
      await ended
    }
    return held
  }

  test('run a long job once, however long it takes (OQ-540)', async () => {
    const long = heldTask()
    const processes = [await startProcess({ long: long.run }), await startProcess({ long: long.run })]
    await enqueue(database.kysely, { task: 'long', payload: {}, queue: 'one' })
    await vi.waitFor(() => expect(long.runs).toBe(1), soon)
    for (let sweep = 0; sweep < 3; sweep++) for (const one of processes) await untilSwept(one)
    expect(long.runs).toBe(1)
    expect(await jobsOf('long')).toEqual([{ attempts: 1 }])
    long.end()
    await vi.waitFor(async () => expect(await jobsOf('long')).toEqual([]), soon)
    expect(long.runs).toBe(1)
  })

  test('run a long job once, also after all their connections were cut', async () => {
    const long = heldTask()
    // A process must be able to replace its connection before another looks again, on a busy machine too.
    const patient = { times: { ...times, confirmation: 5_000 } }
    const processes = [
      await startProcess({ long: long.run }, patient),
      await startProcess({ long: long.run }, patient),
    ]
    await enqueue(database.kysely, { task: 'long', payload: {} })
    await vi.waitFor(() => expect(long.runs).toBe(1), soon)
    const { rows } = await sql<{
      worker: string
    }>`select locked_by as worker from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'long'`.execute(
      database.kysely,
    )
    const registered = async () => {
      const locks = await sql`select from pg_locks where locktype = 'advisory' and granted
        and (classid::bigint << 32 | objid::bigint) = hashtextextended(${rows[0]?.worker}, 0)`.execute(
        database.kysely,
      )
      return locks.rows.length
    }
    await vi.waitFor(async () => expect(await registered()).toBe(1), soon)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(database.kysely)
    await vi.waitFor(async () => expect(await registered()).toBe(1), soon)
    for (const one of processes) await untilSwept(one)
    long.end()
    await vi.waitFor(async () => expect(await jobsOf('long')).toEqual([]), soon)
    expect(long.runs).toBe(1)
  })

  test('take over the job of one that was killed in the middle', async () => {
    // As the system does for a killed process, its connections are closed without a word.
    const killedPool = createPool(database.url, { size: 5, log })
    const clients: pg.PoolClient[] = []
    killedPool.on('connect', (client) => clients.push(client as pg.PoolClient))
    const first = heldTask()
    const second = heldTask()
    const killed = await startProcess({ held: first.run }, { pool: killedPool })
    await enqueue(database.kysely, { task: 'held', payload: {}, queue: 'one' })
    await vi.waitFor(() => expect(first.runs).toBe(1), soon)
    killedPool.connect = ((callback?: (error: Error) => void) => {
      const error = new Error('The process was killed.')
      return callback ? callback(error) : Promise.reject(error)
    }) as typeof killedPool.connect
    for (const client of clients)
      (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
    await startProcess({ held: second.run })
    await vi.waitFor(() => expect(second.runs).toBe(1), soon)
    expect(await jobsOf('held')).toEqual([{ attempts: 2 }])
    second.end()
    await vi.waitFor(async () => expect(await jobsOf('held')).toEqual([]), soon)
    first.end()
    await killed.runner.stop()
    await killedPool.end()
  })

  test('run short jobs while long ones take every place of theirs (OQ-540)', async () => {
    const long = heldTask()
    let invoices = 0
    await startProcess(
      { long: long.run, invoice: async () => void invoices++ },
      { longTasks: new Set(['long']) },
    )
    for (let count = 0; count < 4; count++) await enqueue(database.kysely, { task: 'long', payload: {} })
    await vi.waitFor(() => expect(long.runs).toBe(2), soon)
    await enqueue(database.kysely, { task: 'invoice', payload: {} })
    await vi.waitFor(() => expect(invoices).toBe(1), soon)
    expect(long.runs).toBe(2)
    long.end()
    await vi.waitFor(() => expect(long.runs).toBe(4), soon)
  })
})
