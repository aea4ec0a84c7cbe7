import type pg from 'pg'
import type { Logger } from 'pino'

/** Times in milliseconds. */
export interface RegistryTimes {
  /** Between two looks for dead workers. */
  interval: number
  /** Until a worker that seems dead is looked at again. Living ones replace a lost connection meanwhile. */
  confirmation: number
  /** Age of the youngest lock that is looked at: a job is taken a moment before its workers are registered. */
  youngestLock: number
}

const defaultTimes: RegistryTimes = { interval: 15_000, confirmation: 10_000, youngestLock: 10_000 }
/** Pause before another attempt to replace a lost connection, in milliseconds. */
const reconnectPause = 1_000

export interface WorkerRegistry {
  /**
   * Registers workers of this process until they are removed.
   * @param lockedBy what the job library writes into `locked_by` of their jobs
   */
  add(lockedBy: string): void
  remove(lockedBy: string): void
  close(): Promise<void>
}

/**
 * Frees the jobs of dead workers, so that a killed process delays its job by half a minute and not by the hours of
 * the job library. What a process writes into `locked_by` is locked on a connection of that process; a job whose
 * `locked_by` can be locked, twice in a row, has no worker any more. A lost connection is replaced at once.
 * @throws if the database cannot be reached at first
 */
export async function openWorkerRegistry(
  pool: pg.Pool,
  log: Logger,
  { interval, confirmation, youngestLock }: RegistryTimes = defaultTimes,
): Promise<WorkerRegistry> {
  const own = new Set<string>()
  // A released connection still reports its end; releasing it twice would end the process.
  const givenBack = new WeakSet<pg.PoolClient>()
  const timers = new Set<NodeJS.Timeout>()
  let closed = false
  let client: pg.PoolClient | undefined = await connect()
  let queue = Promise.resolve()

  async function connect(): Promise<pg.PoolClient> {
    const fresh = await pool.connect()
    fresh.on('error', (error) => {
      giveBack(fresh, error)
      if (client !== fresh) return
      client = undefined
      next(restore)
    })
    return fresh
  }

  function giveBack(held: pg.PoolClient, reason: Error | true): void {
    if (givenBack.has(held)) return
    givenBack.add(held)
    held.release(reason)
  }

  /** Replaces a lost connection, and locks again what it had locked. */
  async function restore(): Promise<void> {
    if (closed || client) return
    try {
      const fresh = await connect()
      for (const lockedBy of own) await lock(fresh, lockedBy)
      if (!givenBack.has(fresh)) client = fresh
    } catch (error) {
      later(reconnectPause, restore)
      throw error
    }
    if (!client) later(reconnectPause, restore)
  }

  async function findDead(): Promise<void> {
    if (closed || !client) return
    const { rows } = await client.query<{ worker: string }>(
      `select distinct locked_by as worker from graphile_worker._private_jobs
        where locked_by <> all($2::text[]) and locked_at < now() - $1 * interval '1 millisecond'`,
      [youngestLock, [...own]],
    )
    const dead: string[] = []
    for (const { worker } of rows) {
      if (await ifLockable(client, worker)) dead.push(worker)
    }
    if (dead.length > 0) later(confirmation, () => freeDead(dead))
  }

  async function freeDead(workers: readonly string[]): Promise<void> {
    if (closed || !client) return
    for (const worker of workers) {
      const isFreed = await ifLockable(client, worker, (on) =>
        on.query('select graphile_worker.force_unlock_workers(array[$1])', [worker]),
      )
      if (isFreed) log.warn({ worker }, 'freed the jobs of a dead worker')
    }
  }

  function next(step: () => Promise<void>): void {
    queue = queue.then(step).catch((error: unknown) => {
      if (!closed) log.warn({ err: error }, 'could not check for dead workers')
    })
  }

  function later(pause: number, step: () => Promise<void>): void {
    if (closed) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      next(step)
    }, pause)
    timer.unref()
    timers.add(timer)
  }

  next(findDead)
  const sweeping = setInterval(() => next(findDead), interval)
  sweeping.unref()
  return {
    add(lockedBy) {
      own.add(lockedBy)
      next(async () => {
        if (client) await lock(client, lockedBy)
      })
    },
    remove(lockedBy) {
      own.delete(lockedBy)
      next(async () => {
        await client?.query('select pg_advisory_unlock(hashtextextended($1, 0))', [lockedBy])
      })
    },
    close() {
      closed = true
      clearInterval(sweeping)
      for (const timer of timers) clearTimeout(timer)
      next(async () => {
        // Closing the connection releases every lock.
        if (client) giveBack(client, true)
        client = undefined
      })
      return queue
    },
  }
}

async function lock(client: pg.PoolClient, lockedBy: string): Promise<void> {
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [lockedBy])
}

/** Runs a step while a worker's name can be locked. Returns whether it could, so that no process has it. */
async function ifLockable(
  client: pg.PoolClient,
  worker: string,
  step?: (client: pg.PoolClient) => Promise<unknown>,
): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as free',
    [worker],
  )
  if (!rows[0]?.free) return false
  try {
    await step?.(client)
  } finally {
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [worker])
  }
  return true
}
