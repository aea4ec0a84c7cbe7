import { isContact, type LookDeclaration } from '@greenroom/contract/access/look'
import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import type { SandboxService } from '@greenroom/contract/staff/session/sandbox-service'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { uuidv7 } from 'uuidv7'
import { seesPersonalData } from '../access/require-permission.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { isTransient } from '../database/database-errors.ts'
import { rowSet } from '../database/row-set.ts'
import type { Actor } from './actor.ts'
import { sandboxColumn } from './audit.ts'

/** How long looks are collected before they are stored, in milliseconds. */
const collecting = 1_000
/** How many looks wait for the database at most: some megabytes. */
const mostWaiting = 10_000
const minute = 60_000
/** Longer texts are no contact. */
const longestSubject = 254

/** What a look was at, and by which call. */
interface Read {
  endpoint: Pick<EndpointDeclaration, 'name' | 'summary' | 'look'>
  /** The validated parts of the request. */
  input: { params: unknown; query: unknown; body: unknown }
  /** The data of the response. */
  data: unknown
}

export interface PersonalLooks {
  /** Notes what a successful call showed to somebody who sees contacts. It neither waits nor throws. */
  record(actor: Actor, read: Read): void
  /** Stores what was noted. */
  flush(): Promise<void>
  /** Stores what was noted, for the last time: what can't be stored is written to the log. */
  close(): Promise<void>
}

type LookRow = Record<keyof typeof lookTypes, string | number | Date | null>

const lookTypes = {
  id: 'uuid',
  at: 'timestamptz',
  actor_id: 'text',
  actor_email: 'text',
  role: 'text',
  session_id: 'uuid',
  endpoint: 'text',
  summary: 'text',
  subject_type: 'text',
  subject: 'text',
  minute: 'timestamptz',
  tries: 'int',
  address: 'text',
  request_id: 'text',
  sandbox: 'text',
}

/**
 * Records who saw whose contacts in full (OQ-669). A read never waits for it: looks are collected, repeats of a minute are
 * counted, and all are stored by one statement a second. A killed process loses those of the last second.
 */
export function createPersonalLooks({
  db,
  clock,
  log,
  sandboxes,
  most = mostWaiting,
}: {
  db: Database
  clock: Clock
  log: Logger
  sandboxes: readonly SandboxService[]
  most?: number
}): PersonalLooks {
  let waiting = new Map<string, LookRow>()
  let timer: NodeJS.Timeout | undefined
  let storing = Promise.resolve()

  function add(key: string, row: LookRow): void {
    const known = waiting.get(key)
    if (known) known.tries = Number(known.tries) + Number(row.tries)
    else if (waiting.size < most) waiting.set(key, row)
    else writeToLog([row], 'A look at personal data is in the log only: too many wait for the database')
  }

  /** Searched texts are left out: the log has no details of people. */
  function writeToLog(rows: Iterable<LookRow>, message: string): void {
    for (const { actor_email, endpoint, subject_type, subject, request_id, at } of rows) {
      const record = subject_type === 'search' ? null : subject
      log.warn({ look: { by: actor_email, endpoint, record, request_id, at } }, message)
    }
  }

  async function store(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (waiting.size === 0) return
    const looks = waiting
    waiting = new Map()
    try {
      // In one order in all processes, so that none waits for another in a circle.
      const keys = [...looks.keys()].sort()
      await insertLooks(
        db,
        keys.flatMap((key) => looks.get(key) ?? []),
      )
    } catch (error) {
      if (!isTransient(error)) {
        log.error({ err: error }, 'Looks at personal data could not be stored')
        writeToLog(looks.values(), 'A look at personal data is in the log only')
        return
      }
      log.warn({ err: error }, 'Looks at personal data could not be stored and are kept for the next time')
      const newer = waiting
      waiting = looks
      for (const [key, row] of newer) add(key, row)
      plan()
    }
  }

  function plan(): void {
    timer ??= setTimeout(() => void flush(), collecting)
  }

  function flush(): Promise<void> {
    storing = storing.then(store)
    return storing
  }

  return {
    record(actor, read) {
      if (!read.endpoint.look || !seesPersonalData(actor)) return
      const now = clock.now()
      const { type, isPart } = read.endpoint.look
      for (const subject of subjectsOf(read.endpoint.look, read)) {
        const began = new Date(Math.floor(now.getTime() / minute) * minute)
        add(JSON.stringify([actor.id, type, subject, began]), {
          id: uuidv7(),
          at: now,
          actor_id: actor.id,
          actor_email: actor.email,
          role: actor.role,
          session_id: actor.sessionId,
          endpoint: read.endpoint.name,
          summary: read.endpoint.summary,
          subject_type: type,
          subject,
          minute: began,
          tries: isPart ? 0 : 1,
          address: actor.address,
          request_id: actor.requestId,
          sandbox: sandboxColumn(sandboxes),
        })
      }
      if (waiting.size > 0) plan()
    },
    flush,
    async close() {
      await flush()
      clearTimeout(timer)
      writeToLog(waiting.values(), 'A look at personal data is in the log only: the database is unavailable')
      waiting.clear()
    },
  }
}

/** Returns what was looked at: names of records, or the searched text if it looks like a contact. */
function subjectsOf(look: LookDeclaration, { input, data }: Read): string[] {
  if (look.type === 'search') {
    const text = (input.query as Record<string, unknown>)[look.text]
    // PostgreSQL stores no NUL.
    return typeof text === 'string' && isContact(text.trim())
      ? [text.trim().replaceAll('\0', '').slice(0, longestSubject)]
      : []
  }
  if (look.member !== undefined) return [nameOf((data as Record<string, unknown>)[look.member])]
  const values: Record<string, unknown> = { ...(input.body as object), ...(input.params as object) }
  return look.records.map((record) => nameOf(record.replace(/:(\w+)$/, (_, name) => String(values[name]))))
}

/** An id alone is that of an account. */
function nameOf(record: unknown): string {
  const name = String(record).toLowerCase()
  return name.includes('.') ? name : `user.${name}`
}

async function insertLooks(db: Database, rows: readonly LookRow[]): Promise<void> {
  const columns = sql.join(Object.keys(lookTypes).map((name) => sql.ref(name)))
  await sql`insert into personal_look as known (${columns})
    select ${columns} from ${rowSet('look', lookTypes, rows)}
    on conflict (actor_id, subject_type, subject, minute) do update set tries = known.tries + excluded.tries`.execute(
    db,
  )
}
