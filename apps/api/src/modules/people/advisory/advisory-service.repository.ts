import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

export type AdvisoryServiceRow = Selectable<DB['advisory_service']>

/** An advisor of a service. */
export interface AdvisorOfServiceRow {
  service_id: string
  id: string
  first_name: string
  last_name: string
  email: string
}

/** Lists advisory services, the newest first. */
export function listAdvisoryServices(
  db: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<AdvisoryServiceRow[]> {
  return db
    .selectFrom('advisory_service')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export function findAdvisoryService(db: Database, id: string): Promise<AdvisoryServiceRow | undefined> {
  return db.selectFrom('advisory_service').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns the advisors of several services in one query, sorted by name. */
export function advisorsOfServices(
  db: Database,
  serviceIds: readonly string[],
): Promise<AdvisorOfServiceRow[]> {
  if (serviceIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('advisory_service_advisor as link')
    .innerJoin('advisor', 'advisor.id', 'link.advisor_id')
    .select(['link.service_id', 'advisor.id', 'advisor.first_name', 'advisor.last_name', 'advisor.email'])
    .where('link.service_id', 'in', serviceIds)
    .orderBy('advisor.first_name')
    .orderBy('advisor.last_name')
    .orderBy('advisor.id')
    .execute()
}

/** Sets times in seconds and increments the version. */
export function updateAdvisoryService(
  db: Database,
  id: string,
  { now, ...values }: { buffer_time: number; slot_time: number; now: Date },
): Promise<AdvisoryServiceRow> {
  return db
    .updateTable('advisory_service')
    .set({ ...values, version: sql<number>`version + 1`, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function changeAdvisorsOfService(
  db: Database,
  serviceId: string,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  if (removed.length > 0) {
    await db
      .deleteFrom('advisory_service_advisor')
      .where('service_id', '=', serviceId)
      .where('advisor_id', 'in', removed)
      .execute()
  }
  if (added.length > 0) {
    await db
      .insertInto('advisory_service_advisor')
      .values(added.map((advisor_id) => ({ service_id: serviceId, advisor_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
