import type { LeadStatus } from '@greenroom/contract/advisory/advisory.schema'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { type PreparedStatement, preparedQuery } from '../../platform/database/prepared-query.ts'
import type { DB } from '../../platform/database/tables.ts'

type Stored = Omit<Selectable<DB['lead']>, 'status' | 'status_history' | 'meta'> & {
  status: LeadStatus
  /** {status, time}, the oldest first, as far as other programs keep to it. */
  status_history: unknown[]
  meta: Record<string, unknown>
}

/** A lead with its service and its advisor. */
export type LeadRow = Stored & {
  service_name: string
  advisor_first_name: string | null
  advisor_last_name: string | null
}

const listedColumns = [
  'id',
  'reference_record_id',
  'status',
  'status_history',
  'start_time',
  'created_at',
  'meta',
  'service_id',
  'advisor_id',
  'user_first_name',
  'user_last_name',
  'user_email',
  'user_phone',
  'version',
] as const

/** A row of the list; its moments are ISO texts already, because a page has dozens of them. */
export type ListedLead = Omit<
  Pick<LeadRow, (typeof listedColumns)[number] | 'service_name' | 'advisor_first_name' | 'advisor_last_name'>,
  'start_time' | 'created_at'
> & { start_time: string; created_at: string }

/** What the list is asked for; null asks for any. */
export interface LeadFilter {
  advisorId: string | null
  status: string | null
  serviceId: string | null
}

/**
 * A page of leads, the newest first, with their exact number, by one statement. The number is one row of the counts; a
 * page past the middle is looked for from the end.
 */
export async function listLeads(
  db: Database,
  filter: LeadFilter,
  page: { limit: number; offset: number },
): Promise<{ total: number; rows: ListedLead[] }> {
  const asked = [filter.advisorId, filter.status, filter.serviceId]
  const shape = ['a', 's', 'v'].filter((_, place) => asked[place] !== null).join('')
  const values = [page.limit, page.offset, ...asked.filter((value) => value !== null)]
  const found = await preparedQuery<{ total: number } & ListedLead>(db, statementOf(shape), values)
  const total = found[0]?.total ?? 0
  // A page beyond the end still has the total, on a row without a lead.
  return { total, rows: found[0]?.id === null ? [] : found }
}

const statements = new Map<string, PreparedStatement>()

/** The statement for what is filtered by: a for the advisor, s for the status, v for the service. */
function statementOf(shape: string): PreparedStatement {
  const known = statements.get(shape)
  if (known) return known
  const ofRow: string[] = []
  const ofCount: string[] = []
  for (const [letter, column, type, any] of [
    ['a', 'advisor_id', 'uuid', 'any_record()'],
    ['s', 'status', 'text', `''`],
    ['v', 'service_id', 'uuid', 'any_record()'],
  ] as const) {
    if (shape.includes(letter)) {
      const condition = `${column} = (select $${3 + ofRow.length}::${type})`
      ofRow.push(condition)
      ofCount.push(condition)
    } else {
      ofCount.push(`${column} = ${any}`)
    }
  }
  const where = ofRow.length === 0 ? '' : `where ${ofRow.join(' and ')}`
  const columns = listedColumns.map((name) => `lead.${name}`).join(', ')
  const made = {
    name: `leads/${shape}`,
    // Of the two arrays one is empty: its limit is 0, so nothing is read for it. Values stand in selects of their own,
    // so that the planner cannot weigh them and one plan does for all: planning takes longer than the query itself.
    text: `
    with counted as materialized (
      select coalesce((select n from lead_count where ${ofCount.join(' and ')}), 0) as total
    ),
    part as materialized (
      select total, $2::bigint > total / 2 as is_from_end,
        $2::bigint as before_it, greatest(0, total - $2::bigint - $1::bigint) as after_it,
        greatest(0, least($1::bigint, total - $2::bigint)) as size
      from counted
    )
    select counted.total, ${columns}, service.service_name,
      advisor.first_name as advisor_first_name, advisor.last_name as advisor_last_name
    from counted
    left join lead on lead.id = any (
      array(
        select id from lead ${where} order by created_at desc, id desc
        limit (select case when is_from_end then 0 else size end from part) offset (select before_it from part)
      ) || array(
        select id from lead ${where} order by created_at, id
        limit (select case when is_from_end then size else 0 end from part) offset (select after_it from part)
      )
    )
    left join advisory_service as service on service.id = lead.service_id
    left join advisor on advisor.id = lead.advisor_id
    order by lead.created_at desc, lead.id desc`,
  }
  statements.set(shape, made)
  return made
}

/** One lead, or undefined. */
export async function findLead(db: Database, id: string): Promise<LeadRow | undefined> {
  return (await db
    .selectFrom('lead')
    .innerJoin('advisory_service as service', 'service.id', 'lead.service_id')
    .leftJoin('advisor', 'advisor.id', 'lead.advisor_id')
    .selectAll('lead')
    .select([
      'service.service_name',
      'advisor.first_name as advisor_first_name',
      'advisor.last_name as advisor_last_name',
    ])
    .where('lead.id', '=', id)
    .executeTakeFirst()) as LeadRow | undefined
}

/** Sets status and advisor and counts the version up; the database adds a changed status to the history. */
export async function updateLead(
  db: Database,
  id: string,
  { status, advisorId, now }: { status: LeadStatus; advisorId: string | null; now: Date },
): Promise<void> {
  await db
    .updateTable('lead')
    .set({ status, advisor_id: advisorId, version: sql<number>`version + 1`, updated_at: now })
    .where('id', '=', id)
    .execute()
}
