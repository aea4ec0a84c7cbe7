import type { Readable, Writable } from 'node:stream'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { UnfitDatabaseError } from './migrate.ts'

/** A table and what copying it needs. */
interface CopiedTable {
  name: string
  /** Every column except generated ones. */
  columns: string[]
  /** Columns of the primary key. Rows are copied in its order, so that equal tables have equal copies. */
  key: string[]
}

interface TableRow {
  name: string
  columns: string[]
  key: string[]
  references: string[]
  isReadable: boolean
}

/** Kysely's tables of applied migrations; migrating writes them. */
const bookkeeping = ['kysely_migration', 'kysely_migration_lock']

/**
 * Returns all tables of the program, each after the tables that it refers to. Unlogged ones hold what no copy needs.
 * @throws UnfitDatabaseError for a table without a primary key or the right to read it
 * @throws Error for tables that refer to each other in a circle
 */
export async function tablesInOrder(client: pg.ClientBase): Promise<CopiedTable[]> {
  const { rows } = await client.query<TableRow>(
    `select c.relname::text as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      array(select a.attname::text from pg_index i
        join unnest(i.indkey::int2[]) with ordinality as k (attnum, place) on true
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary order by k.place) as key,
      array(select distinct f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as references,
      has_table_privilege(c.oid, 'select') as "isReadable"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      and c.relname <> all ($1)
    order by c.relname`,
    [bookkeeping],
  )
  const placed: CopiedTable[] = []
  const open = new Map(rows.map((row) => [row.name, row]))
  while (open.size > 0) {
    const free = [...open.values()].filter((row) => !row.references.some((name) => open.has(name)))
    if (free.length === 0) throw new Error(`These tables refer to each other: ${[...open.keys()].join(', ')}`)
    for (const { name, columns, key, isReadable } of free) {
      if (key.length === 0) throw notCopied(name, 'it has no primary key')
      if (!isReadable) throw notCopied(name, 'this user may not read it')
      placed.push({ name, columns, key })
      open.delete(name)
    }
  }
  return placed
}

function notCopied(name: string, reason: string): UnfitDatabaseError {
  return new UnfitDatabaseError(
    `The table ${name} cannot be copied: ${reason}. If it is another program's, move it to another schema.`,
  )
}

/** Returns those of the tables that the database has. */
export async function existingTables<T extends { name: string }>(
  client: pg.ClientBase,
  tables: readonly T[],
): Promise<T[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname = any ($1)`,
    [tables.map(({ name }) => name)],
  )
  return tables.filter(({ name }) => rows.some((row) => row.name === name))
}

/** Streams the rows of a table as text, in the order of their key. */
export function copyOut(client: pg.ClientBase, { name, columns, key }: CopiedTable): Readable {
  return client.query(
    copyTo(`copy (select ${quoted(columns)} from ${quoted([name])} order by ${quoted(key)}) to stdout`),
  )
}

/** Inserts what `copyOut` returned. */
export function copyIn(client: pg.ClientBase, { name, columns }: Omit<CopiedTable, 'key'>): Writable {
  return client.query(copyFrom(`copy ${quoted([name])} (${quoted(columns)}) from stdin`))
}

/** Lets numbers that the database counts itself go on after the copied ones. */
export async function continueIdentities(
  client: pg.ClientBase,
  tables: readonly { name: string }[],
): Promise<void> {
  const { rows } = await client.query<{ name: string; column: string }>(
    `select c.relname::text as name, a.attname::text as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and a.attidentity <> '' and c.relname = any ($1)`,
    [tables.map(({ name }) => name)],
  )
  for (const { name, column } of rows) {
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), max(${quoted([column])})) from ${quoted([name])}`,
      [quoted([name]), column],
    )
  }
}

/**
 * Disables or enables the tables' own triggers: what they would add is copied as well. Needs only the rights of the
 * tables' owner.
 */
export async function setTriggers(
  client: pg.ClientBase,
  tables: readonly { name: string }[],
  state: 'enable' | 'disable',
): Promise<void> {
  for (const { name } of tables) await client.query(`alter table ${quoted([name])} ${state} trigger user`)
}

/** Deletes the rows that migrations inserted. A backup has them as well. */
export async function emptyTables(client: pg.ClientBase, tables: readonly { name: string }[]): Promise<void> {
  await client.query(`truncate ${quoted(tables.map(({ name }) => name))}`)
}

/** Returns the name of a table that has a row; null if all are empty. */
export async function findFilledTable(
  client: pg.ClientBase,
  tables: readonly { name: string }[],
): Promise<string | null> {
  for (const { name } of tables) {
    const { rows } = await client.query<{ filled: boolean }>(
      `select exists (select from ${quoted([name])}) as filled`,
    )
    if (rows[0]?.filled) return name
  }
  return null
}

/** Returns the names of the applied migrations in order; none before the first migration. */
export async function migrationsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows: found } = await client.query<{ present: boolean }>(
    `select to_regclass('public.kysely_migration') is not null as present`,
  )
  if (!found[0]?.present) return []
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map((row) => row.name)
}

/** Returns the id of the database; null before the migration that adds it. */
export async function installationOf(client: pg.ClientBase): Promise<string | null> {
  const { rows: found } = await client.query<{ present: boolean }>(
    `select to_regclass('public.installation') is not null as present`,
  )
  if (!found[0]?.present) return null
  const { rows } = await client.query<{ id: string }>('select id from installation')
  return rows[0]?.id ?? null
}

/** A waiting job, with the arguments for `addJob`. */
interface WaitingJob {
  task: string
  payload: unknown
  run_at: string
  max_attempts: number
  key: string | null
}

/** Returns the jobs that are not done. */
export async function waitingJobs(client: pg.ClientBase): Promise<WaitingJob[]> {
  const { rows } = await client.query<WaitingJob>(
    `select jobs.task_identifier as task, stored.payload, to_json(jobs.run_at) #>> '{}' as run_at,
      jobs.max_attempts::int as max_attempts, jobs.key
    from graphile_worker.jobs join graphile_worker._private_jobs as stored on stored.id = jobs.id
    where jobs.attempts < jobs.max_attempts
    order by jobs.id`,
  )
  return rows
}

/** Adds a waiting job with the state that it was read with. */
export async function addJob(client: pg.ClientBase, job: WaitingJob): Promise<void> {
  await client.query(
    `select from graphile_worker.add_job(identifier => $1, payload => $2::json, run_at => $3::timestamptz,
      max_attempts => $4::int, job_key => $5)`,
    [job.task, JSON.stringify(job.payload), job.run_at, job.max_attempts, job.key],
  )
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ')
}
