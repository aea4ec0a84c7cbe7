import type { ConsentSource } from '@greenroom/contract/consent'
import type { Consent, NewConsent } from '@greenroom/contract/people/person/consent.schema'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { rowSet } from '../../../platform/database/row-set.ts'
import { isOfPerson } from './person.repository.ts'
import type { Subject } from './person-subject.ts'
import { staffName } from './person-timeline.repository.ts'

/** A consent that a record of another system tells. */
export interface ToldConsent {
  record_id: string
  purpose: string
  channel: string
  is_given: boolean
  at: Date
  agreed_to: string | null
}

/** The tables of the records that tell consents: their rows say whose they are. */
const recordTables: Record<Exclude<ConsentSource, 'staff'>, string> = {
  account: 'app_user',
  order: 'transaction',
  registration: 'registration',
  booking: 'lead',
}

/** Of a person who is or was erased nothing is stored. */
const livingPerson = sql`exists (select from person
  where person.id = about.person_id and not is_erased and not is_being_erased)`

const toldTypes = {
  record_id: 'uuid',
  purpose: 'text',
  channel: 'text',
  is_given: 'boolean',
  at: 'timestamptz',
  agreed_to: 'text',
}

/**
 * Adds what records tell, unless it is stored already.
 * @returns what is new, with its record
 */
export async function insertToldConsents(
  db: Database,
  source: Exclude<ConsentSource, 'staff'>,
  told: readonly ToldConsent[],
): Promise<Omit<ToldConsent, 'agreed_to'>[]> {
  if (told.length === 0) return []
  const { rows } = await sql<Omit<ToldConsent, 'agreed_to'>>`
    insert into person_consent (person_id, purpose, channel, is_given, at, source, record_id, agreed_to)
    select about.person_id, told.purpose, told.channel, told.is_given, told.at, ${source}, told.record_id, told.agreed_to
    from ${rowSet('told', toldTypes, told as readonly (ToldConsent & Record<string, unknown>)[])}
    join ${sql.table(recordTables[source])} as about on about.id = told.record_id
    where ${livingPerson}
    on conflict (person_id, purpose, channel, at, is_given) do nothing
    returning record_id, purpose, channel, is_given, at`.execute(db)
  return rows
}

/**
 * Adds what staff were told, unless the same is stored already.
 * @returns whether it is new
 */
export async function insertConsentOfStaff(
  db: Database,
  consent: Omit<NewConsent, 'at' | 'reason'> & {
    person_id: string
    at: Date
    note: string
    recorded_by: string
    recorded_at: Date
  },
): Promise<boolean> {
  const { person_id, purpose, channel, is_given, at, note, recorded_by, recorded_at } = consent
  const { numAffectedRows } = await sql`
    insert into person_consent (person_id, purpose, channel, is_given, at, source, note, recorded_by, recorded_at)
    select about.person_id, ${purpose}, ${channel}, ${is_given}::boolean, ${at}::timestamptz, 'staff', ${note}, ${recorded_by},
      ${recorded_at}::timestamptz
    from (values (${person_id}::uuid)) as about (person_id)
    where ${livingPerson}
    on conflict (person_id, purpose, channel, at, is_given) do nothing`.execute(db)
  return numAffectedRows === 1n
}

export type ConsentRow = Pick<Consent, 'purpose' | 'channel' | 'is_given' | 'source' | 'record_id'> & {
  at: Date
}

/** Returns what counts now for each channel: the latest of all records of the person. At one time a withdrawal counts. */
export async function currentConsents(db: Database, person: Pick<Subject, 'persons'>): Promise<ConsentRow[]> {
  const { rows } = await sql<ConsentRow>`
    select distinct on (purpose, channel) purpose, channel, is_given, at, source, record_id
    from person_consent where ${isOfPerson(person)}
    order by purpose, channel, at desc, is_given`.execute(db)
  return rows
}

export type ConsentEntryRow = ConsentRow & {
  id: string
  agreed_to: string | null
  note: string | null
  recorded_by: string | null
  recorded_by_name: string | null
  recorded_at: Date
}

const entryColumns = sql`id, purpose, channel, is_given, at, source, record_id, agreed_to, note, recorded_by, recorded_at,
  ${staffName(sql.ref('recorded_by'))} as recorded_by_name`

/** Returns the history of a person's consents, the latest first. */
export async function listConsentsOf(
  db: Database,
  person: Pick<Subject, 'persons'>,
  limit: number,
): Promise<ConsentEntryRow[]> {
  const { rows } = await sql<ConsentEntryRow>`
    select ${entryColumns} from person_consent where ${isOfPerson(person)}
    order by at desc, is_given, id desc limit ${limit}`.execute(db)
  return rows
}

/** Returns what is stored of one channel at one time; undefined if nothing is. */
export async function findConsentAt(
  db: Database,
  person: Pick<Subject, 'persons'>,
  { purpose, channel, is_given, at }: Pick<ConsentRow, 'purpose' | 'channel' | 'is_given' | 'at'>,
): Promise<ConsentEntryRow | undefined> {
  const { rows } = await sql<ConsentEntryRow>`
    select ${entryColumns} from person_consent where ${isOfPerson(person)} and purpose = ${purpose} and channel = ${channel}
      and is_given = ${is_given} and at = ${at} limit 1`.execute(db)
  return rows[0]
}
