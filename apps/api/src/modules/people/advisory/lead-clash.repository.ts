import { callStatus } from '@greenroom/contract/people/advisory/lead-pipeline.rules'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'

/** A call of another lead at the time of a lead's call. */
export interface ClashRow {
  advisor_id: string
  lead_id: string
  reference_record_id: string
  service_name: string
  start_time: Date
  end_time: Date
  free_at: Date
}

/** Max number of clashes in a response. */
const mostClashes = 500

/**
 * Returns the calls that clash with a lead's call: one begins before the slot and the buffer of the other have ended.
 * Only calls that nothing has been noted about take an advisor's time (OQ-506).
 * @param advisorId only those of one advisor; undefined for those of all
 */
export async function findClashes(
  db: Database,
  lead: { id: string; service_id: string; start_time: Date },
  advisorId?: string,
): Promise<ClashRow[]> {
  const { rows } = await sql<ClashRow>`
    with mine as materialized (
      select ${lead.start_time}::timestamptz as start_time,
        ${lead.start_time}::timestamptz + make_interval(secs => slot_time + buffer_time) as free_at,
        -- No call that began earlier can still take an advisor's time.
        ${lead.start_time}::timestamptz
          - make_interval(secs => (select max(slot_time + buffer_time) from advisory_service)) as earliest
      from advisory_service where id = ${lead.service_id}
    )
    select other.advisor_id, other.id as lead_id, other.reference_record_id, service.service_name, other.start_time,
      other.start_time + make_interval(secs => service.slot_time) as end_time,
      other.start_time + make_interval(secs => service.slot_time + service.buffer_time) as free_at
    from mine
    join advisor on ${advisorId ?? null}::uuid is null or advisor.id = ${advisorId ?? null}::uuid
    join lead as other on other.advisor_id = advisor.id and other.status = ${sql.lit(callStatus)}
      and other.start_time > mine.earliest and other.start_time < mine.free_at and other.id <> ${lead.id}::uuid
    join advisory_service as service on service.id = other.service_id
    where other.start_time + make_interval(secs => service.slot_time + service.buffer_time) > mine.start_time
    order by other.start_time, other.id
    limit ${sql.lit(mostClashes)}`.execute(db)
  return rows
}

/** Locks an advisor until the transaction ends, so that the second of two assignments at once sees the first. */
export async function lockAdvisor(db: Database, id: string): Promise<void> {
  await sql`select from advisor where id = ${id} for no key update`.execute(db)
}
