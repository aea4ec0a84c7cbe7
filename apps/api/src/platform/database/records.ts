import { isDeepStrictEqual } from 'node:util'
import { AppError, notFound } from '../app-error.ts'
import type { Call } from '../call.ts'
import type { Database } from './database.ts'
import { isRecordId } from './record-id.ts'
import type { DB } from './tables.ts'

/** Tables whose rows are edited by id, one at a time: those with a version. */
type EditedTable = {
  [Table in keyof DB]: DB[Table] extends { id: unknown; version: unknown } ? Table : never
}[keyof DB]

type Find<Row> = (db: Database, id: string) => Promise<Row | undefined>

/**
 * Returns the record with an id that a client sent.
 * @param name what the refusal calls the record: "news snippet"
 * @throws AppError NOT_FOUND, also for an id that is not well-formed
 */
export async function findRecord<Row>(call: Call, find: Find<Row>, id: string, name: string): Promise<Row> {
  const row = isRecordId(id) ? await find(call.db, id) : undefined
  if (!row) throw notFound(`This ${name} does not exist`)
  return row
}

/**
 * Locks a record until the transaction ends and returns it.
 * @throws AppError NOT_FOUND as `findRecord`
 */
export async function lockRecord<Row>(
  call: Call,
  table: EditedTable,
  find: Find<Row>,
  id: string,
  name: string,
): Promise<Row> {
  if (isRecordId(id)) {
    await call.db.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute()
  }
  // A second statement, because the first one's snapshot may be older than the lock it waited for.
  return findRecord(call, find, id, name)
}

/**
 * Refuses an edit of a version that is no longer the current one (OQ-109).
 * @param seen the version that the client edited; undefined lets the last write win
 * @param current the record as a response shows it
 * @param path the request's field that holds the version, where it is not If-Match
 * @throws AppError STALE with the current record
 */
export function refuseStale(
  seen: number | undefined,
  current: { version: number },
  message: string,
  path?: string,
): void {
  if (seen === undefined || seen === current.version) return
  throw new AppError('STALE', message, { data: current, ...(path ? { errors: [{ path, message }] } : {}) })
}

/** Tells whether storing the values would change the record. */
export function differs<Values extends object>(
  values: Values,
  stored: { [Name in keyof Values]?: unknown },
): boolean {
  return (Object.keys(values) as (keyof Values)[]).some(
    (name) => !isDeepStrictEqual(values[name], stored[name]),
  )
}
