import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { erasedText, type Subject } from './person-subject.ts'
import { ownRows, searchable, tableOf } from './personal-rows.repository.ts'
import { personalColumns, personalTables, type Written, wordsOf } from './personal-tables.ts'

/** An erasure in progress, as its batches need it. */
export interface Erasing {
  id: string
  subject: Subject
  /** Finds what identifies the person anywhere. */
  identifying: string
  /** Also finds names, for texts that identify the person, and for entries about their records. */
  details: string
  /** Also finds towns of billing addresses, for records of the person. */
  own: string
}

export type Counts = Record<string, number>

/** What a batch changed by kind, and whether there was nothing left to do. */
export interface Batch {
  counts: Counts
  isLast: boolean
  /** Keys of files that nothing shows any more. The caller releases them. */
  files?: string[]
}

/** How many rows of the person one batch changes. */
export const batchSize = 200

/** Members of audit entries about a person's records whose whole value is replaced. */
const personalMembers =
  wordsOf(`first_name last_name name user_name email phone username external_id designation
  description message poll note close_note text billing_name billing_address gstin user_first_name user_last_name
  user_email user_phone zoom_join_url merged_name merged_email merged_phone`)

/** Returns a column without what a pattern finds. */
function withoutDetails(column: string, kind: Written, pattern: string): RawBuilder<unknown> {
  const value = sql.ref(column)
  if (kind === 'json') return sql`blanked_names(blanked(${value}, ${pattern}, '{}'), ${pattern}, ${pattern})`
  if (typeof kind === 'object') {
    return sql`${value} || (select coalesce(jsonb_object_agg(key, blanked(member, ${pattern}, '{}')), '{}')
      from jsonb_each(${value}) as each (key, member) where key = any(${[...kind.members]}::text[]))`
  }
  const text = sql`regexp_replace(${value}, ${pattern}, ${erasedText}, 'g')`
  // A replaced detail can be shorter than its replacement.
  return typeof kind === 'number' ? sql`left(${text}, ${kind}::int)` : text
}

/** Returns the values that an erasure writes into the person's rows of a table, as they are declared. */
function blankValues(
  table: string,
  { id, own, details, identifying }: Erasing,
): [string, RawBuilder<unknown>][] {
  const { of, blank, also, written = {} } = tableOf(table)
  const values = { ...blank, ...also, ...(of === 'person' && { person_id: ':erasure::uuid' }) }
  const given: Record<string, string> = { erasure: id, details, identifying }
  return Object.entries(values).map(([column, value]) => {
    if (value === null) return [column, withoutDetails(column, written[column] ?? 'text', own)]
    const parts = value.split(/:(erasure|details|identifying)\b/)
    return [
      column,
      sql.join(
        parts.map((part, place) => (place % 2 ? sql`${given[part]}` : sql.raw(part))),
        sql``,
      ),
    ]
  })
}

/** Returns the beginning of a statement that sets columns. */
function update(table: string, values: [string, RawBuilder<unknown>][], now: Date): RawBuilder<unknown> {
  const set = values.map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  // A form with the text from before must not store it again.
  if (tableOf(table).is?.includes('edited')) set.push(sql`version = version + 1, updated_at = ${now}`)
  return sql`update ${sql.table(table)} set ${sql.join(set)}`
}

/**
 * Erases the next rows of a table as it is declared, with what is written elsewhere about these records.
 * @param orders given: all rows of these orders
 */
export async function eraseRows(
  db: Database,
  erasing: Erasing,
  table: string,
  now: Date,
  orders?: readonly string[],
): Promise<Batch> {
  const { of, erased, counted } = tableOf(table)
  const own = ownRows(table, erasing)
  // Rows that are found by what they contain are erased in one statement. Some have no id.
  const isSearched = typeof of === 'object' && !('account' in of)
  const some = orders
    ? sql`transaction_id = any(${[...orders]}::uuid[])`
    : sql`id in (select id from ${sql.table(table)} where ${own} order by id limit ${batchSize} for update)`
  const change =
    erased[0] === 'deleted'
      ? sql`delete from ${sql.table(table)}`
      : update(table, blankValues(table, erasing), now)
  const { rows } = await sql<{ id: string }>`${change} where ${isSearched ? own : some}
    returning ${isSearched ? sql`null` : sql`id`} as id`.execute(db)
  const counts = 'not' in counted ? {} : { [counted[0] as string]: rows.length }
  if (isSearched || rows.length === 0) return { counts, isLast: true }
  const ids = rows.map(({ id }) => id)
  const below = table === 'transaction' ? await eraseRowsOfOrders(db, erasing, now, ids) : {}
  const traces = await blankTraces(db, erasing, table, ids)
  return { counts: added(counts, below, traces), isLast: false }
}

/** Erases what is declared as of an order, with these orders. */
async function eraseRowsOfOrders(
  db: Database,
  erasing: Erasing,
  now: Date,
  orders: string[],
): Promise<Counts> {
  let counts: Counts = {}
  for (const [table, { of, erased }] of Object.entries(personalTables)) {
    if (of !== 'order' || erased[1] !== 'orders') continue
    counts = added(counts, (await eraseRows(db, erasing, table, now, orders)).counts)
  }
  return counts
}

/** Adds counts by kind. */
export function added(...parts: readonly Counts[]): Counts {
  const sums: Counts = {}
  for (const [kind, n] of parts.flatMap((part) => Object.entries(part))) sums[kind] = (sums[kind] ?? 0) + n
  return sums
}

/**
 * Blanks what is written elsewhere about records of the person: audit entries, and what receivers answered to webhooks,
 * which may repeat anything (OQ-416).
 */
export async function blankTraces(
  db: Database,
  erasing: Erasing,
  table: string,
  ids: readonly string[],
): Promise<Counts> {
  const { type, is } = tableOf(table)
  if (type === undefined || ids.length === 0) return {}
  await sql`update webhook_delivery set last_answer = ${erasedText}
    where record_type = ${type} and record_id = any(${[...ids]}::text[]) and last_answer is not null`.execute(
    db,
  )
  return { 'audit-entry': await blankEntriesOf(db, erasing, type, ids, is?.includes('labelled') ?? false) }
}

/** Blanks the audit entries about records of the person. */
export async function blankEntriesOf(
  db: Database,
  { id, own }: Erasing,
  type: string,
  ids: readonly string[],
  wholeLabel: boolean,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`select blank_audit_details(${id}::uuid,
    array(select id from audit_entry where entity_type = ${type} and entity_id = any(${[...ids]}::text[])),
    ${own}, ${personalMembers}::text[], ${wholeLabel}) as n`.execute(db)
  return rows[0]?.n ?? 0
}

/** How many rows of a table one batch reads. */
const rowsAtOnce = 5_000

/** The tables with columns in which anybody may have written about anybody, always in the same order. */
const writtenTables = Object.keys(personalTables)
  .toSorted()
  .flatMap((table) => {
    const columns = Object.entries(personalColumns(table)).flatMap(([column, kind]) =>
      kind === 'record' ? [] : [{ column, kind }],
    )
    return columns.length > 0 ? [{ table, columns }] : []
  })

/**
 * Blanks the person in what was written about other people: the next rows of one table.
 * @param after what the previous batch returned; null begins
 * @returns the table and its last row that was read; null at the end
 */
export async function blankTexts(
  db: Database,
  { identifying, details }: Erasing,
  now: Date,
  after: string | null,
): Promise<string | null> {
  const [name, row = null] = after?.split(' ') ?? []
  const place = name === undefined ? 0 : writtenTables.findIndex(({ table }) => table === name)
  const current = writtenTables[place]
  if (!current) return null
  const { table, columns } = current
  const isAfter = row === null ? sql`true` : sql`id > ${row}`
  const { rows: span } = await sql<{ last: string | null; n: number }>`
    select (array_agg(id order by id desc))[1]::text as last, count(*)::int as n from (
      select id from ${sql.table(table)} where ${isAfter} order by id limit ${rowsAtOnce}) as batch`.execute(
    db,
  )
  const { last = null, n = 0 } = span[0] ?? {}
  if (last !== null) {
    const names = columns.map(({ column, kind }) => sql`${searchable(column, kind)} ~ ${identifying}`)
    const values = columns.map(({ column, kind }): [string, RawBuilder<unknown>] => [
      column,
      withoutDetails(column, kind, details),
    ])
    await sql`${update(table, values, now)}
      where ${isAfter} and id <= ${last} and (${sql.join(names, sql` or `)})`.execute(db)
  }
  if (last !== null && n === rowsAtOnce) return `${table} ${last}`
  return writtenTables[place + 1]?.table ?? null
}
