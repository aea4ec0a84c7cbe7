import type { LiveAct, LiveChange } from '@greenroom/contract/desk/live/live.schema'
import { isLiveKind, type LiveKind } from '@greenroom/contract/desk/live/live-kinds'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { DatabasePool } from '../database/connect.ts'
import { type Database, onCommit } from '../database/database.ts'

/** An act with the kind of its records, which decides who hears of it. */
export type KindAct = LiveAct & { kind: LiveKind }

/** What changed since the last read. */
export interface LiveNews {
  changes: LiveChange[]
  acts: KindAct[]
  /** For a client that resumes here. */
  position: LivePosition
  /** Position of the primary's log after the changes, for reads from a replica. */
  logPosition: number
}

/** What a client has heard so far, as the id of an event: epoch of the table, snapshot, seconds since 1970. */
type LivePosition = string

interface LiveListener {
  /** Called for each read that found something. */
  onNews(news: LiveNews): void
  /** Called when it isn't known what changed: a crash of the database server emptied the table. */
  onLoss(position: LivePosition, logPosition: number): void
  /** Called for each message of a process, also of this one. */
  onMessage(message: unknown): void
  /** Called about once a second while the feed runs, also without the database. */
  onTick(): void
}

export interface ChangeFeed {
  /** Begins to listen. Returns at once: without the database it tries again until it is stopped. */
  start(listener: LiveListener): void
  stop(): Promise<void>
  /** What a stream that opens now has heard; undefined while the database is unavailable. */
  position(): LivePosition | undefined
  /**
   * Returns what changed since a position, or since the number of seconds in "ago:12".
   * @returns undefined if that isn't known, for instance because it was too long ago
   */
  since(position: LivePosition): Promise<Pick<LiveNews, 'changes' | 'acts'> | undefined>
  /** Sends a message to every process, this one included. Without the database it is lost. */
  send(message: unknown): void
}

/** Names and ids only: anybody with access to the database can listen. */
const wakeChannel = 'greenroom_live'
const messageChannel = 'greenroom_live_message'
/** Interval of reads that no notification announced: changes by a program that was killed after its commit. */
const readMs = 1_000
/** At most one read and one notification in this time, however much changes. */
const pauseMs = 100
/** Rows of a read; with more, only kinds are told. */
const mostRows = 1_000
/** Ids of a kind in one event. */
const mostIds = 50
/** Age of a position from which a client may resume, in seconds. Rows are kept longer. */
const longestBreak = 300
const statementMs = 5_000

interface Heard {
  epoch: string
  snapshot: string
}

interface Row {
  epoch: string
  snapshot: string
  log_position: number
  kind: string | null
  record_ids: string[] | null
  tab: string | null
  action: string | null
  staff_id: string | null
  staff_name: string | null
}

/**
 * Reads what triggers note in `live_change`, woken by notifications that each process sends after its commits.
 * Triggers don't notify themselves: a transaction that does holds a lock of the whole server while it commits, which
 * cut concurrent inserts to a third (OQ-485).
 */
export function createChangeFeed({
  background,
  writers,
  log,
}: {
  background: DatabasePool
  /** The pools whose commits are announced. */
  writers: readonly Database[]
  log: Logger
}): ChangeFeed {
  let listener: LiveListener | undefined
  let client: pg.PoolClient | undefined
  let heard: Heard | undefined
  /** What was heard in the last minutes, the oldest first. */
  let history: (Heard & { at: number })[] = []
  let tick: NodeJS.Timeout | undefined
  let reading = Promise.resolve()
  let isReadDue = false
  let lastRead = 0
  let retryAt = 0
  let hasWarned = false

  const wake = atMostEvery(pauseMs, () => {
    background.pool.query(`select pg_notify('${wakeChannel}', '')`).catch(() => {
      // The next read finds the change without it.
    })
  })
  for (const writer of writers) onCommit(writer, wake)

  function readSoon(): void {
    if (isReadDue || !listener) return
    isReadDue = true
    const wait = Math.max(0, lastRead + pauseMs - Date.now())
    setTimeout(() => {
      reading = reading.then(readNow)
    }, wait).unref()
  }

  async function readNow(): Promise<void> {
    isReadDue = false
    if (!listener || Date.now() < retryAt) return
    lastRead = Date.now()
    try {
      client ??= await connect()
      const before = heard
      const rows = await readRows(client, before?.snapshot ?? null)
      const [first] = rows
      if (!first || !listener) return
      heard = { epoch: first.epoch, snapshot: first.snapshot }
      const oldest = lastRead - longestBreak * 1000
      history = [...history.filter(({ at }) => at > oldest), { ...heard, at: lastRead }]
      hasWarned = false
      if (!before) return
      if (before.epoch !== heard.epoch) return listener.onLoss(written(heard), first.log_position)
      const news = newsOf(rows)
      if (news.changes.length === 0 && news.acts.length === 0) return
      listener.onNews({ ...news, position: written(heard), logPosition: first.log_position })
    } catch (error) {
      if (!hasWarned) log.warn({ err: error }, 'Changes cannot be heard without the database')
      hasWarned = true
      retryAt = Date.now() + readMs
      giveBack(error instanceof Error ? error : true)
    }
  }

  async function connect(): Promise<pg.PoolClient> {
    const fresh = await background.pool.connect()
    fresh.on('error', () => {
      if (client === fresh) giveBack(true)
    })
    fresh.on('notification', ({ channel, payload }) => {
      if (channel === wakeChannel) return readSoon()
      try {
        listener?.onMessage(JSON.parse(payload ?? ''))
      } catch (error) {
        log.warn({ err: error }, 'A message between processes could not be read')
      }
    })
    try {
      await fresh.query(`listen ${wakeChannel}; listen ${messageChannel}`)
      await fresh.query('insert into live_epoch default values on conflict do nothing')
    } catch (error) {
      fresh.release(true)
      throw error
    }
    return fresh
  }

  function giveBack(reason: Error | true): void {
    const lost = client
    client = undefined
    // Closed, not returned to the pool: it listens.
    lost?.release(reason)
  }

  /** Returns what was heard at least so many seconds ago. */
  function heardAgo(position: LivePosition): Heard | undefined {
    const seconds = /^ago:(\d{1,3})$/.exec(position)?.[1]
    return history.findLast(({ at }) => at <= Date.now() - Number(seconds) * 1000)
  }

  return {
    start(to) {
      listener = to
      readSoon()
      tick ??= setInterval(() => {
        readSoon()
        listener?.onTick()
      }, readMs)
      tick.unref()
    },
    async stop() {
      listener = undefined
      heard = undefined
      history = []
      clearInterval(tick)
      tick = undefined
      await reading
      giveBack(true)
    },
    position: () => heard && written(heard),
    async since(position) {
      const from = heardAgo(position) ?? readPosition(position)
      if (!from || from.epoch !== heard?.epoch) return undefined
      try {
        const rows = await readRows(background.pool, from.snapshot)
        return rows[0]?.epoch === from.epoch ? newsOf(rows) : undefined
      } catch {
        return undefined
      }
    },
    send(message) {
      background.pool
        .query('select pg_notify($1, $2)', [messageChannel, JSON.stringify(message)])
        .catch(() => {})
    },
  }
}

/** Deletes what no client can resume from any more. */
export async function sweepLiveChanges(background: DatabasePool): Promise<void> {
  await background.pool.query("delete from live_change where at < now() - interval '30 minutes'")
}

/** Returns one row at least, with the snapshot of the read. A null snapshot reads no changes. */
async function readRows(on: pg.Pool | pg.PoolClient, snapshot: string | null): Promise<Row[]> {
  const { rows } = await on.query<Row>({
    name: 'live-changes',
    text: `select e.id as epoch, pg_current_snapshot()::text as snapshot,
        pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as log_position,
        c.kind, c.record_ids, c.tab, c.action, s.id as staff_id, s.name as staff_name
      from live_epoch e
        left join (
          select * from live_change
          where xact >= pg_snapshot_xmin($1::text::pg_snapshot)
            and not pg_visible_in_snapshot(xact, $1::text::pg_snapshot)
          limit ${mostRows + 1}
        ) c on true
        left join staff s on s.subject = c.actor_id`,
    values: [snapshot],
    query_timeout: statementMs,
  } as pg.QueryConfig)
  return rows
}

function newsOf(rows: readonly Row[]): Pick<LiveNews, 'changes' | 'acts'> {
  const found = new Map<string, { kind: LiveKind; tab: string | null; ids: Set<string> | null }>()
  const acts: KindAct[] = []
  for (const { kind, record_ids: ids, tab, action, staff_id, staff_name } of rows) {
    if (action !== null) {
      const of = action.slice(0, action.indexOf('.'))
      // Programs and keys have no name here. Two rows of staff with one subject name the person once.
      if (!isLiveKind(of) || staff_id === null || ids === null || rows.length > mostRows) continue
      acts.push({ kind: of, action, ids, by: staff_name ?? '', staff_id })
    } else if (kind !== null && isLiveKind(kind)) {
      // With too many rows to name, whose they are isn't told either.
      const isTooMany = rows.length > mostRows
      const key = isTooMany ? kind : `${kind} ${tab}`
      const known = found.get(key) ?? { kind, tab: isTooMany ? null : tab, ids: new Set() }
      if (ids === null || isTooMany) known.ids = null
      else for (const id of ids) known.ids?.add(id)
      found.set(key, known)
    }
  }
  const changes = [...found.values()].map(({ kind, tab, ids }) => ({
    kind,
    ids: ids && ids.size <= mostIds ? [...ids] : null,
    ...(tab !== null && { tab }),
  }))
  return { changes, acts }
}

function written({ epoch, snapshot }: { epoch: string; snapshot: string }): LivePosition {
  return `${epoch}/${snapshot}/${Math.round(Date.now() / 1000)}`
}

/** @returns undefined for anything that is not a recent position; the database never sees it then */
function readPosition(position: LivePosition): Heard | undefined {
  const [, epoch, snapshot, seconds] =
    /^([0-9a-f-]{36})\/(\d{1,19}:\d{1,19}:(?:\d{1,19}(?:,\d{1,19})*)?)\/(\d{1,12})$/.exec(position) ?? []
  const isRecent = Math.abs(Date.now() / 1000 - Number(seconds)) <= longestBreak
  return epoch && snapshot && isRecent ? { epoch, snapshot } : undefined
}

/** Returns a function that runs at once, and again after the pause if it was called meanwhile. */
function atMostEvery(milliseconds: number, run: () => void): () => void {
  let last = 0
  let timer: NodeJS.Timeout | undefined
  return () => {
    if (timer) return
    const wait = last + milliseconds - Date.now()
    const now = () => {
      timer = undefined
      last = Date.now()
      run()
    }
    if (wait <= 0) return now()
    timer = setTimeout(now, wait)
    timer.unref()
  }
}
