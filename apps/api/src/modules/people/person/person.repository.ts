import type { AnchorKind, PersonRecordKind } from '@greenroom/contract/people/person/personal-data.schema'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { Subject } from './person-subject.ts'

/** A record that names a person: 'order.<id>'. */
interface AnchorRow {
  kind: AnchorKind
  id: string
  name: string
  email: string
  phone: string
}

/** Tables whose rows name a person. */
export const personTables = [
  'app_user',
  'transaction',
  'registration',
  'lead',
  'person_note',
  'creator',
  'advisor',
] as const

const mostFound = 20

/** Returns a condition on a table with the column person_id: its rows are the person's. */
export function isOfPerson({ persons }: Pick<Subject, 'persons'>): RawBuilder<boolean> {
  return sql<boolean>`person_id = any(${persons}::uuid[])`
}

/** Returns the folded forms as an array that the planner can look up in an index. */
export function foldedOf(emails: readonly string[]): RawBuilder<string[]> {
  return sql<string[]>`array(select folded(e) from unnest(${[...emails]}::text[]) as e where e <> '')`
}

/** In the JSON text of PostgreSQL: a quote, a backslash or a control character. */
const jsonEscape = String.raw`\\(["\\/bfnrt]|u[0-9a-fA-F]{4})`

/**
 * Returns the JSON text of a column for a search by a pattern of `detail-patterns.ts`. An escape becomes a quote, because
 * the letter of "\n" before a detail would count as a part of it. A quote ends a detail and is in none.
 */
export function searchableJson(column: string): RawBuilder<string> {
  return sql<string>`regexp_replace(${sql.ref(column)}::text, ${jsonEscape}, '"', 'g')`
}

/** Accounts, also deleted ones that are in the bin. */
const allAccounts = sql`(
    select id, first_name, last_name, email, phone, username, created_at from app_user
    union all
    select record_id, content ->> 'first_name', content ->> 'last_name', content ->> 'email', content ->> 'phone',
      content ->> 'username', (content ->> 'created_at')::timestamptz from bin_row where source = 'app_user'
  ) as account`
const accountsOfPerson = sql`select value::uuid from person_identifier where kind = 'account'
  and person_id = one.person`

/** Returns the record that names each person: an account, or the oldest of the first kind that there is. */
export async function recordsOf(
  db: Database,
  persons: readonly string[],
): Promise<(AnchorRow & { person: string })[]> {
  const buyer = sql`trim(user_first_name || ' ' || user_last_name) as name, user_email as email, user_phone as phone,
    created_at`
  const staff = sql`trim(first_name || ' ' || last_name) as name, email`
  const oldest = sql`where person_id = one.person order by created_at, id limit 1`
  const { rows } = await sql<AnchorRow & { person: string }>`
    select one.person, found.kind, found.id, found.name, found.email, found.phone
    from unnest(${[...persons]}::uuid[]) with ordinality as one (person, place), lateral (
      (select 1 as rank, 'user' as kind, id, ${staff}, phone, created_at from ${allAccounts}
        where id in (${accountsOfPerson}) order by created_at, id limit 1)
      union all (select 2, 'order', id, ${buyer} from transaction ${oldest})
      union all (select 3, 'registration', id, user_name, user_email, user_phone, created_at from registration ${oldest})
      union all (select 4, 'lead', id, ${buyer} from lead ${oldest})
      union all (select 5, 'creator', id, ${staff}, phone, created_at from creator ${oldest})
      union all (select 6, 'advisor', id, ${staff}, '', created_at from advisor ${oldest})
      order by rank limit 1
    ) as found order by one.place`.execute(db)
  return rows
}

/** Finds people by an e-mail address or a phone in any spelling, those first whom it identifies. */
export async function findByContact(
  db: Database,
  contact: { email: string } | { phone: string },
): Promise<string[]> {
  const [kind, value] =
    'email' in contact
      ? ['email', sql`email_key(${contact.email})`]
      : ['phone', sql`phone_key(${contact.phone})`]
  const { rows } = await sql<{ person: string }>`select person_id as person from person_identifier
    where kind = ${kind} and value = ${value} order by is_own desc, id limit ${mostFound}`.execute(db)
  return rows.map(({ person }) => person)
}

const anchorTables = {
  user: 'app_user',
  order: 'transaction',
  registration: 'registration',
  lead: 'lead',
  creator: 'creator',
  advisor: 'advisor',
} as const

/**
 * Returns the person whom a record is about; undefined if it is gone or its person was erased.
 * @returns null while a job has still to find out: the record is older than the records of people
 */
export async function findPersonOf(
  db: Database,
  kind: AnchorKind,
  id: string,
): Promise<string | null | undefined> {
  // The id of a deleted account, or of one that was merged, still leads to its person.
  const ofAccount =
    kind === 'user'
      ? sql`select person_id from person_identifier where kind = 'account' and value = ${id}::uuid::text union all`
      : sql``
  // The registration of an order is its order's.
  const table = sql.table(kind === 'registration' ? 'transaction' : anchorTables[kind])
  const ofRegistration =
    kind === 'registration'
      ? sql`select person_id from registration where id = ${id}::uuid and transaction_id is null union all`
      : sql``
  const { rows } = await sql<{ person: string | null }>`
    select found.person_id as person from (
      ${ofAccount} ${ofRegistration} select person_id from ${table} where id = ${id}::uuid
    ) as found
    where not exists (select from person where person.id = found.person_id and is_erased) limit 1`.execute(db)
  return rows[0]?.person
}

const mostSharing = 10

/** Returns other people with an e-mail address or a phone of a person, unless many share it, and which of them. */
export async function findSharing(
  db: Database,
  persons: readonly string[],
): Promise<Map<string, 'email' | 'phone'>> {
  const { rows } = await sql<{ person: string; shares: 'email' | 'phone' }>`
    select other.person_id as person, min(other.kind) as shares
    from person_identifier as own, lateral (
      select id, kind, person_id from person_identifier as same
      where same.kind = own.kind and same.value = own.value and person_id <> all(${[...persons]}::uuid[])
      order by is_own desc, id limit ${mostSharing}
    ) as other
    where own.person_id = any(${[...persons]}::uuid[]) and own.kind <> 'account'
      and not (own.kind = 'email' and exists (select from shared_email where shared_email.value = own.value))
    group by other.person_id order by min(other.kind), min(other.id) limit ${mostSharing}`.execute(db)
  return new Map(rows.map(({ person, shares }) => [person, shares]))
}

/** Tells whether two people have an e-mail address or a phone in common. */
export async function shareContact(
  db: Database,
  some: readonly string[],
  others: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select exists (
    select from person_identifier as own join person_identifier as other using (kind, value)
    where own.person_id = any(${[...some]}::uuid[]) and other.person_id = any(${[...others]}::uuid[])) as is`.execute(
    db,
  )
  return rows[0]?.is ?? false
}

/** Returns those of a person's e-mail addresses and phones that other people have as well. */
export async function detailsOfOthers(
  db: Database,
  { persons, emails, phones }: Omit<Subject, 'shared'>,
): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select text from (
      select 'email' as kind, text, email_key(text) as key from unnest(${emails}::text[]) as text
      union all select 'phone', text, phone_key(text) from unnest(${phones}::text[]) as text
    ) as own
    where exists (select from person_identifier as other
      where other.kind = own.kind and other.value = own.key and other.person_id <> all(${persons}::uuid[]))`.execute(
    db,
  )
  return rows.map(({ text }) => text)
}

/** Returns the ids of a person's accounts, also of deleted ones that orders still name. */
export async function accountIdsOf(db: Database, persons: readonly string[]): Promise<string[]> {
  const mostNamed = 100
  const person = isOfPerson({ persons: [...persons] })
  const { rows } = await sql<{ id: string }>`
    select value::uuid as id from person_identifier where kind = 'account' and ${person}
    union select id from app_user where ${person}
    union (select distinct user_id from transaction where ${person} limit ${mostNamed})
    order by id`.execute(db)
  return rows.map((row) => row.id)
}

type Detail = 'name' | 'email' | 'phone' | 'username' | 'address' | 'gstin'

/** Returns how a person's details are written in all records, the most frequent spelling first. */
export async function detailsOf(
  db: Database,
  person: Pick<Subject, 'persons' | 'users'>,
): Promise<Omit<Subject, 'persons' | 'users' | 'shared'>> {
  const { rows } = await sql<{ detail: Detail; texts: string[] }>`
    with record as (
      select trim(first_name || ' ' || last_name) as name, email, phone, username, null as address, null as gstin
        from ${allAccounts}
        where id = any(${person.users}::uuid[])
      union all
      select trim(first_name || ' ' || last_name), email, phone, null, null, null from merged_account
        where kept_id = any(${person.users}::uuid[])
      union all
      select trim(user_first_name || ' ' || user_last_name), user_email, user_phone, null, billing_address, gstin
        from transaction
        where ${isOfPerson(person)}
      union all
      select billing_name, null, null, null, null, null from transaction where billing_name is not null and ${isOfPerson(person)}
      union all
      select user_name, user_email, user_phone, null, null, null from registration
        where ${isOfPerson(person)}
      union all
      select trim(user_first_name || ' ' || user_last_name), user_email, user_phone, null, null, null from lead
        where ${isOfPerson(person)}
      union all
      select trim(first_name || ' ' || last_name), email, phone, null, null, null from creator
        where ${isOfPerson(person)}
      union all
      select trim(first_name || ' ' || last_name), email, null, null, null, null from advisor
        where ${isOfPerson(person)}
    ), written as (
      select detail, text, count(*) as n from record,
        lateral (values ('name', name), ('email', email), ('phone', phone), ('username', username),
          ('address', address), ('gstin', gstin)) as v (detail, text)
      where text <> '' group by detail, text
    )
    select detail, array_agg(text order by n desc, text) as texts from written group by detail`.execute(db)
  const of = (detail: Detail) => rows.find((row) => row.detail === detail)?.texts ?? []
  return {
    names: of('name'),
    emails: of('email'),
    phones: of('phone'),
    usernames: of('username'),
    addresses: of('address'),
    taxIds: of('gstin'),
  }
}

/** Counts what is known about a person, by kind. */
export async function countPersonal(
  db: Database,
  person: Subject,
): Promise<Record<PersonRecordKind | 'file', number>> {
  const mine = sql`user_id = any(${person.users}::uuid[])`
  const binned = (...sources: string[]) =>
    sql`(select count(*)::int from bin_row where person_id = any(${person.users}::uuid[])
      and source = any(${sources}::text[]))`
  const { rows } = await sql<Record<PersonRecordKind | 'file', number>>`select
    (select count(*)::int from app_user where id = any(${person.users}::uuid[])) + ${binned('app_user')}
      + (select count(*)::int from merged_account where kept_id = any(${person.users}::uuid[])) as account,
    (select count(*)::int from person_note where ${isOfPerson(person)}) as note,
    (select count(*)::int from person_consent where ${isOfPerson(person)}) as consent,
    (select count(*)::int from post where ${mine}) + ${binned('post')} as post,
    (select count(*)::int from comment where ${mine}) + ${binned('comment')} as comment,
    (with recursive below as (
        (select id, user_id from comment where post_id in (select id from post where ${mine})
          union select id, user_id from comment where parent_comment_id in (select id from comment where ${mine}))
        union select comment.id, comment.user_id from comment join below on comment.parent_comment_id = below.id
      ) select count(*)::int from below where user_id <> all(${person.users}::uuid[])) as reply,
    (select count(*)::int from post_like where ${mine})
      + (select count(*)::int from post_vote where ${mine}) + ${binned('post_like', 'post_vote')} as reaction,
    (select count(*)::int from report where reporter_id = any(${person.users}::uuid[])) + ${binned('report')}
      as report,
    (select count(*)::int from transaction where ${isOfPerson(person)}) as "order",
    (select count(*)::int from transaction_note
      where transaction_id in (select id from transaction where ${isOfPerson(person)})) as "order-note",
    (select count(*)::int from registration where ${isOfPerson(person)}) as registration,
    (select count(*)::int from lead where ${isOfPerson(person)}) as lead,
    (select count(*)::int from creator where ${isOfPerson(person)}) as creator,
    (select count(*)::int from advisor where ${isOfPerson(person)}) as advisor,
    (select count(*)::int from sign_in_refusal where folded(claimed_email) = any(${foldedOf(person.emails)}))
      as "sign-in-refusal",
    (select count(*)::int from post_attachment where post_id in (select id from post where ${mine}))
      + (select count(*)::int from app_user where id = any(${person.users}::uuid[]) and profile_picture_key is not null)
      + (select count(*)::int from file where bin_item_id in (
        select item_id from bin_row where person_id = any(${person.users}::uuid[]) and source in ('app_user', 'post')))
      as file`.execute(db)
  if (!rows[0]) throw new Error('Nothing was counted.')
  return rows[0]
}

/** Counts exports whose file may contain anybody. */
export async function countExportFiles(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from export
    where file_key is not null or state in ('waiting', 'running')`.execute(db)
  return rows[0]?.n ?? 0
}

/** Returns how many tax documents a person has by the last day on which they must be kept, without those past it. */
export async function listKeptDocuments(
  db: Database,
  person: Pick<Subject, 'persons'>,
): Promise<{ until: string; count: number }[]> {
  const { rows } = await sql<{ until: string; count: number }>`
    select document_kept_until(financial_year)::text as until, count(*)::int as count from tax_document
    where transaction_id in (select id from transaction where ${isOfPerson(person)})
      and document_kept_until(financial_year) >= current_date
    group by 1 order by 1`.execute(db)
  return rows
}

export interface Hindrance {
  kind:
    | 'pending-order'
    | 'open-refund'
    | 'refund-request'
    | 'invoice-due'
    | 'upcoming-session'
    | 'upcoming-call'
  name: string
  order_id: string | null
  at: Date | null
}

/**
 * Lists what keeps a person from being erased, at most ten of each kind.
 * @param pendingSince an older order that is still pending was given up
 */
export async function listHindrances(
  db: Database,
  person: Pick<Subject, 'persons'>,
  { now, pendingSince }: { now: Date; pendingSince: Date },
): Promise<Hindrance[]> {
  const { rows } = await sql<Hindrance>`
    (select 'pending-order' as kind, reference_order_id as name, id as order_id, created_at as at from transaction
      where ${isOfPerson(person)} and status = 'pending' and created_at > ${pendingSince} limit 10)
    union all
    (select 'open-refund', reference_order_id, transaction.id, refund.requested_at
      from transaction join refund on refund.transaction_id = transaction.id and refund.state in ('requested', 'unknown')
      where ${isOfPerson(person)} limit 10)
    union all
    (select 'refund-request', reference_order_id, transaction.id, refund_request.requested_at
      from transaction join refund_request on refund_request.transaction_id = transaction.id
        and refund_request.state = 'open'
      where ${isOfPerson(person)} limit 10)
    union all
    (select 'invoice-due', reference_order_id, id, completed_at from transaction
      where ${isOfPerson(person)} and document_state = 'due' and status in ('completed', 'refunded') limit 10)
    union all
    (select 'upcoming-session', title, null, start_time from masterclass
      where creator_id in (select id from creator where ${isOfPerson(person)}) and is_active and end_time > ${now} limit 10)
    union all
    (select 'upcoming-session', title, null, start_time from event
      where creator_id in (select id from creator where ${isOfPerson(person)}) and is_published and end_time > ${now} limit 10)
    union all
    (select 'upcoming-call', reference_record_id, null, start_time from lead
      where advisor_id in (select id from advisor where ${isOfPerson(person)}) and start_time > ${now}
        and status not in ('CANCELLED', 'CLOSED_LOST', 'NOT_QUALIFIED') limit 10)`.execute(db)
  return rows
}
