import { type Insertable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

const mostListed = 500

/** Lists the labels in use, by name. It jumps in the index from one label to the next. */
export async function listLabels(db: Database): Promise<string[]> {
  const { rows } = await sql<{ label: string }>`
    with recursive used as (
      (select label, 1 as place from person_label order by label limit 1)
      union all
      select next.label, place + 1 from used cross join lateral (
        select label from person_label where label > used.label order by label limit 1
      ) as next where place < ${sql.lit(mostListed)}
    )
    select label from used order by folded(label), label`.execute(db)
  return rows.map(({ label }) => label)
}

/** Returns the labels of a person and of everybody who was merged into them. */
export async function labelsOf(db: Database, persons: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ label: string }>`
    select label from person_label where person_id = any(${[...persons]}::uuid[])
    group by label order by folded(label), label`.execute(db)
  return rows.map(({ label }) => label)
}

/** Makes changes of one person's labels wait for each other until the transaction ends. */
export async function lockLabels(db: Database, person: string): Promise<void> {
  await sql`select from person where id = ${person}::uuid for no key update`.execute(db)
}

/** Returns a label in the spelling in which it is in use; undefined for a new one. */
export async function knownSpelling(db: Database, label: string): Promise<string | undefined> {
  const { rows } = await sql<{ label: string }>`
    select label from person_label where folded(label) = folded(${label}::text)
    group by label order by count(*) desc, label limit 1`.execute(db)
  return rows[0]?.label
}

export async function insertLabel(db: Database, label: Insertable<DB['person_label']>): Promise<void> {
  await db
    .insertInto('person_label')
    .values(label)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Removes a label in any spelling from a person and from everybody who was merged into them.
 * @returns the spellings that were there
 */
export async function deleteLabel(
  db: Database,
  persons: readonly string[],
  label: string,
): Promise<string[]> {
  const { rows } = await sql<{ label: string }>`delete from person_label
    where person_id = any(${[...persons]}::uuid[]) and folded(label) = folded(${label}::text) returning label`.execute(
    db,
  )
  return [...new Set(rows.map((row) => row.label))]
}
