import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'

/** Finds the figures of people again, in the caller's transaction. */
export async function refreshFigures(db: Database, people: readonly string[]): Promise<void> {
  await sql`select refresh_person_figures(${[...people]}::uuid[])`.execute(db)
}

/** The newest waiting change; 0 without any. */
export async function lastChange(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(id), 0)::bigint as id from person_figure_change`.execute(db)
  return rows[0]?.id ?? 0
}

/**
 * Folds the next waiting changes. @param after an id; those up to it are left to the next run
 * @returns the last id that it took; null if none is left
 */
export async function foldNext(db: Database, after: number, most: number): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    select fold_person_changes(${after}::bigint, ${most}::int) as last`.execute(db)
  return rows[0]?.last ?? null
}

/** Lets plans know how large the table has become. */
export async function analyzeFigures(db: Database): Promise<void> {
  await sql`analyze person_figure`.execute(db)
}

/**
 * Compares the figures of the next people by id with a recount. Those who have a waiting change may differ.
 * @returns the last id that was read, null at the end; and who differs
 */
export async function compareNext(
  db: Database,
  after: string | null,
  most: number,
): Promise<{ last: string | null; wrong: string[] }> {
  const { rows } = await sql<{ last: string | null; n: number; wrong: string[] }>`
    with batch as materialized (
      select id from person where ${after}::uuid is null or id > ${after}::uuid order by id limit ${most}::int
    ),
    fresh as materialized (select * from person_figures(array(select id from batch)))
    select (select max(id::text)::uuid from batch) as last, (select count(*)::int from batch) as n, array(
      select batch.id from batch left join person_figure as kept on kept.person_id = batch.id
        left join fresh on fresh.person_id = batch.id
      where kept is distinct from fresh
        and not exists (select from person_figure_change as waiting where waiting.person_id = batch.id)
    ) as wrong`.execute(db)
  const { last = null, n = 0, wrong = [] } = rows[0] ?? {}
  return { last: n < most ? null : last, wrong }
}
