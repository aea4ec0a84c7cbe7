import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'
import { contains } from '../../../platform/database/text-search.ts'

export type AdvisorRow = Selectable<DB['advisor']>

/** Lists advisors whose e-mail address contains a text, the newest first. */
export function listAdvisors(
  db: Database,
  { email, limit, offset }: { email?: string | undefined; limit: number; offset: number },
): Promise<AdvisorRow[]> {
  let query = db.selectFrom('advisor').selectAll()
  if (email?.trim()) query = query.where(contains(sql.ref<string>('email'), email.trim()))
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute()
}

export function insertAdvisor(
  db: Database,
  advisor: { id: string; first_name: string; last_name: string; email: string; now: Date },
): Promise<AdvisorRow> {
  const { now, ...values } = advisor
  return db
    .insertInto('advisor')
    .values({ ...values, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns the ids that belong to an advisor. */
export async function knownAdvisorIds(db: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('advisor').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map((row) => row.id))
}

/** Returns the services of several advisors in one query, sorted by name. */
export function servicesOfAdvisors(
  db: Database,
  advisorIds: readonly string[],
): Promise<{ advisor_id: string; id: string; service_name: string }[]> {
  if (advisorIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('advisory_service_advisor as link')
    .innerJoin('advisory_service as service', 'service.id', 'link.service_id')
    .select(['link.advisor_id', 'service.id', 'service.service_name'])
    .where('link.advisor_id', 'in', advisorIds)
    .orderBy('service.service_name')
    .orderBy('service.id')
    .execute()
}
