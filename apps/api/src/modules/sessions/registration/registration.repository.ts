import type {
  RegistrationState,
  SessionType,
} from '@greenroom/contract/sessions/registration/registration.schema'
import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { maskedEmail, maskedNote, maskedPhone } from '../../../platform/database/masked-columns.ts'
import type { RowStatement } from '../../../platform/database/row-cursor.ts'
import type { DB } from '../../../platform/database/tables.ts'
import { contains } from '../../../platform/database/text-search.ts'

type Stored = Selectable<DB['registration']>

/** A registration with the reference of its order. */
export type RegistrationRow = Stored & { reference_order_id: string | null }

/** Which registrations of a session; an empty search matches all. */
export interface RegistrationFilter {
  sessionId: string
  state: RegistrationState
  search: string
}

function withOrder(db: Database) {
  return db
    .selectFrom('registration')
    .leftJoin('transaction', 'transaction.id', 'registration.transaction_id')
    .selectAll('registration')
    .select('transaction.reference_order_id')
}

/** From this many digits on, a search without letters looks for the end of a phone. */
const shortestPhoneEnd = 3

/**
 * The condition of a filter. A search reads all rows of its session: an index of all names would find those of every
 * session, and each order would have to update it.
 */
function matches({ sessionId, state, search }: RegistrationFilter): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`registration.session_id = ${sessionId}::uuid`]
  if (state === 'holding') conditions.push(sql`registration.given_back_at is null`)
  if (state === 'given_back') conditions.push(sql`registration.given_back_at is not null`)
  const text = search.trim()
  if (text !== '') conditions.push(isOf(text))
  return sql.join(conditions, sql` and `)
}

function isOf(text: string): RawBuilder<SqlBool> {
  const found = [
    contains(sql.ref('registration.user_name'), text),
    contains(sql.ref('registration.user_email'), text),
  ]
  const digits = text.replace(/[^0-9]/g, '')
  if (digits.length >= shortestPhoneEnd && !/\p{L}/u.test(text)) {
    const reversed = [...digits].reverse().join('')
    found.push(
      sql`phone_from_its_end(registration.user_phone) ^@ ${reversed}::text`,
      sql`phone_key(registration.user_phone) = phone_key(${text}::text)`,
    )
  }
  return sql`(${sql.join(found, sql` or `)})`
}

/** Counts the people of a session who hold a seat, and who gave one back. */
export async function countStates(
  db: Database,
  sessionId: string,
): Promise<{ holding: number; given_back: number }> {
  const { rows } = await sql<{ holding: number; given_back: number }>`
    select count(*) filter (where given_back_at is null)::int as holding,
      count(given_back_at)::int as given_back
    from registration where session_id = ${sessionId}::uuid`.execute(db)
  return rows[0] ?? { holding: 0, given_back: 0 }
}

/** Counts the registrations that a filter finds. */
export async function countRegistrations(db: Database, filter: RegistrationFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from registration where ${matches(filter)}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Lists the registrations of a session, the latest first. */
export async function listRegistrations(
  db: Database,
  filter: RegistrationFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<RegistrationRow[]> {
  return withOrder(db)
    .where(matches(filter))
    .orderBy('registration.created_at', 'desc')
    .orderBy('registration.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export function findRegistration(db: Database, id: string): Promise<RegistrationRow | undefined> {
  return withOrder(db).where('registration.id', '=', id).executeTakeFirst()
}

/** Finds and locks a sign-up by the id of the system that made it. */
export function lockSignUp(db: Database, externalId: string): Promise<Stored | undefined> {
  return db
    .selectFrom('registration')
    .selectAll()
    .where('external_id', '=', externalId)
    .forUpdate()
    .executeTakeFirst()
}

/** Finds and locks the registration of an order. */
export function lockOfOrder(db: Database, reference: string): Promise<Stored | undefined> {
  return db
    .selectFrom('registration')
    .innerJoin('transaction', 'transaction.id', 'registration.transaction_id')
    .selectAll('registration')
    .where('transaction.reference_order_id', '=', reference)
    .forUpdate('registration')
    .executeTakeFirst()
}

/** Inserts a sign-up. @returns false if there is one with the same external id */
export async function insertSignUp(db: Database, values: Insertable<DB['registration']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('registration')
    .values(values)
    .onConflict((conflict) => conflict.column('external_id').where('external_id', 'is not', null).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Sets columns and increments the version. */
export async function updateRegistration(
  db: Database,
  id: string,
  values: Updateable<DB['registration']> & { updated_at: Date },
): Promise<void> {
  await db
    .updateTable('registration')
    .set({ ...values, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Stores the time of a record that changes nothing else, so that no older one changes anything either. */
export async function storeChangeTime(db: Database, id: string, changedAt: Date): Promise<void> {
  await db.updateTable('registration').set({ changed_at: changedAt }).where('id', '=', id).execute()
}

/** What is needed of a session to take a sign-up. */
export type SessionRow =
  | ({ type: 'masterclass'; registrations_count: number } & Pick<
      Selectable<DB['masterclass']>,
      'id' | 'title' | 'start_time' | 'is_attach_to_superclass' | 'current_price_inr'
    >)
  | ({ type: 'event'; registrations_count: number } & Pick<
      Selectable<DB['event']>,
      | 'id'
      | 'title'
      | 'start_time'
      | 'is_paid'
      | 'member_only'
      | 'sold_out'
      | 'is_unlimited_tickets'
      | 'total_tickets'
      | 'total_tickets_sold'
    > & { prices: { current_price: number; member_price: number | null; guest_price: number | null }[] })

/** Locks events in one order until the transaction ends, so that two sign-ups never take the same last seat. */
export async function lockEvents(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.selectFrom('event').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}

export async function findSession(
  db: Database,
  { type, id }: { type: SessionType; id: string },
): Promise<SessionRow | undefined> {
  const registrations = sql<number>`registrations_of(${id}::uuid)`.as('registrations_count')
  if (type === 'masterclass') {
    const row = await db
      .selectFrom('masterclass')
      .select(['id', 'title', 'start_time', 'is_attach_to_superclass', 'current_price_inr'])
      .select(registrations)
      .where('id', '=', id)
      .executeTakeFirst()
    return row && { type, ...row }
  }
  const row = await db
    .selectFrom('event')
    .select([
      'id',
      'title',
      'start_time',
      'is_paid',
      'member_only',
      'sold_out',
      'is_unlimited_tickets',
      'total_tickets',
      'total_tickets_sold',
      'prices',
    ])
    .select(registrations)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && ({ type, ...row } as SessionRow)
}

/** Returns the title and the time of a masterclass, an event or a webinar. */
export async function findSessionName(
  db: Database,
  id: string,
): Promise<{ id: string; type: SessionType; title: string; start_time: Date } | undefined> {
  const { rows } = await sql<{ id: string; type: SessionType; title: string; start_time: Date }>`
    select id, 'masterclass' as type, title, start_time from masterclass where id = ${id}::uuid
    union all
    select id, 'event', title, start_time from event where id = ${id}::uuid`.execute(db)
  return rows[0]
}

/**
 * Selects the rows of the list, the latest first, for an export.
 * @param timeZone an IANA zone, in which instants are written
 * @param isMasked whether phones and e-mails are masked
 */
export function exportStatement(
  db: Database,
  filter: RegistrationFilter,
  { timeZone, isMasked }: { timeZone: string; isMasked: boolean },
): RowStatement {
  const local = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone ${timeZone}::text, 'YYYY-MM-DD HH24:MI:SS')`
  const email = 'registration.user_email'
  const phone = 'registration.user_phone'
  const { sql: text, parameters } = sql`
    select ${sql.raw(isMasked ? maskedNote('registration.user_name') : 'registration.user_name')}, ${sql.raw(isMasked ? maskedEmail(email) : email)},
      ${sql.raw(isMasked ? maskedPhone(phone) : phone)}, ${local('registration.created_at')},
      transaction.reference_order_id, ${local('registration.attended_at')}, registration.attended_minutes,
      case when registration.given_back_at is null then 'Registered' else 'Given back' end,
      ${local('registration.given_back_at')}
    from registration left join transaction on transaction.id = registration.transaction_id
    where ${matches(filter)} order by registration.created_at desc, registration.id desc`.compile(db)
  return { text, values: [...parameters] }
}
