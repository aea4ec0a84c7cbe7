import type { LeadStatus } from '@greenroom/contract/lead-status'
import { type CloseReason, openLeadStatuses } from '@greenroom/contract/people/advisory/advisory.schema'
import type { LeadAction } from '@greenroom/contract/people/advisory/lead-pipeline.rules'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { isPossibleTotal } from '../../../platform/database/kept-counts.ts'
import { phoneEndsWith } from '../../../platform/database/phone-search.ts'
import { type PreparedStatement, preparedQuery } from '../../../platform/database/prepared-query.ts'
import type { DB } from '../../../platform/database/tables.ts'
import { type ActionTimes, needsAction } from './lead-action.repository.ts'

type Stored = Omit<
  Selectable<DB['lead']>,
  'status' | 'status_history' | 'status_since' | 'meta' | 'close_reason'
> & {
  status: LeadStatus
  status_since: Date
  close_reason: CloseReason | null
  /** Entries of {status, time}, the oldest first; other programs may write anything else. */
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
  'status_since',
  'close_reason',
  'close_note',
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

/** A row of the list. Its instants are ISO texts, because a page has dozens of them. */
export type ListedLead = Omit<
  Pick<LeadRow, (typeof listedColumns)[number] | 'service_name' | 'advisor_first_name' | 'advisor_last_name'>,
  'start_time' | 'created_at' | 'status_since'
> & { start_time: string; created_at: string; status_since: string }

/** The filters of the list; null matches any. */
export interface LeadFilter {
  advisorId: string | null
  status: string | null
  serviceId: string | null
  /** A part of the name of who booked, or the digits that their phone ends with. */
  person: { name: string } | { phoneEnd: string } | null
  /** Filters that have no stored counts; undefined without any. */
  more?:
    | {
        lacksAdvisor?: boolean
        /** Only leads that still need work. */
        isOpen?: boolean
        action?: { kind: LeadAction; times: ActionTimes } | undefined
        closeReason?: CloseReason | undefined
        source?: string | undefined
        /** The least stage, by its number. */
        reached?: number | undefined
        bookedFrom?: Date | undefined
        bookedUntil?: Date | undefined
      }
    | undefined
  /** The longest in their status first, instead of the newest. */
  isByStatusTime?: boolean
}

const columns = listedColumns.map((name) => `lead.${name}`).join(', ')

/**
 * Returns a page of leads, the newest first, with the exact total, by one statement. The total is one row of the counts
 * and the changes that are not in it yet. A page past the middle is read from the end. If the counts are incomplete or
 * cannot be true, the leads are counted. A search by person, and a filter without stored counts, counts what an index
 * finds.
 * @param onWrongCounts called if the counts cannot be true
 */
export async function listLeads(
  db: Database,
  filter: LeadFilter,
  page: { limit: number; offset: number },
  onWrongCounts: () => void,
): Promise<{ total: number; rows: ListedLead[] }> {
  const values: unknown[] = [page.limit, page.offset]
  const names: string[] = []
  const ofLead: string[] = []
  const ofCount: string[] = []
  for (const [name, value, column, type, any] of [
    ['advisor', filter.advisorId, 'advisor_id', 'uuid', 'any_record()'],
    ['status', filter.status, 'status', 'text', "''"],
    ['service', filter.serviceId, 'service_id', 'uuid', 'any_record()'],
  ] as const) {
    if (value === null) {
      ofCount.push(`${column} = ${any}`)
      continue
    }
    const condition = `${column} = (select $${values.push(value)}::${type})`
    names.push(name)
    ofLead.push(condition)
    ofCount.push(condition)
  }
  const where = ofLead.length === 0 ? '' : `where ${ofLead.join(' and ')}`
  const run = async (statement: PreparedStatement) => {
    const found = await preparedQuery<{ total: number | null } & ListedLead>(db, statement, values)
    // A page beyond the end still has the total, on a row without a lead.
    return { total: found[0]?.total ?? null, rows: found[0]?.id === null ? [] : found }
  }
  const order = filter.isByStatusTime ? 'longest' : 'newest'
  if (filter.person !== null || filter.more) {
    const add = (value: unknown, type: string) => `$${values.push(value)}::${type}`
    const conditions = [
      ...ofLead,
      ...(filter.more ? conditionsOf(filter.more, add) : []),
      ...(filter.person ? [isOfPerson(filter.person, (text) => add(text, 'text'))] : []),
    ].join(' and ')
    // Unnamed, so that it is planned for this text: how many leads it finds differs widely.
    const { total, rows } = await run({
      name: undefined,
      text: filter.person ? pageOfFound(conditions, order) : pageOfMatching(conditions, order),
    })
    return { total: total ?? 0, rows }
  }
  const read = (kind: string, total: string) =>
    order === 'longest'
      ? run({ name: ['longest', kind, ...names].join('/'), text: pageOfLongest(where, total) })
      : run({ name: [kind, ...names].join('/'), text: pageOfLeads(where, total) })
  const counted = await read(
    'leads',
    `select case when (select counted_at from count_state where list = 'leads') is not null then
        coalesce((select n from lead_count where ${ofCount.join(' and ')}), 0)
        + coalesce((select sum(n)::int from lead_count_change ${where}), 0)
      end as total`,
  )
  if (isPossibleTotal(counted.total, counted.rows.length, page))
    return { total: counted.total, rows: counted.rows }
  if (counted.total !== null) onWrongCounts()
  const { total, rows } = await read('leads/counted', `select count(*)::int as total from lead ${where}`)
  return { total: total ?? 0, rows }
}

/** From this length on a text has a trigram of its own, with which the index finds it anywhere in a name. */
const trigram = 3

/**
 * Returns the condition of a search. One or two letters match the beginning of a first or last name: anywhere in a name
 * the index would not find them.
 * @param add returns the placeholder of a text
 */
export function isOfPerson(person: NonNullable<LeadFilter['person']>, add: (text: string) => string): string {
  if ('phoneEnd' in person) return phoneEndsWith('user_phone', person.phoneEnd, add)
  const text = `regexp_replace(searched(${add(person.name)}::text), '([\\\\%_])', '\\\\\\1', 'g')`
  const starts = [...person.name].length < trigram ? ["''", "'% '"] : ["'%'"]
  const matches = starts.map(
    (start) => `searched(user_first_name || ' ' || user_last_name) like ${start} || ${text} || '%'`,
  )
  return `(${matches.join(' or ')})`
}

const listedWithNames = `${columns}, service.service_name,
      advisor.first_name as advisor_first_name, advisor.last_name as advisor_last_name`

/** Columns of each order of the list. */
const orders = { newest: 'created_at desc, id desc', longest: 'status_since, id' } as const
type Order = keyof typeof orders

const joinedNames = (order: Order) => `
    left join advisory_service as service on service.id = lead.service_id
    left join advisor on advisor.id = lead.advisor_id
    order by ${order === 'newest' ? 'lead.created_at desc, lead.id desc' : 'lead.status_since, lead.id'}`

/** A search finds few leads: they are found once, and then counted and sorted. */
function pageOfFound(condition: string, order: Order): string {
  return `
    with found as materialized (select id, created_at, status_since from lead where ${condition})
    select counted.total, ${listedWithNames}
    from (select count(*)::int as total from found) as counted
    left join lead on lead.id = any (
      array(select id from found order by ${orders[order]} limit $1::bigint offset $2::bigint)
    )
    ${joinedNames(order)}`
}

/** A filter can match most leads: they are counted in one index, and the page is read in the order of another. */
function pageOfMatching(condition: string, order: Order): string {
  return `
    select counted.total, ${listedWithNames}
    from (select count(*)::int as total from lead where ${condition}) as counted
    left join lead on lead.id = any (
      array(select id from lead where ${condition} order by ${orders[order]} limit $1::bigint offset $2::bigint)
    )
    ${joinedNames(order)}`
}

/** Returns the conditions of the filters without stored counts. */
function conditionsOf(
  more: NonNullable<LeadFilter['more']>,
  add: (value: unknown, type: string) => string,
): string[] {
  const { lacksAdvisor, isOpen, action, closeReason, source, reached, bookedFrom, bookedUntil } = more
  return [
    ...(lacksAdvisor ? ['advisor_id is null'] : []),
    ...(isOpen ? [`status = any (${add(openLeadStatuses, 'text[]')})`] : []),
    ...(action ? [needsAction(action.kind, action.times, (moment) => add(moment, 'timestamptz'))] : []),
    ...(closeReason ? [`close_reason = ${add(closeReason, 'text')}`] : []),
    ...(source === undefined ? [] : [`source = ${add(source, 'text')}`]),
    ...(reached === undefined ? [] : [`reached >= ${add(reached, 'smallint')}`]),
    ...(bookedFrom ? [`created_at >= ${add(bookedFrom, 'timestamptz')}`] : []),
    ...(bookedUntil ? [`created_at <= ${add(bookedUntil, 'timestamptz')}`] : []),
  ]
}

function pageOfLongest(where: string, total: string): string {
  return `
    with counted as materialized (${total})
    select counted.total, ${listedWithNames}
    from counted
    left join lead on lead.id = any (
      array(select id from lead ${where} order by ${orders.longest} limit $1::bigint offset $2::bigint)
    )
    ${joinedNames('longest')}`
}

/**
 * One of the two arrays is empty: its limit is 0, so nothing is read for it. Values are in subqueries, so that the
 * planner cannot use them and one plan serves all requests: planning takes longer than running.
 */
function pageOfLeads(where: string, total: string): string {
  return `
    with counted as materialized (${total}),
    page as materialized (
      select total, $2::bigint > total / 2 as is_from_end,
        $2::bigint as newer_leads, greatest(0, total - $2::bigint - $1::bigint) as older_leads,
        greatest(0, least($1::bigint, total - $2::bigint)) as size
      from counted
    )
    select counted.total, ${listedWithNames}
    from counted
    left join lead on lead.id = any (
      array(
        select id from lead ${where} order by created_at desc, id desc
        limit (select case when is_from_end then 0 else size end from page)
        offset (select newer_leads from page)
      ) || array(
        select id from lead ${where} order by created_at, id
        limit (select case when is_from_end then size else 0 end from page)
        offset (select older_leads from page)
      )
    )
    ${joinedNames('newest')}`
}

/**
 * Counts the open leads of several services in one statement: from the counts and the changes that are not in them yet,
 * or from the leads while the counts are incomplete. A service without any is absent.
 */
export async function countOpenLeads(
  db: Database,
  serviceIds: readonly string[],
): Promise<Map<string, number>> {
  if (serviceIds.length === 0) return new Map()
  const rows = await preparedQuery<{ service_id: string; leads: number }>(
    db,
    {
      name: 'leads/open',
      text: `
        with state as materialized (
          select counted_at is not null as is_counted from count_state where list = 'leads'
        )
        select service_id, sum(n)::int as leads
        from (
          select service_id, n from lead_count
          where (select is_counted from state) and advisor_id = any_record() and status = any ($1::text[])
            and service_id = any ($2::uuid[])
          union all
          select service_id, n from lead_count_change
          where (select is_counted from state) and status = any ($1::text[]) and service_id = any ($2::uuid[])
          union all
          select service_id, 1 from lead
          where not (select is_counted from state) and status = any ($1::text[]) and service_id = any ($2::uuid[])
        ) as open_lead
        group by service_id
        having sum(n) > 0`,
    },
    [openLeadStatuses, serviceIds],
  )
  return new Map(rows.map((row) => [row.service_id, row.leads]))
}

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

/**
 * Sets status, advisor and reason, and increments the version. A database trigger adds a changed status to the history.
 */
export async function updateLead(
  db: Database,
  id: string,
  { now, ...values }: Pick<LeadRow, 'status' | 'advisor_id' | 'close_reason' | 'close_note'> & { now: Date },
): Promise<void> {
  await db
    .updateTable('lead')
    .set({ ...values, version: sql<number>`version + 1`, updated_at: now })
    .where('id', '=', id)
    .execute()
}
