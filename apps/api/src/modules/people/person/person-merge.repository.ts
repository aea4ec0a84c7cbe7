import type { MovedKind } from '@greenroom/contract/people/person/person.schema'
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'
import { isOfPerson } from './person.repository.ts'
import type { Subject } from './person-subject.ts'

type AccountRow = Selectable<DB['app_user']>

/** Whose rows move, and their account if they have one. */
export interface Mover {
  subject: Subject
  account: string | undefined
}

/** Returns the condition on a table whose rows belong to accounts only. */
function movesByAccount(mover: Mover, column = 'user_id'): RawBuilder<boolean> {
  return mover.account === undefined
    ? sql<boolean>`false`
    : sql<boolean>`${sql.ref(column)} = ${mover.account}::uuid`
}

/** Counts what a merge would move. */
export async function countMoved(db: Database, mover: Mover): Promise<Record<MovedKind, number>> {
  const count = (table: string, condition: RawBuilder<boolean>) =>
    sql`(select count(*)::int from ${sql.table(table)} where ${condition})`
  const by = (column?: string) => movesByAccount(mover, column)
  const mine = isOfPerson(mover.subject)
  const { rows } = await sql<Record<MovedKind, number>>`select
    ${count('transaction', mine)} as "order",
    ${count('registration', mine)} as registration,
    ${count('lead', mine)} as lead,
    ${count('membership_held', by())} as membership,
    ${count('post', by())} as post,
    ${count('comment', by())} as comment,
    ${count('post_like', by())} + ${count('post_vote', by())} as reaction,
    ${count('report', by('reporter_id'))}
      + ${count('report', sql`entity_type = 'user' and ${by('entity_id')}`)} as report,
    ${count('person_note', mine)} as note`.execute(db)
  if (!rows[0]) throw new Error('Nothing was counted.')
  return rows[0]
}

/**
 * Locks accounts until the transaction ends, and before them what is known of their ids in other systems, as the intake
 * does.
 */
export async function lockAccounts(db: Database, ids: readonly string[]): Promise<AccountRow[]> {
  await sql`select from intake_user where user_id = any(${[...ids]}::uuid[])
    order by external_id_hash for update`.execute(db)
  return db
    .selectFrom('app_user')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Locks the posts that two accounts wrote or reacted to, in the order in which deletions lock them. */
export async function lockPosts(db: Database, users: readonly string[]): Promise<void> {
  const of = (table: string, column: string) =>
    sql`select ${sql.ref(column)} from ${sql.table(table)} where user_id = any(${[...users]}::uuid[])`
  await sql`select from post where id in (${of('post', 'id')} union ${of('comment', 'post_id')}
    union ${of('post_like', 'post_id')} union ${of('post_vote', 'post_id')}) order by id for update`.execute(
    db,
  )
}

/** Moves everything that names a person to an account, except their likes and votes. */
export async function moveRecords(
  db: Database,
  mover: Mover,
  kept: { person: string; account: string },
  now: Date,
): Promise<void> {
  const mine = isOfPerson(mover.subject)
  const changed = sql`user_id = ${kept.account}::uuid, person_id = ${kept.person}::uuid`
  for (const table of ['transaction', 'registration', 'lead']) {
    await sql`update ${sql.table(table)} set ${changed}, version = version + 1, updated_at = ${now}
      where ${mine}`.execute(db)
  }
  await sql`update person_note set ${changed} where ${mine}`.execute(db)
  if (mover.account === undefined) return
  for (const table of ['membership_held', 'post', 'comment']) {
    await sql`update ${sql.table(table)} set user_id = ${kept.account}::uuid where ${movesByAccount(mover)}`.execute(
      db,
    )
  }
  await sql`update report set reporter_id = ${kept.account}::uuid where reporter_id = ${mover.account}::uuid`.execute(
    db,
  )
  await sql`update report set entity_id = ${kept.account}::uuid
    where entity_type = 'user' and entity_id = ${mover.account}::uuid`.execute(db)
}

/** Moves likes and votes. If both accounts liked a post or voted in a poll, one like and one vote stay. */
export async function moveReactions(db: Database, from: string, kept: string): Promise<void> {
  await sql`update post_like as mine set liked_at = other.liked_at, unliked_at = other.unliked_at
    from post_like as other
    where mine.user_id = ${kept}::uuid and other.user_id = ${from}::uuid and other.post_id = mine.post_id
      and other.is_liked and not mine.is_liked`.execute(db)
  await sql`delete from post_like as other where user_id = ${from}::uuid
    and exists (select from post_like as mine
      where mine.user_id = ${kept}::uuid and mine.post_id = other.post_id)`.execute(db)
  await sql`update post_like set user_id = ${kept}::uuid where user_id = ${from}::uuid`.execute(db)

  await sql`delete from post_vote as other using post
    where post.id = other.post_id and not post.poll_allow_multiple and other.user_id = ${from}::uuid
      and exists (select from post_vote as mine
        where mine.user_id = ${kept}::uuid and mine.post_id = other.post_id and mine.is_counted)`.execute(db)
  const sameOption = (mine: string, theirs: string) => sql`exists (select from post_vote as other
    where other.user_id = ${theirs}::uuid and other.post_id = voted.post_id and other.option = voted.option
      and (other.is_counted or ${mine}::uuid = ${from}::uuid))`
  // Of one option the counted vote stays.
  await sql`delete from post_vote as voted
    where user_id = ${kept}::uuid and not is_counted and ${sameOption(kept, from)}`.execute(db)
  await sql`delete from post_vote as voted where user_id = ${from}::uuid and ${sameOption(from, kept)}`.execute(
    db,
  )
  await sql`update post_vote set user_id = ${kept}::uuid where user_id = ${from}::uuid`.execute(db)
}

/** Lets everything else that is about a person, and finds them, lead to another one. */
export async function mergePeople(db: Database, persons: readonly string[], kept: string): Promise<void> {
  for (const person of persons) await sql`select merge_people(${person}::uuid, ${kept}::uuid)`.execute(db)
}

/** Lets what was merged into an account lead to another one. */
export async function insertMerged(db: Database, merged: Insertable<DB['merged_account']>): Promise<void> {
  await db
    .updateTable('merged_account')
    .set({ kept_id: merged.kept_id })
    .where('kept_id', '=', merged.id)
    .execute()
  await db.insertInto('merged_account').values(merged).execute()
}

/**
 * Lets the ids that other systems have for an account lead to another one.
 * @param mergedAt null if what is sent for these ids shall change the other account: it has no id of its own
 */
export async function moveExternalIds(
  db: Database,
  { from, kept, mergedAt }: { from: string; kept: string; mergedAt: Date | null },
): Promise<void> {
  await db
    .updateTable('intake_user')
    .set({ user_id: kept, ...(mergedAt && { merged_at: mergedAt }) })
    .where('user_id', '=', from)
    .execute()
}

/** Deletes an account whose records were moved. */
export async function deleteMergedAccount(db: Database, id: string): Promise<void> {
  await db.deleteFrom('app_user').where('id', '=', id).execute()
}

export async function updateKept(
  db: Database,
  id: string,
  values: Updateable<DB['app_user']>,
): Promise<void> {
  await db.updateTable('app_user').set(values).where('id', '=', id).execute()
}

/** Tells whether an account shows a picture. */
export async function isPictureShown(db: Database, key: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from app_user where profile_picture_key = ${key}) as is`.execute(db)
  return rows[0]?.is ?? false
}
