import type { GroupCounts } from '@greenroom/contract/list'
import type { Event, eventModes } from '@greenroom/contract/sessions/event/event.schema'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { countUpTo } from '../../../platform/database/capped-counts.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

type Stored = Omit<Selectable<DB['event']>, 'event_type' | 'venue_state' | 'prices' | 'referral_discount'> & {
  event_type: Event['event_type']
  venue_state: Event['venue_state']
  prices: Event['prices']
  referral_discount: Event['referral_discount']
}

/** An event with its creator, if it has one. */
export type EventRow = Stored & {
  creator_email: string | null
  creator_first_name: string | null
  creator_last_name: string | null
  creator_phone: string | null
  /** How many people hold a seat. */
  registrations_count: number
}

/** The columns that a form sets. */
export type EventValues = Omit<
  Stored,
  'id' | 'discount_percentage' | 'version' | 'created_at' | 'updated_at'
> & {
  discount_percentage: number | null
}

function withCreator(db: Database) {
  return db
    .selectFrom('event')
    .leftJoin('creator', 'creator.id', 'event.creator_id')
    .selectAll('event')
    .select([
      'creator.email as creator_email',
      'creator.first_name as creator_first_name',
      'creator.last_name as creator_last_name',
      'creator.phone as creator_phone',
    ])
}

const registrationsCount = sql<number>`registrations_of(event.id)`.as('registrations_count')

type EventMode = (typeof eventModes)[number]

/** The condition of a kind; without one, any event matches. */
function ofMode(mode: EventMode | undefined): RawBuilder<SqlBool> {
  if (mode === undefined) return sql`true`
  return mode === 'MEMBERS_ONLY' ? sql`event.member_only` : sql`event.event_type = ${mode}`
}

/** Lists events by start time, then id; of a kind, of a creator, or all. */
export async function listEvents(
  db: Database,
  filter: {
    mode?: EventMode | undefined
    creatorEmail?: string | undefined
    /** Only unpublished ones that begin within a day of this moment. */
    dueDraftAt?: Date | undefined
    direction: 'asc' | 'desc'
    limit: number
    offset: number
  },
): Promise<EventRow[]> {
  let query = withCreator(db).where(ofMode(filter.mode))
  if (filter.creatorEmail !== undefined) {
    query = query.where(sql<string>`lower(creator.email)`, '=', sql<string>`lower(${filter.creatorEmail})`)
  }
  if (filter.dueDraftAt) {
    query = query.where(
      sql<boolean>`is_due_draft(event.is_published, event.start_time, ${filter.dueDraftAt})`,
    )
  }
  const page = query
    .orderBy('event.start_time', filter.direction)
    .orderBy('event.id', filter.direction)
    .limit(filter.limit)
    .offset(filter.offset)
    .as('event')
  // Outside the page, so that nothing is counted for the rows before it.
  const rows = await db
    .selectFrom(page)
    .selectAll()
    .select(registrationsCount)
    .orderBy('event.start_time', filter.direction)
    .orderBy('event.id', filter.direction)
    .execute()
  return rows as unknown as EventRow[]
}

/** Counts the events of a kind in each group (`eventGroup`), each at most up to `mostCounted`. */
export function countGroups(db: Database, mode: EventMode | undefined, now: Date): Promise<GroupCounts> {
  const events = sql`select from event where ${ofMode(mode)}`
  const isActive = sql`(event_type = 'OFFLINE' or is_published)`
  return countUpTo(db, {
    active: sql`${events} and start_time >= ${now} and ${isActive}`,
    draft: sql`${events} and start_time >= ${now} and not ${isActive}`,
    past: sql`${events} and start_time < ${now}`,
  })
}

export async function findEvent(db: Database, id: string): Promise<EventRow | undefined> {
  return (await withCreator(db).select(registrationsCount).where('event.id', '=', id).executeTakeFirst()) as
    | EventRow
    | undefined
}

/** Inserts an event. More tickets sold than there are violates `event_tickets`. */
export async function insertEvent(
  db: Database,
  { id, now, values }: { id: string; now: Date; values: EventValues },
): Promise<void> {
  await db
    .insertInto('event')
    .values({
      ...values,
      prices: JSON.stringify(values.prices),
      referral_discount: JSON.stringify(values.referral_discount),
      id,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** Sets columns and increments the version. More tickets sold than there are violates `event_tickets`. */
export async function updateEvent(
  db: Database,
  id: string,
  changes: Partial<EventValues> & { now: Date },
): Promise<void> {
  const { now, prices, referral_discount, ...values } = changes
  await db
    .updateTable('event')
    .set({
      ...values,
      ...(prices ? { prices: JSON.stringify(prices) } : {}),
      ...(referral_discount ? { referral_discount: JSON.stringify(referral_discount) } : {}),
      version: sql<number>`version + 1`,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}
