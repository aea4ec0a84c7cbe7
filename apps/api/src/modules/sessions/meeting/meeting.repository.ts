import type { MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { rowSet } from '../../../platform/database/row-set.ts'
import type { DB } from '../../../platform/database/tables.ts'

export type MeetingRow = Selectable<DB['meeting']>

export interface Span {
  start: Date
  end: Date
}

/**
 * Returns the sessions that hold a place on an account within a span, the earliest first, at most 200. A session that
 * ends before it starts counts as an instant at its start (OQ-115).
 * @param bufferMinutes min distance between two sessions on one account
 */
export function findBookings(
  db: Database,
  search: {
    account: MeetingAccount
    span: Span
    bufferMinutes: number
    exceptOwner?: string | undefined
    now: Date
  },
): Promise<MeetingRow[]> {
  const { account, span, bufferMinutes, exceptOwner, now } = search
  const buffer = bufferMinutes * 60_000
  const end = span.end < span.start ? span.start : span.end
  let query = db
    .selectFrom('meeting')
    .selectAll()
    .where('zoom_hub_name', '=', account)
    .where((row) => row.or([row('is_booked', '=', true), row('reserved_until', '>', now)]))
    .where(
      sql<boolean>`tstzrange(start_time, greatest(start_time, end_time), '[]')
        && tstzrange(${new Date(span.start.getTime() - buffer)}, ${new Date(end.getTime() + buffer)}, '()')`,
    )
  if (exceptOwner) query = query.where('owner_id', '!=', exceptOwner)
  return query.orderBy('start_time').orderBy('owner_id').limit(200).execute()
}

/**
 * Returns, for each start and each account, the sessions that hold a place there: as `findBookings`, for sessions of one
 * length, at most 20 for each.
 * @returns the rows with the index of their start
 */
export async function findBookingsAt(
  db: Database,
  search: {
    accounts: readonly MeetingAccount[]
    starts: readonly Date[]
    lengthMs: number
    bufferMinutes: number
    now: Date
  },
): Promise<(MeetingRow & { place: number })[]> {
  const buffer = search.bufferMinutes * 60_000
  const spans = search.starts.map((start, place) => ({
    place,
    after: new Date(start.getTime() - buffer),
    before: new Date(start.getTime() + search.lengthMs + buffer),
  }))
  const { rows } = await sql<MeetingRow & { place: number }>`
    select meeting.*, span.place from ${rowSet('span', spanTypes, spans)}
    cross join unnest(${[...search.accounts]}::text[]) as account
    cross join lateral (
      select * from meeting
      where zoom_hub_name = account and (is_booked or reserved_until > ${search.now})
        and tstzrange(start_time, greatest(start_time, end_time), '[]') && tstzrange(span.after, span.before, '()')
      order by start_time, owner_id limit 20
    ) meeting
    order by span.place, meeting.start_time, meeting.owner_id`.execute(db)
  return rows
}

const spanTypes = { place: 'integer', after: 'timestamptz', before: 'timestamptz' }

/** Locks an account until the transaction ends, so that two sessions cannot be published on it at once. */
export async function lockAccount(db: Database, account: MeetingAccount): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`meeting-account:${account}`}))`.execute(db)
}

/** Counts a call that creates or changes a meeting. */
export async function countCall(db: Database, account: MeetingAccount, now: Date): Promise<void> {
  await sql`insert into meeting_call_day (zoom_hub_name, day, calls)
    values (${account}, (${now}::timestamptz at time zone 'UTC')::date, 1)
    on conflict (zoom_hub_name, day) do update set calls = meeting_call_day.calls + 1`.execute(db)
}

/** Returns how many such calls were made for each account on the day of an instant, in UTC. */
export async function callsOfDay(db: Database, now: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ zoom_hub_name: string; calls: number }>`
    select zoom_hub_name, calls from meeting_call_day
    where day = (${now}::timestamptz at time zone 'UTC')::date`.execute(db)
  return new Map(rows.map(({ zoom_hub_name, calls }) => [zoom_hub_name, calls]))
}

/** Returns a session's meeting; undefined if the session was never published. */
export function findMeeting(db: Database, ownerId: string): Promise<MeetingRow | undefined> {
  return db.selectFrom('meeting').selectAll().where('owner_id', '=', ownerId).executeTakeFirst()
}

/** As `findMeeting`, and locks it until the transaction ends. */
export function lockMeeting(db: Database, ownerId: string): Promise<MeetingRow | undefined> {
  return db.selectFrom('meeting').selectAll().where('owner_id', '=', ownerId).forUpdate().executeTakeFirst()
}

/** Stores the first intent to hold a session's meeting. A session has one row, on whichever account. */
export async function insertMeeting(
  db: Database,
  meeting: {
    owner_id: string
    kind: 'masterclass' | 'webinar'
    zoom_hub_name: string
    title: string
    start_time: Date
    end_time: Date
    reference: string
    state: 'requested'
    reserved_until: Date
  },
): Promise<void> {
  await db.insertInto('meeting').values(meeting).execute()
}

/**
 * Sets columns.
 * @param claim the claim under which the provider was called. If another caller has taken over, nothing changes.
 */
export async function updateMeeting(
  db: Database,
  ownerId: string,
  changes: Partial<Omit<MeetingRow, 'owner_id' | 'created_at'>>,
  claim?: number,
): Promise<void> {
  let update = db
    .updateTable('meeting')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('owner_id', '=', ownerId)
  if (claim !== undefined) update = update.where('attempts', '=', claim)
  await update.execute()
}

/**
 * Claims the right to call the provider for a meeting until an instant.
 * @returns the meeting, or undefined while another process holds the claim
 */
export function claimCall(
  db: Database,
  ownerId: string,
  now: Date,
  until: Date,
): Promise<MeetingRow | undefined> {
  return db
    .updateTable('meeting')
    .set({ calling_until: until, attempts: sql<number>`attempts + 1`, updated_at: sql<Date>`now()` })
    .where('owner_id', '=', ownerId)
    .where((row) => row.or([row('calling_until', 'is', null), row('calling_until', '<', now)]))
    .returningAll()
    .executeTakeFirst()
}
