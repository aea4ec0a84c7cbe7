import type { HistoryKind } from '@greenroom/contract/desk/history/history.schema'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { RowStatement } from '../../../platform/database/row-cursor.ts'

type Values = Record<string, unknown>

export interface EntryRow {
  id: string
  /** ISO 8601 with microseconds, because pages continue after it. */
  at: string
  kind: 'change' | 'sign-in' | 'refused' | 'look'
  actor_email: string | null
  actor_name: string | null
  action: string
  entity_type: string
  entity_id: string | null
  entity_label: string | null
  event_type: string | null
  before: Values | null
  after: Values | null
  currency_code: string | null
  names: Record<string, string> | null
  address: string | null
  request_id: string | null
  sandbox: string | null
  session_id: string | null
}

export interface HistoryFilter {
  kind?: HistoryKind | undefined
  /** E-mail address. */
  person?: string | undefined
  /** Types of records; any by default. */
  types?: readonly string[] | undefined
  record?: { type: string; id: string } | undefined
  from?: Date | undefined
  /** Exclusive: times have microseconds, so a day has no last moment. */
  until?: Date | undefined
}

interface Page {
  limit: number
  /** The last entry of the previous page, as `at_id`. */
  after?: string | undefined
}

const entryColumns = sql`id, at, case entity_type when 'session' then 'sign-in' else 'change' end as kind, actor_id,
  actor_email, action, entity_type, entity_id, entity_label, before, after, address, request_id, sandbox, session_id`

const callColumns = sql`id, at, 'refused' as kind, actor_id, actor_email, 'call.refused' as action, 'call' as entity_type,
  null as entity_id, summary as entity_label, null::jsonb as before,
  jsonb_build_object('tries', tries, 'role', role) as after, address, request_id, sandbox, null::uuid as session_id`

// A refused credential proves nobody: its address gets no name.
const signInColumns = sql`id, at, 'refused' as kind, null as actor_id, claimed_email as actor_email, 'session.refused' as action,
  'session' as entity_type, null as entity_id, null as entity_label, null::jsonb as before,
  jsonb_build_object('reason', reason) as after, address, request_id, sandbox, null::uuid as session_id`

/** A look names its record as other entries do, and a person as their page does. */
const lookColumns = sql`id, at, 'look' as kind, actor_id, actor_email, 'contact.look' as action, subject_type as entity_type,
  case subject_type when 'search' then null when 'person' then subject else split_part(subject, '.', 2) end as entity_id,
  case subject_type when 'search' then subject end as entity_label, null::jsonb as before,
  jsonb_build_object('tries', tries, 'role', role, 'call', summary) as after, address, request_id, sandbox, session_id`

/** A part of the history that one index serves. */
interface Part {
  columns: RawBuilder<unknown>
  table: 'audit_entry' | 'refused_call' | 'sign_in_refusal' | 'personal_look'
  conditions: RawBuilder<unknown>[]
}

/**
 * Returns the parts that together have the filtered entries. Each type of record is a part of its own, because an index
 * has the entries in order for one type only.
 */
function partsOf({ kind, person, types, record, from, until }: HistoryFilter): Part[] {
  const timed = [...(from ? [sql`at >= ${from}`] : []), ...(until ? [sql`at < ${until}`] : [])]
  const by = (column: 'actor_email' | 'claimed_email') =>
    person === undefined ? timed : [...timed, sql`${sql.ref(column)} = ${person}`]
  if (kind === 'looks') return types ? [] : partsOfLooks(by('actor_email'), record)
  const ofRecords: RawBuilder<unknown>[][] = record
    ? types === undefined || types.includes(record.type)
      ? [[sql`entity_type = ${record.type}`, sql`entity_id = ${record.id}`]]
      : []
    : types
      ? types.map((type) => [sql`entity_type = ${type}`])
      : [[]]
  const parts: Part[] = []
  if (kind === undefined || kind === 'changes') {
    const isChange = kind === 'changes' ? [sql`entity_type <> 'session'`] : []
    for (const conditions of ofRecords) {
      parts.push({
        columns: entryColumns,
        table: 'audit_entry',
        conditions: [...conditions, ...isChange, ...by('actor_email')],
      })
    }
  }
  if (types || record) return parts
  if (kind === 'sign-ins') {
    const conditions = [sql`entity_type = 'session'`, ...by('actor_email')]
    parts.push({ columns: entryColumns, table: 'audit_entry', conditions })
  }
  if (kind === undefined || kind === 'refused') {
    parts.push(
      { columns: callColumns, table: 'refused_call', conditions: by('actor_email') },
      { columns: signInColumns, table: 'sign_in_refusal', conditions: by('claimed_email') },
    )
  }
  return parts
}

/** Looks, and the files with contacts that were taken: the audit log has these. */
function partsOfLooks(conditions: RawBuilder<unknown>[], record: HistoryFilter['record']): Part[] {
  const taken = (type: string, action: string, more: RawBuilder<unknown>[] = []): Part => ({
    columns: entryColumns,
    table: 'audit_entry',
    conditions: [sql`entity_type = ${type}`, sql`action = ${action}`, ...more, ...conditions],
  })
  const looks = (more: RawBuilder<unknown>[] = []): Part => ({
    columns: lookColumns,
    table: 'personal_look',
    conditions: [...more, ...conditions],
  })
  if (!record) {
    return [looks(), taken('export', 'export.download'), taken('person', 'personal-data.export')]
  }
  const names = sql`any(array(${namesOf(record)}))`
  return [
    looks([sql`subject = ${names}`]),
    taken('person', 'personal-data.export', [sql`entity_id = ${names}`]),
  ]
}

/**
 * Selects the names by which looks know a record. A person also has those of accounts, orders, documents,
 * sign-ups and bookings.
 */
function namesOf({ type, id }: NonNullable<HistoryFilter['record']>): RawBuilder<unknown> {
  if (type !== 'person') return sql`select ${`${type === 'transaction' ? 'order' : type}.${id}`}::text`
  const [kind = '', named = ''] = id.split('.')
  const record = uuidOf(sql`${named}::text`)
  const found: Record<string, RawBuilder<unknown>> = {
    person: record,
    user: sql`(select person_id from person_identifier where kind = 'account' and value = (${record})::text)`,
    order: sql`(select person_id from transaction where id = ${record})`,
    registration: sql`(select person_id from registration where id = ${record})`,
    lead: sql`(select person_id from lead where id = ${record})`,
  }
  return sql`with people as (
      select unnest(people_with(${found[kind] ?? sql`null::uuid`})) as id
    ), bought as (
      select id from transaction where person_id in (select id from people)
    )
    select ${id}::text
    union all select 'person.' || id from people
    union all select 'user.' || value from person_identifier
      where kind = 'account' and person_id in (select id from people)
    union all select 'order.' || id from bought
    union all select 'document.' || id from tax_document where transaction_id in (select id from bought)
    union all select 'registration.' || id from registration where person_id in (select id from people)
    union all select 'lead.' || id from lead where person_id in (select id from people)`
}

function where(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
}

/** A text as a uuid; null for any other text. */
const uuidOf = (text: RawBuilder<unknown>) =>
  sql`case when ${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (${text})::uuid end`

const member = (name: string) => sql`coalesce(entry.after, entry.before) ->> ${sql.lit(name)}`

const lookedAtId = uuidOf(sql`regexp_replace(entry.entity_id, '^.*[.]', '')`)
const userName = sql`nullif(btrim(user_first_name || ' ' || user_last_name), '')`
const ownName = sql`nullif(btrim(first_name || ' ' || last_name), '')`

/** The present name of what was looked at; null if it is gone. */
const nameOfLookedAt = sql`case entry.entity_type
    when 'transaction' then (select reference_order_id from transaction where id = ${lookedAtId})
    when 'document' then (select serial from tax_document where id = ${lookedAtId})
    when 'lead' then (select coalesce(${userName}, user_email) from lead where id = ${lookedAtId})
    else case split_part(entry.entity_id, '.', 1)
      when 'person' then (
        select coalesce(nullif(names[cardinality(names)], ''), value) from person_identifier
        where person_id = ${lookedAtId} order by kind = 'account' desc, is_own desc, id limit 1)
      when 'user' then coalesce(
        (select coalesce(${ownName}, nullif(email, ''), phone) from app_user where id = ${lookedAtId}),
        (select nullif(names[1], '') from person_identifier where kind = 'account' and value = (${lookedAtId})::text))
      when 'order' then (select coalesce(${userName}, user_email) from transaction where id = ${lookedAtId})
      when 'registration' then (
        select coalesce(nullif(user_name, ''), user_email) from registration where id = ${lookedAtId})
      when 'lead' then (select coalesce(${userName}, user_email) from lead where id = ${lookedAtId})
      when 'creator' then (select coalesce(${ownName}, email) from creator where id = ${lookedAtId})
      when 'advisor' then (select coalesce(${ownName}, email) from advisor where id = ${lookedAtId})
    end
  end`

/**
 * Completes entries with the names of people and of other records, and the currency of an order. A person is found by
 * account, because somebody else may have the address by now.
 */
function completed(entries: RawBuilder<unknown>): RawBuilder<EntryRow> {
  return sql<EntryRow>`
    select entry.id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, entry.kind,
      entry.actor_email, person.name as actor_name, entry.action, entry.entity_type, entry.entity_id,
      case when entry.kind = 'look' and entry.entity_id is not null then ${nameOfLookedAt} else entry.entity_label end
        as entity_label,
      (select event_type from event where entry.entity_type = 'event' and id = ${uuidOf(sql`entry.entity_id`)}) as event_type,
      entry.before, entry.after,
      (
        select currency_code from transaction
        where entry.entity_type = 'transaction' and id = ${uuidOf(sql`entry.entity_id`)}
      ) as currency_code, other.names,
      entry.address, entry.request_id, entry.sandbox, entry.session_id
    from (${entries}) as entry
    left join lateral (
      select name from staff where subject = entry.actor_id and name <> ''
      order by lower(email) = lower(entry.actor_email) desc limit 1
    ) as person on true
    left join lateral (
      select jsonb_object_agg(one.id, one.name) as names from (
        select id, btrim(first_name || ' ' || last_name) as name from creator
        where id in (${uuidOf(sql`entry.before ->> 'creator_id'`)}, ${uuidOf(sql`entry.after ->> 'creator_id'`)})
        union all
        select id, title from masterclass
        where entry.entity_type = 'coupon' and id = ${uuidOf(member('entity_id'))}
        union all
        select id, title from masterclass
        where entry.entity_type = 'masterclass' and id = ${uuidOf(member('copied_from'))}
        union all
        select id, title from event
        where entry.entity_type = 'event' and id = ${uuidOf(member('copied_from'))}
        union all
        select id, name from membership
        where entry.entity_type = 'coupon' and id = ${uuidOf(member('entity_id'))}
        union all
        select id, reference_order_id from transaction
        where entry.entity_type = 'difference' and id = ${uuidOf(member('transaction_id'))}
        union all
        select id, nullif(btrim(user_first_name || ' ' || user_last_name), '') from transaction
        where entry.kind = 'look' and entry.entity_type = 'transaction' and id = ${uuidOf(sql`entry.entity_id`)}
        union all
        select id, nullif(buyer_name, '') from tax_document
        where entry.kind = 'look' and entry.entity_type = 'document' and id = ${uuidOf(sql`entry.entity_id`)}
      ) as one
    ) as other on true
    order by entry.at desc, entry.id desc`
}

/** Reads a page of entries, the newest first. */
export async function listEntries(
  db: Database,
  { limit, after, ...filter }: HistoryFilter & Page,
): Promise<EntryRow[]> {
  const { rows } = await pageStatement({ limit, after, ...filter }).execute(db)
  return rows
}

/** The statement of a page; a test explains it. */
export function pageStatement({ limit, after, ...filter }: HistoryFilter & Page): RawBuilder<EntryRow> {
  const [at, id] = after?.split('_') ?? []
  const before = at === undefined ? [] : [sql`(at, id) < (${at}::timestamptz, ${id}::uuid)`]
  const parts = partsOf(filter).map(
    ({ columns, table, conditions }) => sql`(select ${columns} from ${sql.table(table)}
      ${where([...conditions, ...before])} order by at desc, id desc limit ${limit})`,
  )
  return completed(sql`select * from (${union(parts)}) as part order by at desc, id desc limit ${limit}`)
}

function union(parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  // A filter by a record of another section matches nothing.
  if (parts.length === 0) return sql`select ${entryColumns} from audit_entry where false`
  return sql.join(parts, sql` union all `)
}

/** Counts the filtered entries. */
export async function countEntries(db: Database, filter: HistoryFilter): Promise<number> {
  const counts = partsOf(filter).map(
    ({ table, conditions }) => sql`(select count(*) from ${sql.table(table)} ${where(conditions)})`,
  )
  if (counts.length === 0) return 0
  const { rows } = await sql<{ count: number }>`select (${sql.join(counts, sql` + `)})::int as count`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Selects all filtered entries as JSON, the newest first, for an export. */
export function historyStatement(db: Database, filter: HistoryFilter): RowStatement {
  const parts = partsOf(filter).map(
    ({ columns, table, conditions }) =>
      sql`(select ${columns} from ${sql.table(table)} ${where(conditions)})`,
  )
  const { sql: text, parameters } =
    sql`select to_jsonb(entry) from (${completed(union(parts))}) as entry`.compile(db)
  return { text, values: [...parameters] }
}

/** Max number of people that the filter offers. */
const mostPeople = 1_000

/** Lists the addresses in the audit log. It reads one entry for each, however many there are of a person. */
export async function listPeople(db: Database): Promise<{ email: string; name: string | null }[]> {
  const { rows } = await sql<{ email: string; name: string | null }>`
    with recursive found as (
      (select actor_email as email from audit_entry where actor_email > '' order by actor_email limit 1)
      union all
      select (select actor_email from audit_entry where actor_email > found.email order by actor_email limit 1)
      from found where found.email is not null
    ), person as (select email from found where email is not null limit ${mostPeople})
    select person.email, (
      select name from staff where lower(staff.email) = lower(person.email) and name <> '' limit 1
    ) as name
    from person order by lower(person.email)`.execute(db)
  return rows
}
