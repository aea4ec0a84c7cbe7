import { unknownPosition } from '@greenroom/contract/database-position'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { DatabasePool } from './connect.ts'
import type { Database } from './database.ts'
import { isUnavailable } from './database-errors.ts'

export interface ReadReplica {
  /**
   * Runs a read on the replica, or on the primary if the replica lacks the client's writes, lags or fails.
   * @param position the client's position header
   * @param work only reads; runs again on the primary if it fails on the replica
   */
  read<T>(position: string | undefined, work: (db: Database) => Promise<T>): Promise<T>
  /** Returns the position of the primary's log, for the response to a write. */
  position(): Promise<string>
  /** Reads by the server that served them, since the start; for the metrics. */
  served: Readonly<Record<'replica' | 'primary', number>>
}

/** How long a read waits for the replica to reach its position. */
const patience = 200
/** Pause between two checks while a read waits. */
const checkPause = 20
/** How long a check is believed. A replica that was promoted meanwhile has no other data yet. */
const checkAge = 1_000
/** After a wait in vain, reads do not wait for this long. */
const lateTime = 1_000
/** How long a replica that failed is passed over. */
const restTime = 5_000
/** A read may miss other people's writes for up to three times this long. */
const sampleAge = 5_000

/** Reads from a replica, without ever missing the client's own writes (OQ-185). All times are in milliseconds. */
export function createReadReplica({
  primary,
  replica,
  log,
}: {
  primary: DatabasePool
  replica: DatabasePool
  log: Logger
}): ReadReplica {
  const served = { replica: 0, primary: 0 }
  let reached = { position: -1, at: 0 }
  let lateUntil = 0
  let restsUntil = 0
  /** Why the replica is passed over; undefined while it serves. */
  let trouble: string | undefined
  /** The id of the primary's database, once it was asked. */
  let installationId: string | undefined
  /** Positions of the primary; every read must see at least the older one. */
  let samples: { older: number; newer: number; at: number } | undefined

  const check = once(async () => {
    const at = Date.now()
    const { rows } = await replica.pool.query<{
      is_standby: boolean
      position: number | null
      installation: string
    }>({
      text: `select pg_is_in_recovery() as is_standby,
        pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint as position,
        (select id from installation) as installation`,
      query_timeout: 1_000,
    } as pg.QueryConfig)
    const [found] = rows
    if (!found?.is_standby || found.position === null) throw new Error('The replica is not a standby.')
    if (found.installation !== (await installation())) {
      throw new Error('DATABASE_READ_URL names another database than DATABASE_URL.')
    }
    reached = { position: found.position, at }
  })

  const sample = once(async () => {
    const at = Date.now()
    const position = await primaryPosition()
    const isOld = samples === undefined || at - samples.at > 2 * sampleAge
    samples = { older: isOld ? position : (samples?.newer ?? position), newer: position, at }
  })

  /** Returns the id of the database. A standby has every database of its server. */
  async function installation(): Promise<string | undefined> {
    if (installationId === undefined) {
      const { rows } = await primary.pool.query<{ id: string }>('select id from installation')
      installationId = rows[0]?.id
    }
    return installationId
  }

  async function primaryPosition(): Promise<number> {
    // The insert position includes a commit that is not on disk yet, as with synchronous_commit = off.
    const { rows } = await primary.pool.query<{ position: number }>(
      `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as position`,
    )
    return rows[0]?.position ?? Number.POSITIVE_INFINITY
  }

  /** Returns the position that every read must have seen. Without the primary that is the last one known. */
  async function oldestAllowed(): Promise<number> {
    const age = Date.now() - (samples?.at ?? 0)
    if (age > 2 * sampleAge) await sample().catch(() => {})
    else if (age > sampleAge) sample().catch(() => {})
    return samples?.older ?? Number.POSITIVE_INFINITY
  }

  async function hasReached(wanted: number): Promise<boolean> {
    if (Date.now() < restsUntil) return false
    try {
      const required = Math.max(wanted, await oldestAllowed())
      if (required === Number.POSITIVE_INFINITY) return false
      const deadline = Date.now() < lateUntil ? 0 : Date.now() + patience
      for (;;) {
        if (Date.now() - reached.at > checkAge || reached.position < required) await check()
        if (reached.position >= required) break
        if (Date.now() > deadline) {
          if (deadline > 0) lateUntil = Date.now() + lateTime
          return false
        }
        await new Promise((resolve) => setTimeout(resolve, checkPause))
      }
    } catch (error) {
      passOver(error)
      return false
    }
    if (trouble !== undefined) log.info('The read replica serves again')
    trouble = undefined
    return true
  }

  function passOver(error: unknown): void {
    restsUntil = Date.now() + restTime
    if (trouble !== String(error)) {
      log.warn({ err: error }, 'The read replica cannot be used; the primary serves reads')
    }
    trouble = String(error)
  }

  return {
    async read(header, work) {
      const wanted = positionOf(header)
      if (wanted !== Number.POSITIVE_INFINITY && (await hasReached(wanted))) {
        try {
          const result = await work(replica.kysely)
          served.replica++
          return result
        } catch (error) {
          // Also for a record that the replica lacks, and a statement that replay cancelled.
          if (isUnavailable(error)) passOver(error)
        }
      }
      served.primary++
      return work(primary.kysely)
    },
    served,
    async position() {
      const position = await primaryPosition().catch(() => Number.POSITIVE_INFINITY)
      return Number.isFinite(position) ? String(position) : unknownPosition
    },
  }
}

/** Returns the position in a header: 0 without one, infinity for anything that is not a position. */
function positionOf(header: string | undefined): number {
  if (header === undefined) return 0
  return /^\d{1,15}$/.test(header) ? Number(header) : Number.POSITIVE_INFINITY
}

/** Returns a function whose callers share a run that has already begun. */
function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}
