import type { ErasureStep } from '@greenroom/contract/people/person/personal-data.schema'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'
import { isOfPerson } from './person.repository.ts'
import { lockJoining } from './person-move.repository.ts'
import type { Subject } from './person-subject.ts'
import { personTables } from './personal-tables.ts'

export type ErasureRow = Omit<Selectable<DB['erasure']>, 'subject' | 'counts' | 'step'> & {
  subject: Subject | null
  counts: Record<string, number>
  step: ErasureStep | null
}

/** What a list of erasures outside the database contains. */
export interface ListedErasure {
  id: string
  requested_by: string
  requested_at: string
  anchors: string[]
}

const openStates = ['waiting', 'running']

/** The key of an erasure's job. */
export function jobKeyOf(id: string): string {
  return `erasure-${id}`
}

/** Makes requests for erasures wait for each other until the transaction ends. */
export async function lockErasures(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('erasures', 0))`.execute(db)
}

/**
 * Returns by what a person is found again in an older backup: ids of people and of accounts, and the first record of each
 * kind. Open erasures are compared by them, and the id of a person is there until the end.
 */
export async function anchorsOf(db: Database, { persons, users }: Subject): Promise<string[]> {
  const mine = isOfPerson({ persons })
  /** The first of each merged person with each e-mail address: in the backup they may be records of several people. */
  const first = (kind: string, table: string) => sql`select ${kind} || '.' || id from (
    select distinct on (person_id, folded(user_email)) id from ${sql.table(table)} where ${mine}
    order by person_id, folded(user_email), created_at, id) as found`
  const { rows } = await sql<{ anchor: string }>`
    select 'user.' || id as anchor from unnest(${users}::uuid[]) as id
    union all select 'person.' || id from unnest(${persons}::uuid[]) as id
    union all ${first('order', 'transaction')}
    union all ${first('registration', 'registration')}
    union all ${first('lead', 'lead')}
    union all select 'creator.' || id from creator where ${mine}
    union all select 'advisor.' || id from advisor where ${mine}`.execute(db)
  return [...new Set(rows.map((row) => row.anchor))]
}

/** Returns an open erasure of a person; undefined if there is none. */
export async function findOpenErasure(db: Database, anchors: string[]): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from erasure where state in ('waiting', 'running') and anchors && ${anchors}::text[] limit 1`.execute(
    db,
  )
  return rows[0]?.id
}

/** Inserts an erasure; does nothing if it exists. @returns whether it was inserted */
export async function insertErasure(
  db: Database,
  {
    subject,
    ...row
  }: Omit<ListedErasure, 'requested_at'> & {
    requested_at: Date
    /** Null: it repeats an erasure that was done before a restore. */
    requested_by_id: string | null
    subject: Subject | null
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('erasure')
    .values({ ...row, subject: subject && JSON.stringify(subject) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function findErasure(db: Database, id: string): Promise<ErasureRow | undefined> {
  return (await db.selectFrom('erasure').selectAll().where('id', '=', id).executeTakeFirst()) as
    | ErasureRow
    | undefined
}

/** Locks an open erasure until the transaction ends, so that two runs of its job never do the same batch. */
export async function lockOpenErasure(db: Database, id: string): Promise<ErasureRow | undefined> {
  return (await db
    .selectFrom('erasure')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', openStates)
    .forUpdate()
    .executeTakeFirst()) as ErasureRow | undefined
}

/** Lists erasures, the newest first. */
export async function listErasures(db: Database, limit: number): Promise<ErasureRow[]> {
  return (await db
    .selectFrom('erasure')
    .selectAll()
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()) as ErasureRow[]
}

/** Returns the ended erasures as the list in the file store has them. */
export async function endedErasures(db: Database): Promise<ListedErasure[]> {
  const rows = await db
    .selectFrom('erasure')
    .select(['id', 'requested_by', 'requested_at', 'anchors'])
    .where('state', '=', 'erased')
    .orderBy('requested_at')
    .execute()
  return rows.map((row) => ({ ...row, requested_at: row.requested_at.toISOString() }))
}

/** Begins an erasure. What is written about the person from now on is about somebody new. */
export async function startErasure(
  db: Database,
  id: string,
  subject: Subject,
  step: ErasureStep,
): Promise<void> {
  await sql`insert into person (id, is_erased) values (${id}::uuid, true) on conflict do nothing`.execute(db)
  await sql`update person set is_being_erased = true where id = any(${subject.persons}::uuid[])`.execute(db)
  await sql`delete from person_label where ${isOfPerson(subject)}`.execute(db)
  const { rows: addresses } = await sql<{ value: string }>`
    delete from person_identifier where ${isOfPerson(subject)} returning value`.execute(db)
  await sql`delete from shared_email where not is_setting
    and value = any(${addresses.map(({ value }) => value)}::text[])
    and not exists (select from person_identifier as other where kind = 'email' and other.value = shared_email.value)
  `.execute(db)
  await db
    .updateTable('erasure')
    .set({ state: 'running', step, subject: JSON.stringify(subject), problem: null })
    .where('id', '=', id)
    .execute()
}

/** Adds to the counts, and moves on. */
export async function recordProgress(
  db: Database,
  id: string,
  {
    counts,
    step,
    cursor,
  }: { counts: Record<string, number>; step: ErasureStep | null; cursor: string | null },
): Promise<void> {
  const added = JSON.stringify(Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0)))
  await sql`update erasure set step = ${step}, audit_cursor = ${cursor},
    counts = counts || (
      select coalesce(jsonb_object_agg(key, coalesce((counts ->> key)::int, 0) + value::int), '{}')
      from jsonb_each_text(${added}::jsonb))
    where id = ${id}::uuid`.execute(db)
}

/** Lets an erasure run whoever requested it: it was done before, and a restored backup has it as not begun. */
export async function releaseErasure(db: Database, id: string): Promise<void> {
  await db
    .updateTable('erasure')
    .set({ requested_by_id: null })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Ends an erasure that has not begun, and forgets the person's details. */
export async function refuseErasure(
  db: Database,
  id: string,
  { now, problem }: { now: Date; problem: string },
): Promise<void> {
  await db
    .updateTable('erasure')
    .set({ state: 'refused', finished_at: now, subject: null, step: null, audit_cursor: null, problem })
    .where('id', '=', id)
    .execute()
}

/** Ends an erasure and forgets the person's details. */
export async function finishErasure(
  db: Database,
  id: string,
  { now, documentsUntil }: { now: Date; documentsUntil: string | null },
): Promise<void> {
  await db
    .updateTable('erasure')
    .set({
      state: 'erased',
      finished_at: now,
      documents_until: documentsUntil,
      subject: null,
      step: null,
      audit_cursor: null,
      problem: null,
    })
    .where('id', '=', id)
    .execute()
}

/** Tells whether anything is still about a person who is being erased. */
export async function hasRecords(db: Database, persons: string[]): Promise<boolean> {
  const mine = isOfPerson({ persons })
  const left = personTables.map((table) => sql`exists (select from ${sql.table(table)} where ${mine})`)
  const { rows } = await sql<{ is: boolean }>`select ${sql.join(left, sql` or `)} as is`.execute(db)
  return rows[0]?.is ?? false
}

/** Deletes people of whom no records are left. Whom the intake has merged into them since then is somebody new. */
export async function deletePeople(db: Database, persons: string[]): Promise<void> {
  await lockJoining(db)
  await sql`update person set merged_into = null
    where merged_into = any(${persons}::uuid[]) and id <> all(${persons}::uuid[])`.execute(db)
  await sql`delete from person where id = any(${persons}::uuid[])`.execute(db)
}

export async function recordProblem(db: Database, id: string, problem: string): Promise<void> {
  await db
    .updateTable('erasure')
    .set({ problem })
    .where('id', '=', id)
    .where('state', 'in', openStates)
    .execute()
}

/** Lists open erasures whose job is gone or has given up. */
export async function listAbandoned(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from erasure where state in ('waiting', 'running') and not exists (
      select from graphile_worker.jobs
      where jobs.key = 'erasure-' || erasure.id and (attempts < max_attempts or locked_at is not null)
    ) order by requested_at limit 100`.execute(db)
  return rows.map((row) => row.id)
}

/** Blanks documents of erased people whose time to be kept is over. Returns how many. */
export async function blankDueDocuments(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with due as materialized (
      select id, blank_kept_documents(id) as n from erasure
      where state = 'erased' and documents_until < current_date order by documents_until limit 50
    )
    update erasure set documents_until = null from due where erasure.id = due.id returning due.n`.execute(db)
  return rows.reduce((sum, row) => sum + row.n, 0)
}

/**
 * Blanks the documents of one erasure that need not be kept.
 * @returns how many, and the last day on which another one must be kept; null if there is none
 */
export async function blankDocuments(
  db: Database,
  id: string,
): Promise<{ blanked: number; until: string | null }> {
  const { rows: blanked } = await sql<{ n: number }>`select blank_kept_documents(${id}::uuid) as n`.execute(
    db,
  )
  const { rows: kept } = await sql<{ until: string | null }>`
    select max(document_kept_until(financial_year))::text as until from tax_document
    where transaction_id in (select id from transaction where user_id = ${id}::uuid)
      and document_kept_until(financial_year) >= current_date`.execute(db)
  return { blanked: blanked[0]?.n ?? 0, until: kept[0]?.until ?? null }
}
