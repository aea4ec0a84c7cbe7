import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/record-id.ts'
import type { DB } from '../../../platform/database/tables.ts'

type UserRow = Selectable<DB['app_user']>
export type KnownUser = Selectable<DB['intake_user']>

/** The fields of an account that other systems send. */
export type SentUser = Pick<
  UserRow,
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'phone'
  | 'username'
  | 'designation'
  | 'description'
  | 'is_email_verified'
  | 'is_phone_verified'
>

function hashOf(externalId: string): string {
  return createHash('sha256').update(externalId).digest('hex')
}

/**
 * Returns what is known of external ids, by id. An unknown one gets the id of its future account. Until the transaction
 * ends, no person among them is deleted, erased or given another account: what the caller stores for the account would
 * stay behind.
 * @param externalIds in the order in which all callers lock them: sorted
 */
export async function knownUsers(
  db: Database,
  externalIds: readonly string[],
): Promise<Map<string, KnownUser>> {
  if (externalIds.length === 0) return new Map()
  const hashes = externalIds.map(hashOf)
  const find = async () => {
    const { rows } = await sql<KnownUser & { place: number }>`
      select place::int, intake_user.*
      from unnest(${hashes}::text[]) with ordinality as named (hash, place)
      join intake_user on external_id_hash = named.hash
      order by place for share of intake_user`.execute(db)
    return new Map(rows.map(({ place, ...row }) => [externalIds[place - 1] ?? '', row]))
  }
  const found = await find()
  const unknown = externalIds.filter((id) => !found.has(id))
  if (unknown.length === 0) return found
  await reserve(db, unknown)
  return find()
}

/** Reserves account ids for external ids that have none yet. */
async function reserve(db: Database, externalIds: readonly string[]): Promise<void> {
  await db
    .insertInto('intake_user')
    .values(externalIds.map((id) => ({ external_id_hash: hashOf(id), user_id: newId() })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Locks what is known of an external id until the transaction ends. */
export async function lockKnownUser(db: Database, externalId: string): Promise<KnownUser> {
  await reserve(db, [externalId])
  return db
    .selectFrom('intake_user')
    .selectAll()
    .where('external_id_hash', '=', hashOf(externalId))
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Records when a person's record that changed nothing was made. */
export async function noteSent(db: Database, externalId: string, changedAt: Date): Promise<void> {
  await db
    .updateTable('intake_user')
    .set({ source_changed_at: changedAt })
    .where('external_id_hash', '=', hashOf(externalId))
    .execute()
}

/** Records that a person's record was stored, and that the person is not erased any more. */
export async function updateKnownUser(db: Database, externalId: string, changedAt: Date): Promise<void> {
  await db
    .updateTable('intake_user')
    .set({ source_changed_at: changedAt, erasure_id: null, merged_at: null })
    .where('external_id_hash', '=', hashOf(externalId))
    .execute()
}

/** Links an external id to an existing account, and moves what was stored for the id to it. */
export async function adoptAccount(
  db: Database,
  externalId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db
    .updateTable('intake_user')
    .set({ user_id: to })
    .where('external_id_hash', '=', hashOf(externalId))
    .execute()
  for (const table of ['transaction', 'membership_held'] as const) {
    await db.updateTable(table).set({ user_id: to }).where('user_id', '=', from).execute()
  }
  // Those of orders follow their orders, and only the others have an index by person.
  await db
    .updateTable('registration')
    .set({ user_id: to })
    .where('user_id', '=', from)
    .where('transaction_id', 'is', null)
    .execute()
  // Who was found by the id before is the account's person.
  await sql`select merge_people(known.person_id, app_user.person_id)
    from person_identifier as known, app_user
    where known.kind = 'account' and known.value = ${from} and app_user.id = ${to}::uuid`.execute(db)
}

/** Locks an account until the transaction ends; undefined if it does not exist. */
export function lockAccount(db: Database, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('app_user').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function insertAccount(
  db: Database,
  user: SentUser & { id: string; external_id: string; created_at: Date; updated_at: Date },
): Promise<void> {
  await db.insertInto('app_user').values(user).execute()
}

export async function updateAccount(
  db: Database,
  id: string,
  changes: SentUser & { external_id: string; created_at: Date; updated_at: Date },
): Promise<void> {
  await db.updateTable('app_user').set(changes).where('id', '=', id).execute()
}
