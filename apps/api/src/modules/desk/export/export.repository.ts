import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

export type ExportRow = Selectable<DB['export']>

const openStates = ['waiting', 'running']

/** The key of an export's job. */
export function jobKeyOf(id: string): string {
  return `export-${id}`
}

export async function insertExport(
  db: Database,
  row: Pick<
    ExportRow,
    | 'id'
    | 'kind'
    | 'format'
    | 'file_name'
    | 'rows_total'
    | 'requested_by'
    | 'requested_by_email'
    | 'requested_at'
  > & { request: unknown },
): Promise<ExportRow> {
  return db
    .insertInto('export')
    .values({ ...row, request: JSON.stringify(row.request) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Counts the exports that wait or run. */
export async function countOpenExports(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('export')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('state', 'in', openStates)
    .executeTakeFirstOrThrow()
  return count
}

export function findExport(db: Database, id: string): Promise<ExportRow | undefined> {
  return db.selectFrom('export').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Lists a person's exports, the newest first. */
export function listExports(db: Database, requestedBy: string, limit: number): Promise<ExportRow[]> {
  return db
    .selectFrom('export')
    .selectAll()
    .where('requested_by', '=', requestedBy)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Marks an export as running, also one whose job was cut off, and records the key of its file.
 * @returns undefined if it is no longer open
 */
export function startExport(db: Database, id: string, fileKey: string): Promise<ExportRow | undefined> {
  return db
    .updateTable('export')
    .set({ state: 'running', rows_done: 0, file_key: sql`coalesce(file_key, ${fileKey})` })
    .where('id', '=', id)
    .where('state', 'in', openStates)
    .returningAll()
    .executeTakeFirst()
}

/** Records the progress; false if the export was cancelled. */
export async function recordProgress(db: Database, id: string, rows: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('export')
    .set({ rows_done: rows })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends an open export; undefined if it has ended already. */
export function endExport(
  db: Database,
  id: string,
  values: Partial<ExportRow> & Pick<ExportRow, 'state' | 'finished_at'>,
): Promise<ExportRow | undefined> {
  const { request: _, ...changed } = values
  return db
    .updateTable('export')
    .set(changed)
    .where('id', '=', id)
    .where('state', 'in', openStates)
    .returningAll()
    .executeTakeFirst()
}

export async function saveLink(
  db: Database,
  id: string,
  { hash, until }: { hash: string; until: Date },
): Promise<void> {
  await db.updateTable('export').set({ link_hash: hash, link_until: until }).where('id', '=', id).execute()
}

/** Uses up a link, and returns the export whose file it opens. */
export function useLink(db: Database, hash: string, now: Date): Promise<ExportRow | undefined> {
  return db
    .updateTable('export')
    .set({ link_hash: null, link_until: null })
    .where('link_hash', '=', hash)
    .where('link_until', '>', now)
    .where('state', '=', 'done')
    .returningAll()
    .executeTakeFirst()
}

/**
 * Fails open exports whose job is gone or has given up, so that their person can start another.
 * @param before only those requested before
 */
export async function failAbandoned(
  db: Database,
  { before, now, problem }: { before: Date; now: Date; problem: string },
): Promise<void> {
  await sql`update export set state = 'failed', finished_at = ${now}, problem = ${problem}
    where state in ('waiting', 'running') and requested_at < ${before} and not exists (
      select from graphile_worker.jobs
      where jobs.key = 'export-' || export.id and (attempts < max_attempts or locked_at is not null)
    )`.execute(db)
}

/** Returns ended exports that still have a file: expired ones, and those that were not completed. */
export function listSpentFiles(
  db: Database,
  { doneBefore, limit }: { doneBefore: Date; limit: number },
): Promise<{ id: string; file_key: string | null }[]> {
  return db
    .selectFrom('export')
    .select(['id', 'file_key'])
    .where('file_key', 'is not', null)
    .where('finished_at', 'is not', null)
    .where((where) => where.or([where('finished_at', '<', doneBefore), where('state', '!=', 'done')]))
    .orderBy('finished_at')
    .limit(limit)
    .execute()
}

/** Forgets the file of an export, whose bytes are removed. */
export async function forgetFile(db: Database, id: string): Promise<void> {
  await db
    .updateTable('export')
    .set({ file_key: null, state: sql`case state when 'done' then 'expired' else state end` })
    .where('id', '=', id)
    .execute()
}

export async function removeOldExports(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('export').where('finished_at', '<', before).where('file_key', 'is', null).execute()
}

/** Ends all open exports, and marks all finished files as spent, so that they are removed. */
export async function spendAllFiles(
  db: Database,
  { now, problem }: { now: Date; problem: string },
): Promise<void> {
  await sql`update export set state = 'failed', finished_at = ${now}, problem = ${problem}
    where state in ('waiting', 'running')`.execute(db)
  await sql`update export set state = 'expired' where state = 'done' and file_key is not null`.execute(db)
}
