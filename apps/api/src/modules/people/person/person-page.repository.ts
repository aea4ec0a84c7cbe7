import { mostCounted } from '@greenroom/contract/list'
import type { TransactionSum } from '@greenroom/contract/money/transaction/transaction-detail.schema'
import type { TimelineKind } from '@greenroom/contract/people/person/person.schema'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'
import { isOfPerson } from './person.repository.ts'
import type { Subject } from './person-subject.ts'

export type AccountRow = Selectable<DB['app_user']>

const mostAccounts = 20
const mostMemberships = 50
/** Reports about what somebody wrote are looked for under this many of their newest posts and comments. */
const mostWorks = 1_000

/** Returns the accounts of a person: those of the one who stays of merged people first, then the oldest. */
export function accountsOfPerson(db: Database, { users, persons: [root] }: Subject): Promise<AccountRow[]> {
  return db
    .selectFrom('app_user')
    .selectAll()
    .where('id', 'in', users.length > 0 ? users : [null as unknown as string])
    .orderBy((eb) => eb('person_id', 'is not distinct from', root ?? null), 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(mostAccounts)
    .execute()
}

/** Returns the time of the oldest record of a person; null without any. */
export async function firstSeen(db: Database, person: Subject): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select least(
      (select min(created_at) from app_user where id = any(${person.users}::uuid[])),
      (select min(created_at) from transaction where ${isOfPerson(person)}),
      (select min(created_at) from registration where ${isOfPerson(person)}),
      (select min(created_at) from lead where ${isOfPerson(person)})
    ) as at`.execute(db)
  return rows[0]?.at ?? null
}

/** Tells whether a person gives sessions or takes advisory calls. */
export async function rolesOfPerson(
  db: Database,
  person: Subject,
): Promise<{ is_creator: boolean; is_advisor: boolean }> {
  const { rows } = await sql<{ is_creator: boolean; is_advisor: boolean }>`
    select exists (select from creator where ${isOfPerson(person)}) as is_creator,
      exists (select from advisor where ${isOfPerson(person)}) as is_advisor`.execute(db)
  return rows[0] ?? { is_creator: false, is_advisor: false }
}

/** Returns the memberships that a person holds or held, the newest first. */
export async function membershipsOfPerson(db: Database, { users }: Subject) {
  const { rows } = await sql<{
    id: string
    name: string
    starts_at: Date
    ends_at: Date | null
    cancelled_at: Date | null
  }>`
    select held.id, membership.name, held.starts_at, held.ends_at, held.cancelled_at
    from membership_held as held join membership on membership.id = held.membership_id
    where held.user_id = any(${users}::uuid[])
    order by held.starts_at desc, held.id desc limit ${mostMemberships}`.execute(db)
  return rows
}

/** Sums up a person's orders per currency, by the rules of the sums above the list of orders. */
export async function sumsOfPerson(db: Database, person: Subject): Promise<TransactionSum[]> {
  const { rows } = await sql<TransactionSum>`
    select currency_code, count(*)::bigint as count, sum(paid_amount(status, amount))::bigint as completed,
      sum(refunded_amount)::bigint as refunded,
      (sum(paid_amount(status, amount)) - sum(refunded_amount))::bigint as net, sum(tax_amount)::bigint as tax
    from transaction where ${isOfPerson(person)} group by currency_code order by currency_code`.execute(db)
  return rows
}

/** Selects the ids of reports about a person, and about the newest that they wrote. */
export function reportsAbout({ users }: Subject): RawBuilder<unknown> {
  const newest = (table: 'post' | 'comment') => sql`(select id from ${sql.table(table)}
    where user_id = any(${users}::uuid[]) order by created_at desc, id desc limit ${mostWorks})`
  return sql`(
    select id, created_at, dismissed_at from report
      where entity_type = 'user' and entity_id = any(${users}::uuid[])
    union all select report.id, report.created_at, dismissed_at from ${newest('post')} as own
      join report on entity_type = 'post' and entity_id = own.id
    union all select report.id, report.created_at, dismissed_at from ${newest('comment')} as own
      join report on entity_type = 'comment' and entity_id = own.id)`
}

/** Counts the open reports about a person and what they wrote, up to `mostCounted`. */
export async function countOpenReports(db: Database, person: Subject): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
    select from ${reportsAbout(person)} as about where dismissed_at is null limit ${mostCounted}) as counted`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** Counts the entries of some kinds in a person's timeline, each up to `mostCounted`. */
export async function countEntries(
  db: Database,
  person: Subject,
  kinds: readonly TimelineKind[],
): Promise<Partial<Record<TimelineKind, number>>> {
  const mine = sql`user_id = any(${person.users}::uuid[])`
  const rowsOf: Record<TimelineKind, RawBuilder<unknown>> = {
    order: sql`select from transaction where ${isOfPerson(person)}`,
    session: sql`(select from transaction where ${isOfPerson(person)} and status in ('completed', 'refunded')
        and entity_type in ('masterclass', 'events') limit ${mostCounted})
      union all (select from registration where ${isOfPerson(person)} limit ${mostCounted})`,
    lead: sql`select from lead where ${isOfPerson(person)}`,
    membership: sql`select from membership_held where ${mine}`,
    post: sql`select from post where ${mine}`,
    comment: sql`select from comment where ${mine}`,
    report: sql`(select from ${reportsAbout(person)} as about limit ${mostCounted})
      union all (select from report where reporter_id = any(${person.users}::uuid[]) limit ${mostCounted})`,
    note: sql`select from person_note where ${isOfPerson(person)}`,
  }
  const { rows } = await sql<Partial<Record<TimelineKind, number>>>`select ${sql.join(
    kinds.map(
      (kind) =>
        sql`(select count(*)::int from (select from (${rowsOf[kind]}) as found limit ${mostCounted}) as counted)
          as ${sql.id(kind)}`,
    ),
  )}`.execute(db)
  return rows[0] ?? {}
}

export async function insertPersonNote(db: Database, note: Insertable<DB['person_note']>): Promise<void> {
  await db.insertInto('person_note').values(note).execute()
}
