import type pg from 'pg'
import type { Logger } from 'pino'

const sweepInterval = 30_000
/**
 * A worker takes a job a moment before it is registered here; an older lock belongs to a registered worker or a dead
 * one.
 */
const youngestLock = '10 seconds'

export interface WorkerRegistry {
  /** Registers a worker of this process for as long as its connection is open. */
  add(workerId: string): void
  close(): Promise<void>
}

/**
 * Frees the jobs of dead workers, so that a killed process delays its job by half a minute and not by the hours of
 * the job library. Every worker's id is locked on a connection of its process; a job whose worker's id can be locked
 * has no worker any more. A lost connection is replaced at the next sweep.
 * @throws if the database cannot be reached at first
 */
export async function openWorkerRegistry(
  pool: pg.Pool,
  log: Logger,
  interval = sweepInterval,
): Promise<WorkerRegistry> {
  const own = new Set<string>()
  // A released connection still reports its end; releasing it twice would end the process.
  const givenBack = new WeakSet<pg.PoolClient>()
  let closed = false
  let client: pg.PoolClient | undefined = await connect()
  let queue = Promise.resolve()

  async function connect(): Promise<pg.PoolClient> {
    const fresh = await pool.connect()
    fresh.on('error', (error) => giveBack(fresh, error))
    return fresh
  }

  function giveBack(held: pg.PoolClient, reason: Error | true): void {
    if (givenBack.has(held)) return
    givenBack.add(held)
    held.release(reason)
  }

  async function lock(workerId: string): Promise<void> {
    await client?.query('select pg_advisory_lock(hashtextextended($1, 0))', [workerId])
  }

  async function sweep(): Promise<void> {
    if (closed) return
    if (!client || givenBack.has(client)) {
      client = await connect()
      for (const workerId of own) await lock(workerId)
    }
    await freeDeadWorkers(client, [...own], log)
  }

  function next(step: () => Promise<void>): void {
    queue = queue.then(step).catch((error: unknown) => {
      if (!closed) log.warn({ err: error }, 'could not check for dead workers')
    })
  }

  next(sweep)
  const timer = setInterval(() => next(sweep), interval)
  timer.unref()
  return {
    add(workerId) {
      own.add(workerId)
      next(() => lock(workerId))
    },
    close() {
      closed = true
      clearInterval(timer)
      next(async () => {
        // Closing the connection releases every lock.
        if (client) giveBack(client, true)
        client = undefined
      })
      return queue
    },
  }
}

async function freeDeadWorkers(client: pg.PoolClient, own: string[], log: Logger): Promise<void> {
  const held = await client.query<{ worker: string }>(
    `select distinct locked_by as worker from graphile_worker._private_jobs
      where locked_by <> all($2::text[]) and locked_at < now() - $1::interval`,
    [youngestLock, own],
  )
  for (const { worker } of held.rows) {
    const taken = await client.query<{ free: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as free',
      [worker],
    )
    if (!taken.rows[0]?.free) continue
    await client.query('select graphile_worker.force_unlock_workers(array[$1])', [worker])
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [worker])
    log.warn({ worker }, 'freed the jobs of a dead worker')
  }
}
