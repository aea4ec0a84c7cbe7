import { openLeadStatuses } from '@greenroom/contract/people/advisory/advisory.schema'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

type Lead = Selectable<DB['lead']>

/** What the public product sends of a booking. */
export type SentBooking = Pick<
  Lead,
  'service_id' | 'start_time' | 'user_id' | 'user_first_name' | 'user_last_name' | 'user_email' | 'user_phone'
> & { meta: Record<string, unknown> }

/** A lead with what its history entries show. */
export type LeadRow = SentBooking &
  Pick<Lead, 'id' | 'status' | 'advisor_id' | 'source_changed_at'> & {
    service_name: string
    advisor_first_name: string | null
    advisor_last_name: string | null
    is_open: boolean
  }

/** Locks a lead until the transaction ends; undefined if nobody has sent it. */
export async function lockLead(db: Database, reference: string): Promise<LeadRow | undefined> {
  await sql`select from lead where reference_record_id = ${reference} for update`.execute(db)
  // A second statement, because the first one's snapshot may be older than the lock it waited for.
  const { rows } = await sql<LeadRow>`
    select lead.id, status, advisor_id, source_changed_at, service_id, start_time, user_id, user_first_name,
      user_last_name, user_email, user_phone, meta, service_name, advisor.first_name as advisor_first_name,
      advisor.last_name as advisor_last_name, status = any(${openLeadStatuses}::text[]) as is_open
    from lead join advisory_service on advisory_service.id = service_id
    left join advisor on advisor.id = advisor_id
    where reference_record_id = ${reference}`.execute(db)
  return rows[0]
}

/**
 * Inserts a lead unless another call has just stored it.
 * @param lead.history statuses and times; empty lets the database begin it with the status
 * @returns whether it is new
 */
export async function insertLead(
  db: Database,
  {
    history,
    meta,
    ...lead
  }: SentBooking &
    Pick<Lead, 'id' | 'status' | 'advisor_id' | 'created_at' | 'updated_at'> & {
      reference_record_id: string
      source_changed_at: Date
      history: { status: string; time: string }[]
    },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('lead')
    .values({ ...lead, meta: JSON.stringify(meta), status_history: JSON.stringify(history) })
    .onConflict((conflict) => conflict.column('reference_record_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Sets columns and increments the version. A database trigger adds a changed status to the history. */
export async function updateLead(
  db: Database,
  id: string,
  {
    now,
    meta,
    ...values
  }: SentBooking & Pick<Lead, 'status' | 'advisor_id'> & { source_changed_at: Date; now: Date },
): Promise<void> {
  await db
    .updateTable('lead')
    .set({ ...values, meta: JSON.stringify(meta), version: sql<number>`version + 1`, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Records when the caller's system changed a booking whose content is the same. */
export async function setLeadChangedAt(db: Database, id: string, changedAt: Date): Promise<void> {
  await db.updateTable('lead').set({ source_changed_at: changedAt }).where('id', '=', id).execute()
}

/** Returns the services with an id or with a name, in any case. */
export async function findServices(
  db: Database,
  service: { id: string } | { name: string },
): Promise<{ id: string; service_name: string }[]> {
  const which =
    'id' in service
      ? sql`id = ${service.id}`
      : sql`folded(btrim(service_name)) = folded(btrim(${service.name}::text))`
  const { rows } = await sql<{ id: string; service_name: string }>`
    select id, service_name from advisory_service where ${which} order by id limit 2`.execute(db)
  return rows
}

export function findAdvisor(
  db: Database,
  id: string,
): Promise<{ id: string; first_name: string; last_name: string } | undefined> {
  return db
    .selectFrom('advisor')
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', id)
    .executeTakeFirst()
}
