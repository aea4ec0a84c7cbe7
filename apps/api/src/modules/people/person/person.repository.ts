import type { AnchorKind, PersonRecordKind } from '@greenroom/contract/people/person/personal-data.schema'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { indexedDigits } from '../../../platform/database/phone-search.ts'
import type { Subject } from './person-subject.ts'

/** A record that names a person: 'order.<id>'. */
export interface AnchorRow {
  kind: AnchorKind
  id: string
  name: string
  email: string
  phone: string
}

const mostFound = 20
/** Orders that have the id of an erasure as their user belong to an erased person. */
const notErased = sql`not exists (select from erasure where erasure.id = user_id)`

/** Returns a condition on a table with the columns user_id and user_email: its rows are the person's. */
export function isOfPerson({ users, emails }: Pick<Subject, 'users' | 'emails'>): RawBuilder<boolean> {
  return sql<boolean>`(user_id = any(${users}::uuid[]) or folded(user_email) = any(${foldedOf(emails)}))`
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
const accounts = sql`select 'user' as kind, id, first_name || ' ' || last_name as name, email, phone, created_at
  from ${allAccounts}`
const orders = sql`select 'order' as kind, id, user_first_name || ' ' || user_last_name as name, user_email as email,
  user_phone as phone, created_at from transaction`
const leads = sql`select 'lead' as kind, id, user_first_name || ' ' || user_last_name as name, user_email as email,
  user_phone as phone, created_at from lead`
const signUps = sql`select 'registration' as kind, id, user_name as name, user_email as email, user_phone as phone,
  created_at from registration`
const creators = sql`select 'creator' as kind, id, first_name || ' ' || last_name as name, email, phone, created_at
  from creator`
const advisors = sql`select 'advisor' as kind, id, first_name || ' ' || last_name as name, email, '' as phone, created_at
  from advisor`

/** Finds records with an e-mail address, accounts first and then the oldest of each kind. */
export async function findByEmail(db: Database, email: string): Promise<AnchorRow[]> {
  const own = sql`where folded(email) = folded(${email}) order by created_at, id limit ${mostFound}`
  const ofBuyer = sql`where folded(user_email) = folded(${email}) order by created_at, id limit 1`
  return found(db, [
    sql`${accounts} ${own}`,
    sql`${orders} ${ofBuyer}`,
    sql`${signUps} where transaction_id is null and folded(user_email) = folded(${email})
      order by created_at, id limit 1`,
    sql`${leads} ${ofBuyer}`,
    sql`${creators} where lower(email) = lower(${email}) limit 1`,
    sql`${advisors} where lower(email) = lower(${email}) limit 1`,
  ])
}

/** Finds records by the last ten digits of a phone, one for each account or e-mail address. */
export async function findByPhone(db: Database, digits: string): Promise<AnchorRow[]> {
  const reversed = [...digits].reverse().join('').slice(0, indexedDigits)
  const is = (column: string) =>
    sql`left(phone_from_its_end(${sql.ref(column)}), 10) collate "C" = ${reversed}`
  const one = sql`order by folded(user_email), created_at, id limit ${mostFound}`
  return found(db, [
    sql`${accounts} where ${is('phone')} order by created_at, id limit ${mostFound}`,
    sql`select * from (select distinct on (folded(user_email)) 'order' as kind, id,
      user_first_name || ' ' || user_last_name as name, user_email as email, user_phone as phone, created_at
      from transaction where ${is('user_phone')} ${one}) as bought`,
    sql`select * from (select distinct on (folded(user_email)) 'registration' as kind, id, user_name as name,
      user_email as email, user_phone as phone, created_at
      from registration where transaction_id is null and ${is('user_phone')} ${one}) as registered`,
    sql`select * from (select distinct on (folded(user_email)) 'lead' as kind, id,
      user_first_name || ' ' || user_last_name as name, user_email as email, user_phone as phone, created_at
      from lead where ${is('user_phone')} ${one}) as booked`,
    sql`${creators} where ${is('phone')} order by created_at, id limit ${mostFound}`,
  ])
}

/** Finds the account with an id, or an order of a deleted account. */
export async function findByUserId(db: Database, id: string): Promise<AnchorRow[]> {
  return found(db, [
    sql`${accounts} where id = ${id}::uuid`,
    sql`${orders} where user_id = ${id}::uuid and ${notErased} order by created_at, id limit 1`,
  ])
}

/** Returns the record that names a person; undefined if it is gone or its person was erased. */
export async function findAnchor(db: Database, kind: AnchorKind, id: string): Promise<AnchorRow | undefined> {
  const source = {
    // An account that was merged into another leads to it.
    user: sql`${accounts} where id in (${id}::uuid, (select kept_id from merged_account where id = ${id}::uuid))`,
    order: sql`${orders} where id = ${id}::uuid and ${notErased}`,
    registration: sql`${signUps} where id = ${id}::uuid`,
    lead: sql`${leads} where id = ${id}::uuid`,
    creator: sql`${creators} where id = ${id}::uuid`,
    advisor: sql`${advisors} where id = ${id}::uuid`,
  }[kind]
  return (await found(db, [source]))[0]
}

async function found(db: Database, sources: RawBuilder<unknown>[]): Promise<AnchorRow[]> {
  const parts = sources.map(
    (source, place) => sql`select ${place} as place, found.* from (${source}) as found`,
  )
  const { rows } = await sql<AnchorRow>`
    select kind, id, trim(name) as name, email, phone from (${sql.join(parts, sql` union all `)}) as record
    order by place, created_at, id`.execute(db)
  return rows
}

/** Returns the account that made an order or a booking, if it exists. */
export async function findAccountOf(
  db: Database,
  table: 'transaction' | 'registration' | 'lead',
  id: string,
): Promise<{ user_id: string | null; has_account: boolean } | undefined> {
  const { rows } = await sql<{ user_id: string | null; has_account: boolean }>`
    select user_id, exists (select from app_user where app_user.id = made.user_id) as has_account
    from ${sql.table(table)} as made where id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** Returns the accounts with one of these e-mail addresses, or into which one with it was merged. */
export async function accountsOf(db: Database, emails: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${allAccounts} where folded(email) = any(${foldedOf(emails)})
    union select kept_id from merged_account
      where email <> '' and folded(email) = any(${foldedOf(emails)})
        and exists (select from app_user where app_user.id = kept_id)
        and not exists (select from app_user where folded(app_user.email) = folded(merged_account.email))
    order by id`.execute(db)
  return rows.map((row) => row.id)
}

/** Returns the ids of what was merged into these accounts. */
export async function mergedInto(db: Database, users: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from merged_account where kept_id = any(${[...users]}::uuid[]) order by id`.execute(db)
  return rows.map((row) => row.id)
}

/** Returns the deleted accounts that orders, sign-ups and bookings with one of these e-mail addresses name. */
export async function deletedAccountsOf(db: Database, emails: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct user_id as id from (
      select user_id, user_email from transaction where folded(user_email) = any(${foldedOf(emails)})
      union all select user_id, user_email from registration
        where transaction_id is null and folded(user_email) = any(${foldedOf(emails)})
      union all select user_id, user_email from lead where folded(user_email) = any(${foldedOf(emails)})
    ) as made
    where user_id is not null and ${notErased}
      and not exists (select from app_user where app_user.id = made.user_id)`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Returns the e-mail addresses of accounts and of what was bought or booked with them, except those that belong to
 * another account: somebody may buy for somebody else.
 */
export async function emailsOf(db: Database, users: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct email from (
      select email from ${allAccounts} where id = any(${[...users]}::uuid[])
      union all select user_email from transaction where user_id = any(${[...users]}::uuid[])
      union all select user_email from registration
        where transaction_id is null and user_id = any(${[...users]}::uuid[])
      union all select user_email from lead where user_id = any(${[...users]}::uuid[])
      union all select email from merged_account where kept_id = any(${[...users]}::uuid[])
    ) as used
    where email <> '' and not exists (
      select from app_user where folded(app_user.email) = folded(used.email) and id <> all(${[...users]}::uuid[])
    )`.execute(db)
  return rows.map((row) => row.email)
}

type Detail = 'name' | 'email' | 'phone' | 'username' | 'address' | 'gstin'

/** Returns how a person's details are written in all records, the most frequent spelling first. */
export async function detailsOf(
  db: Database,
  person: Pick<Subject, 'users' | 'emails'>,
): Promise<Omit<Subject, 'users'>> {
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
        where transaction_id is null and ${isOfPerson(person)}
      union all
      select trim(user_first_name || ' ' || user_last_name), user_email, user_phone, null, null, null from lead
        where ${isOfPerson(person)}
      union all
      select trim(first_name || ' ' || last_name), email, phone, null, null, null from creator
        where lower(email) = any(array(select lower(e) from unnest(${person.emails}::text[]) as e))
      union all
      select trim(first_name || ' ' || last_name), email, null, null, null, null from advisor
        where lower(email) = any(array(select lower(e) from unnest(${person.emails}::text[]) as e))
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
  const byEmail = sql`lower(email) = any(array(select lower(e) from unnest(${person.emails}::text[]) as e))`
  const binned = (...sources: string[]) =>
    sql`(select count(*)::int from bin_row where person_id = any(${person.users}::uuid[])
      and source = any(${sources}::text[]))`
  const { rows } = await sql<Record<PersonRecordKind | 'file', number>>`select
    (select count(*)::int from app_user where id = any(${person.users}::uuid[])) + ${binned('app_user')}
      + (select count(*)::int from merged_account where kept_id = any(${person.users}::uuid[])) as account,
    (select count(*)::int from person_note where ${isOfPerson(person)}) as note,
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
    (select count(*)::int from registration where transaction_id is null and ${isOfPerson(person)}) as registration,
    (select count(*)::int from lead where ${isOfPerson(person)}) as lead,
    (select count(*)::int from creator where ${byEmail}) as creator,
    (select count(*)::int from advisor where ${byEmail}) as advisor,
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
  person: Pick<Subject, 'users' | 'emails'>,
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
  person: Pick<Subject, 'users' | 'emails'>,
  { now, pendingSince }: { now: Date; pendingSince: Date },
): Promise<Hindrance[]> {
  const byEmail = sql`lower(email) = any(array(select lower(e) from unnest(${person.emails}::text[]) as e))`
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
      where creator_id in (select id from creator where ${byEmail}) and is_active and end_time > ${now} limit 10)
    union all
    (select 'upcoming-session', title, null, start_time from event
      where creator_id in (select id from creator where ${byEmail}) and is_published and end_time > ${now} limit 10)
    union all
    (select 'upcoming-call', reference_record_id, null, start_time from lead
      where advisor_id in (select id from advisor where ${byEmail}) and start_time > ${now}
        and status not in ('CANCELLED', 'CLOSED_LOST', 'NOT_QUALIFIED') limit 10)`.execute(db)
  return rows
}
