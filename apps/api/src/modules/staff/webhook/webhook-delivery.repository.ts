import type {
  DeliveryState,
  WebhookDestination,
  WebhookEventName,
} from '@greenroom/contract/staff/webhook/webhook.schema'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { countUpTo } from '../../../platform/database/capped-counts.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

export type DeliveryRow = Omit<Selectable<DB['webhook_delivery']>, 'payload'> & {
  payload: Record<string, unknown>
}

/** A delivery, and whether it waits for an earlier one of its record. */
export type ListedDelivery = DeliveryRow & { is_held: boolean }

interface DeliveryFilter {
  state?: DeliveryState | undefined
  event?: WebhookEventName | undefined
  record_id?: string | undefined
}

/**
 * Whether an earlier delivery of the record must be sent, or given up, first. Not an `exists`: the planner makes a join
 * of it, which compares each delivery with all of its record.
 */
const isHeld = sql<boolean>`(delivery.state = 'waiting' and (
  select true from webhook_delivery as earlier
  where earlier.destination = delivery.destination and earlier.record_type = delivery.record_type
    and earlier.record_id = delivery.record_id and earlier.position < delivery.position
    and earlier.state in ('waiting', 'failed')
  order by earlier.position limit 1) is true)`

/** Lists deliveries, the newest first. */
export async function listDeliveries(
  db: Database,
  { limit, offset, ...filter }: DeliveryFilter & { limit: number; offset: number },
): Promise<ListedDelivery[]> {
  const { rows } = await sql<ListedDelivery>`
    select delivery.*, ${isHeld} as is_held from webhook_delivery as delivery
    ${where(filter)} order by delivery.position desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

function where(filter: DeliveryFilter): RawBuilder<unknown> {
  const conditions = (['state', 'event', 'record_id'] as const).flatMap((name) =>
    filter[name] === undefined ? [] : [sql`${sql.ref(`delivery.${name}`)} = ${filter[name]}`],
  )
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
}

/** Counts the deliveries of a filter, and those of each state, each at most `mostCounted`. */
export function countDeliveries(
  db: Database,
  filter: DeliveryFilter,
): Promise<Record<'matching' | DeliveryState, number>> {
  const ofState = (state: DeliveryState) => sql`select from webhook_delivery where state = ${state}`
  return countUpTo(db, {
    matching: sql`select from webhook_delivery as delivery ${where(filter)}`,
    waiting: ofState('waiting'),
    sent: ofState('sent'),
    failed: ofState('failed'),
    skipped: ofState('skipped'),
  })
}

/** Tells whether there is any delivery. */
export async function hasDeliveries(db: Database): Promise<boolean> {
  const { rows } = await sql`select from webhook_delivery limit 1`.execute(db)
  return rows.length > 0
}

/** Finds a delivery with whether it is held back. */
export async function findDelivery(db: Database, id: string): Promise<ListedDelivery | undefined> {
  const { rows } = await sql<ListedDelivery>`
    select delivery.*, ${isHeld} as is_held from webhook_delivery as delivery where id = ${id}::uuid`.execute(
    db,
  )
  return rows[0]
}

/** Ends the claims of programs that have died. The caller has called `lockClaims`. */
export async function endOldClaims(db: Database, destination: WebhookDestination, now: Date): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ calling_until: null, updated_at: now })
    .where('destination', '=', destination)
    .where('calling_until', '<', now)
    .execute()
}

/** Lets claims of a destination wait for each other until the transaction ends. */
export async function lockClaims(db: Database, destination: WebhookDestination): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks/${destination}`}, 0))`.execute(db)
}

/** How many due deliveries a claim looks at before it puts held ones aside. */
const window = 1_000
/** How long held ones are put aside, in milliseconds. They go on earlier, by `releaseNext`. */
const asidePause = 6 * 3_600_000

/** The first deliveries that are due and that nobody sends, the longest waiting first. */
const firstDue = (destination: WebhookDestination, now: Date) => sql`first as materialized (
  select id, destination, record_type, record_id, position, state, next_attempt_at from webhook_delivery
  where destination = ${destination} and state = 'waiting' and next_attempt_at <= ${now} and calling_until is null
  order by next_attempt_at, position limit ${window}
)`

/** Whether nothing of a delivery's record is before it or on its way. */
const isFree = sql<boolean>`(not ${isHeld} and not exists (
  select from webhook_delivery as other
  where other.destination = delivery.destination and other.record_type = delivery.record_type
    and other.record_id = delivery.record_id and other.id <> delivery.id and other.calling_until is not null))`

/** Claims deliveries that are due, the longest waiting first. The caller has called `lockClaims`. */
export async function claimDue(
  db: Database,
  destination: WebhookDestination,
  { most, now, until }: { most: number; now: Date; until: Date },
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    with ${firstDue(destination, now)}, free as materialized (
      select delivery.id from first as delivery where ${isFree}
      order by delivery.next_attempt_at, delivery.position limit ${most}
    ), due as materialized (
      select delivery.id from webhook_delivery as delivery
      where delivery.id = any(array(select id from free)) and delivery.state = 'waiting'
        and delivery.calling_until is null
      for update skip locked
    )
    update webhook_delivery set calling_until = ${until}, attempts = attempts + 1, last_attempt_at = ${now},
      version = version + 1, updated_at = ${now}
    where id = any(array(select id from due))
    returning webhook_delivery.*`.execute(db)
  return rows.sort((a, b) => a.position - b.position)
}

/**
 * Puts deliveries aside that wait for an earlier one of their record, if so many are due that claims would look at them
 * again and again. The caller has called `lockClaims`.
 * @returns whether any was; others may have become the first ones
 */
export async function putHeldAside(
  db: Database,
  destination: WebhookDestination,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with ${firstDue(destination, now)}, waiting as materialized (
      select delivery.id from first as delivery where (select count(*) from first) = ${window} and ${isHeld}
    ), held as materialized (
      select delivery.id from webhook_delivery as delivery
      where delivery.id = any(array(select id from waiting)) and delivery.state = 'waiting'
      for update skip locked
    )
    update webhook_delivery set next_attempt_at = ${new Date(now.getTime() + asidePause)}
    where id = any(array(select id from held))`.execute(db)
  return Number(numAffectedRows ?? 0) > 0
}

/** Makes the next delivery of a record due after one was sent or skipped. The caller has called `lockClaims`. */
export async function releaseNext(
  db: Database,
  ended: Pick<DeliveryRow, 'destination' | 'record_type' | 'record_id' | 'position'>,
  now: Date,
): Promise<void> {
  await sql`update webhook_delivery set next_attempt_at = ${now}
    where id = (
      select id from webhook_delivery
      where destination = ${ended.destination} and record_type = ${ended.record_type}
        and record_id = ${ended.record_id} and state in ('waiting', 'failed')
      order by position limit 1
    ) and state = 'waiting' and next_attempt_at > ${now} and position > ${ended.position}`.execute(db)
}

/** Tells whether anything else could be sent now. */
export async function hasDue(db: Database, destination: WebhookDestination, now: Date): Promise<boolean> {
  const { rows } = await sql<{ has_due: boolean }>`
    with ${firstDue(destination, now)}
    select count(*) = ${window} or coalesce(bool_or(${isFree}), false) as has_due from first as delivery`.execute(
    db,
  )
  return rows[0]?.has_due === true
}

/** Returns when a destination was called since an instant. */
export async function listAttempts(
  db: Database,
  destination: WebhookDestination,
  since: Date,
): Promise<Date[]> {
  const rows = await db
    .selectFrom('webhook_delivery')
    .select('last_attempt_at')
    .where('destination', '=', destination)
    .where('last_attempt_at', '>=', since)
    .execute()
  return rows.flatMap((row) => row.last_attempt_at ?? [])
}

/**
 * Stores the outcome of an attempt, unless somebody skipped the delivery meanwhile, or its claim ended and another
 * process took it.
 * @returns whether it was stored
 */
export async function storeOutcome(
  db: Database,
  claimed: Pick<DeliveryRow, 'id' | 'attempts' | 'calling_until'>,
  {
    state,
    status,
    answer,
    nextAttemptAt,
    now,
  }: {
    state: DeliveryState
    status: number | null
    answer: string
    nextAttemptAt: Date | null
    now: Date
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_delivery')
    .set({
      state,
      last_status: status,
      last_answer: answer === '' ? null : answer,
      next_attempt_at: nextAttemptAt,
      sent_at: state === 'sent' ? now : null,
      calling_until: null,
      version: sql<number>`version + 1`,
      updated_at: now,
    })
    .where('id', '=', claimed.id)
    .where('attempts', '=', claimed.attempts)
    .where('calling_until', '=', claimed.calling_until)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const sentAgain = (
  now: Date,
) => sql`state = 'waiting', attempts = 0, next_attempt_at = ${now}, sent_at = null,
  calling_until = null, version = version + 1, updated_at = ${now}`

/** Lets a delivery be sent again. The caller holds its lock. */
export async function sendAgain(db: Database, id: string, now: Date): Promise<void> {
  await sql`update webhook_delivery set ${sentAgain(now)} where id = ${id}::uuid`.execute(db)
}

/** Lets failed deliveries of a destination be sent again, the oldest first. @returns how many */
export async function sendFailedAgain(
  db: Database,
  destination: WebhookDestination,
  { most, now }: { most: number; now: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`update webhook_delivery set ${sentAgain(now)}
    where id in (
      select id from webhook_delivery where destination = ${destination} and state = 'failed'
      order by position limit ${most} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Marks a delivery as skipped. The caller holds its lock. */
export async function markSkipped(db: Database, id: string, now: Date): Promise<void> {
  await sql`update webhook_delivery set state = 'skipped', next_attempt_at = null, calling_until = null,
    version = version + 1, updated_at = ${now} where id = ${id}::uuid`.execute(db)
}

/** Deletes ended deliveries that have not changed since an instant, at most some. @returns how many */
export async function deleteEnded(db: Database, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from webhook_delivery where id in (
    select id from webhook_delivery where state in ('sent', 'skipped') and updated_at < ${before}
    order by updated_at limit ${most})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
