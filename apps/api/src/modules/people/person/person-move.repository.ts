import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'
import type { Subject } from './person-subject.ts'

type MoveRow = Selectable<DB['person_move']>

/** By what a person is found. */
export interface Identifier {
  kind: 'account' | 'email' | 'phone'
  /** The account's id, or the address or phone in normal form. */
  value: string
}

export interface IdentifierRow extends Identifier {
  names: string[]
  source: string
  is_own: boolean
  created_at: Date
  /** The account that has it now; null for one that came with a record. An account has itself. */
  account_id: string | null
}

const mostIdentifiers = 100

/** Makes joining people wait for each other until the transaction ends: two at once would make a circle. */
export async function lockJoining(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('joining people', 0))`.execute(db)
}

/** Lists by what a person and those merged into them are found: accounts first, then by time; each once. */
export async function identifiersOf(
  db: Database,
  { persons }: Pick<Subject, 'persons'>,
): Promise<IdentifierRow[]> {
  const { rows } = await sql<IdentifierRow>`
    select kind, value, names, source, is_own, created_at,
      case kind when 'account' then value else (
        select id::text from app_user where app_user.person_id = any(${persons}::uuid[])
          and case own.kind when 'email' then email_key(app_user.email) else phone_key(app_user.phone) end = own.value
        order by created_at, id limit 1) end as account_id
    from (
      select distinct on (kind, value) * from person_identifier where person_id = any(${persons}::uuid[])
      order by kind, value, is_own desc, id limit ${mostIdentifiers}
    ) as own order by kind <> 'account', id`.execute(db)
  return rows
}

/**
 * Returns what came with some records of a person: their accounts, with the accounts' own address and phone, and the
 * addresses of records without an account, or, without an address, the phones.
 * @param records such as `order.<id>`
 */
export async function identifiersOfRecords(
  db: Database,
  person: string,
  records: readonly string[],
): Promise<Identifier[]> {
  const of = (kind: string) =>
    sql`(select split_part(record, '.', 2)::uuid from unnest(${[...records]}::text[]) as record
      where split_part(record, '.', 1) = ${kind})`
  const contacts = (
    table: string,
    kind: string,
  ) => sql`select user_id, user_email as email, user_phone as phone
    from ${sql.table(table)} where person_id = ${person}::uuid and id in ${of(kind)}`
  const { rows } = await sql<Identifier>`
    with account as (
      select id, email, phone from app_user where person_id = ${person}::uuid and id in ${of('user')}
    ), record as (
      ${contacts('transaction', 'order')} union all ${contacts('registration', 'registration')}
      union all ${contacts('lead', 'lead')}
      union all select null, email, phone from creator where person_id = ${person}::uuid and id in ${of('creator')}
      union all select null, email, '' from advisor where person_id = ${person}::uuid and id in ${of('advisor')}
    ), guest as (
      select * from record where not exists (select from person_identifier as own
        where own.kind = 'account' and own.value = user_id::text and own.person_id = ${person}::uuid)
    ), wanted (kind, value) as (
      select 'account', id::text from account
      union select 'email', email_key(email) from account union select 'phone', phone_key(phone) from account
      union select 'email', email_key(email) from guest
      union select 'phone', phone_key(phone) from guest where email_key(email) is null
    )
    select kind, value from person_identifier join wanted using (kind, value) where person_id = ${person}::uuid
      -- What is another account's own stays with it.
      and (kind = 'account' or not exists (select from app_user
        where person_id = ${person}::uuid and id not in (select id from account)
          and case kind when 'email' then email_key(email) else phone_key(phone) end = value))`.execute(db)
  return rows
}

/** Lets a person who leads to nobody lead to another one, who is not among those who lead to them. */
export async function joinPeople(db: Database, other: string, kept: string): Promise<void> {
  await db.updateTable('person').set({ merged_into: kept }).where('id', '=', other).execute()
  await sql`delete from people_apart where one_id = least(${other}::uuid, ${kept}::uuid)
    and other_id = greatest(${other}::uuid, ${kept}::uuid)`.execute(db)
}

/** Takes a merge back. */
export async function partPeople(db: Database, other: string): Promise<void> {
  await db.updateTable('person').set({ merged_into: null }).where('id', '=', other).execute()
}

/**
 * Makes somebody new of some of what a person is found by, with the records that came with it: those of the accounts, and
 * those without an account that have one of the e-mail addresses, or, without an address, one of the phones.
 * @returns the new person, and off whom they were split: whoever alone had what was chosen, or the one who stays
 */
export async function splitOff(
  db: Database,
  { persons }: Pick<Subject, 'persons'>,
  identifiers: readonly Identifier[],
): Promise<{ person: string; off: string }> {
  const valuesOf = (wanted: Identifier['kind']) =>
    identifiers.flatMap(({ kind, value }) => (kind === wanted ? [value] : []))
  const { rows } = await sql<{ id: string }>`insert into person default values returning id`.execute(db)
  const split = rows[0]?.id
  if (split === undefined) throw new Error('No person was inserted.')
  const mine = sql`person_id = any(${persons}::uuid[])`
  const isOfAccount = sql`coalesce(user_id::text = any(${valuesOf('account')}::text[]), false)`
  const hasAccount = sql`exists (select from person_identifier as own
    where own.kind = 'account' and own.value = user_id::text and own.person_id = any(${persons}::uuid[]))`
  const hasAddress = (email: string) => sql`email_key(${sql.ref(email)}) = any(${valuesOf('email')}::text[])`
  const isOfContact = (phone: string) => sql`not ${hasAccount} and (${hasAddress('user_email')}
    or email_key(user_email) is null and phone_key(${sql.ref(phone)}) = any(${valuesOf('phone')}::text[]))`

  await sql`update app_user set person_id = ${split}::uuid
    where ${mine} and id::text = any(${valuesOf('account')}::text[])`.execute(db)
  for (const table of ['transaction', 'registration', 'lead'] as const) {
    await sql`update ${sql.table(table)} set person_id = ${split}::uuid
      where ${mine} and (${isOfAccount} or ${isOfContact('user_phone')})`.execute(db)
  }
  await moveConsents(db, { persons, split })
  await sql`update person_note set person_id = ${split}::uuid
    where ${mine} and (${isOfAccount} or not ${hasAccount} and ${hasAddress('user_email')})`.execute(db)
  for (const table of ['creator', 'advisor'] as const) {
    await sql`update ${sql.table(table)} set person_id = ${split}::uuid
      where ${mine} and ${hasAddress('email')}`.execute(db)
  }
  const chosen = sql`(kind, value) in (select * from unnest(
    ${identifiers.map(({ kind }) => kind)}::text[], ${identifiers.map(({ value }) => value)}::text[]))`
  const { rows: owners } = await sql<{ id: string }>`select distinct person_id as id from person_identifier
    where ${mine} and ${chosen}`.execute(db)
  const [off = split] = owners.length === 1 ? owners.map(({ id }) => id) : persons
  // Two people who were joined can both have one.
  await sql`delete from person_identifier as twin using person_identifier as own
    where own.person_id = any(${persons}::uuid[]) and twin.person_id = any(${persons}::uuid[])
      and (own.kind, own.value) = (twin.kind, twin.value) and own.id < twin.id
      and (twin.kind, twin.value) in (select * from unnest(
        ${identifiers.map(({ kind }) => kind)}::text[], ${identifiers.map(({ value }) => value)}::text[]))`.execute(
    db,
  )
  await sql`update person_identifier set person_id = ${split}::uuid where ${mine} and ${chosen}`.execute(db)
  // Accounts on both sides can have one address or phone. Each is found by its own.
  await sql`insert into person_identifier (person_id, kind, value, names, source, is_own, is_verified)
    select person_id, own.kind, own.value, array[btrim(first_name || ' ' || last_name)], 'app_user',
      own.kind <> 'email' or not exists (select from shared_email where shared_email.value = own.value), own.is_verified
    from app_user, lateral (values
      ('email', email_key(email), is_email_verified), ('phone', phone_key(phone), is_phone_verified)
    ) as own (kind, value, is_verified)
    where person_id = any(${[...persons, split]}::uuid[]) and own.value is not null
    on conflict do nothing`.execute(db)
  return { person: split, off }
}

/**
 * Moves the consents of the records that were split off. Two people who were joined can both have said the same at one
 * time; each further one of these goes to somebody who leads to the new person, because consents are never removed.
 */
async function moveConsents(
  db: Database,
  { persons, split }: Pick<Subject, 'persons'> & { split: string },
): Promise<void> {
  const ofRecords = sql`person_id = any(${persons}::uuid[]) and record_id in (
    select id from app_user where person_id = ${split}::uuid
    union all select id from transaction where person_id = ${split}::uuid
    union all select id from registration where person_id = ${split}::uuid
    union all select id from lead where person_id = ${split}::uuid)`
  let owner: string | undefined = split
  while (owner !== undefined) {
    await sql`update person_consent set person_id = ${owner}::uuid where id in (
      select distinct on (purpose, channel, at, is_given) id from person_consent where ${ofRecords}
      order by purpose, channel, at, is_given, id)`.execute(db)
    const { rows } = await sql<{ id: string }>`insert into person (merged_into) select ${split}::uuid
      where exists (select from person_consent where ${ofRecords}) returning id`.execute(db)
    owner = rows[0]?.id
  }
}

/** Remembers that staff said that two people are not one. */
export async function keepApart(
  db: Database,
  one: string,
  other: string,
  said: { by: string; at: Date },
): Promise<void> {
  await sql`insert into people_apart (one_id, other_id, said_by, said_at)
    select least(${one}::uuid, ${other}::uuid), greatest(${one}::uuid, ${other}::uuid), ${said.by}, ${said.at}::timestamptz
    on conflict do nothing`.execute(db)
}

/** Forgets what `keepApart` remembers, of all who were merged into either. */
export async function forgetApart(
  db: Database,
  some: readonly string[],
  others: readonly string[],
): Promise<void> {
  await sql`delete from people_apart where one_id = any(${[...some]}::uuid[]) and other_id = any(${[...others]}::uuid[])
    or other_id = any(${[...some]}::uuid[]) and one_id = any(${[...others]}::uuid[])`.execute(db)
}

export async function insertMove(
  db: Database,
  move: Pick<MoveRow, 'id' | 'person_id' | 'kept_id' | 'made_by' | 'made_at' | 'undoable_until'> & {
    kind: 'merge' | 'split'
  },
): Promise<void> {
  await db.insertInto('person_move').values(move).execute()
}

/** Locks a merge or a split until the transaction ends. */
export function lockMove(db: Database, id: string): Promise<MoveRow | undefined> {
  return db.selectFrom('person_move').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Records that a merge or a split was taken back. */
export async function markUndone(db: Database, id: string, undone: { by: string; at: Date }): Promise<void> {
  await db
    .updateTable('person_move')
    .set({ undone_by: undone.by, undone_at: undone.at })
    .where('id', '=', id)
    .execute()
}
