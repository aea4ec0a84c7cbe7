import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { lockJoining } from './person-move.repository.ts'
import { personTables } from './personal-tables.ts'

/** The tables with rows that are older than the records of people, in the order in which they are found out. */
const olderTables = ['app_user', 'transaction', 'registration', 'lead', 'person_note', 'creator', 'advisor']

/** Each row takes up to three advisory locks until its transaction ends. */
const rowsAtOnce = 300

/**
 * Finds out whose the next rows are that are older than the records of people: a trigger does so at any update.
 * @returns how many; null if another process is doing it
 */
export async function sortNextRows(db: Database): Promise<number | null> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('sort people', 0)) as locked`.execute(db)
  if (!rows[0]?.locked) return null
  for (const table of olderTables) {
    const own = table === 'registration' ? sql`and transaction_id is null` : sql``
    const { numAffectedRows } = await sql`update ${sql.table(table)} set person_id = null where id in (
      select id from ${sql.table(table)} where person_id is null ${own} order by id limit ${rowsAtOnce}
      for update skip locked)`.execute(db)
    if (numAffectedRows) return Number(numAffectedRows)
  }
  return 0
}

/** Tells whether rows are left that are older than the records of people. */
export async function hasUnsortedRows(db: Database): Promise<boolean> {
  const left = olderTables.map((table) => {
    const own = table === 'registration' ? sql`and transaction_id is null` : sql``
    return sql`exists (select from ${sql.table(table)} where person_id is null ${own})`
  })
  const { rows } = await sql<{ is: boolean }>`select ${sql.join(left, sql` or `)} as is`.execute(db)
  return rows[0]?.is ?? false
}

/** Lets plans know how large the tables of people have become: they were made for empty ones. */
export async function analyzePeople(db: Database): Promise<void> {
  await sql`analyze person, person_identifier`.execute(db)
}

/** Counts the people who were found, and the addresses and phones that point out that two of them may be one. */
export async function countSorted(db: Database): Promise<{ people: number; pointed_out: number }> {
  const { rows } = await sql<{ people: number; pointed_out: number }>`
    select (select count(*)::int from person where not is_erased) as people,
      (select count(*)::int from (
        select from person_identifier where kind <> 'account' and is_own group by kind, value having count(*) > 1
      ) as several) as pointed_out`.execute(db)
  return rows[0] ?? { people: 0, pointed_out: 0 }
}

/** Keeps the shared addresses like the setting. */
export async function keepPlaceholders(db: Database, emails: readonly string[]): Promise<void> {
  const keys = sql`(select email_key(given) from unnest(${[...emails]}::text[]) as given
    where email_key(given) is not null)`
  await sql`with removed as (
      delete from shared_email where is_setting and value not in ${keys} returning value
    )
    update person_identifier set is_own = true from removed
    where kind = 'email' and person_identifier.value = removed.value`.execute(db)
  await sql`with added as (
      insert into shared_email (value, is_setting) select key, true from ${keys} as given (key)
      on conflict (value) do update set is_setting = true where not shared_email.is_setting
      returning value
    )
    update person_identifier set is_own = false from added where kind = 'email' and person_identifier.value = added.value
  `.execute(db)
}

/**
 * Deletes people about whom there is no record any more, among the next ones by id. People who were merged are kept or
 * deleted together: one without records can lead to the others, or say whose a former account was.
 * @returns the last id that was read; null at the end
 */
export async function forgetNextPeople(db: Database, after: string | null): Promise<string | null> {
  const { rows: batch } = await sql<{ id: string }>`select id from person
    where ${after}::uuid is null or id > ${after}::uuid order by id limit ${rowsAtOnce}`.execute(db)
  const last = batch.at(-1)?.id ?? null
  if (last === null) return null
  // Nobody is merged with somebody who is being deleted.
  await lockJoining(db)
  const named = (people: RawBuilder<unknown>) =>
    sql.join(
      personTables.map(
        (table) => sql`exists (select from ${sql.table(table)} where person_id = any(${people}))`,
      ),
      sql` or `,
    )
  await sql`with alone as materialized (
      select people_with(id) as people from person
      where (${after}::uuid is null or id > ${after}::uuid) and id <= ${last}::uuid and not (${named(sql`array[id]`)})
    )
    delete from person where id in (
      select unnest(people) from alone where not (${named(sql`people`)})
        and not exists (select from erasure where erasure.id = any(people))
        and not exists (select from person_identifier as own join bin_row on bin_row.person_id = own.value::uuid
          where own.person_id = any(people) and own.kind = 'account'))`.execute(db)
  return batch.length < rowsAtOnce ? null : last
}
