import { isInstant } from '@greenroom/contract/date-time'
import { cursorMessage } from '@greenroom/contract/outside/public-read/public-read.schema'
import { type RawBuilder, sql } from 'kysely'
import { invalid } from '../../../platform/app-error.ts'
import { isRecordId } from '../../../platform/database/record-id.ts'

export interface Page {
  limit: number
  offset: number
  /** `next_cursor` of the page before. */
  cursor?: string | undefined
}

/** Whether a member of a cursor is what its column holds: anything else would be an error of the database. */
const isValue = {
  timestamptz: (value: unknown) => typeof value === 'string' && isInstant(value),
  uuid: (value: unknown) => typeof value === 'string' && isRecordId(value),
  boolean: (value: unknown) => typeof value === 'boolean',
  integer: (value: unknown) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31,
} as const

/** How a list is sorted: columns that differ together in any two rows, all in one direction. */
export interface ListOrder {
  name: string
  columns: readonly (readonly [column: string, type: keyof typeof isValue])[]
  direction: 'asc' | 'desc'
}

/** A row with the values of its list's columns, times to the microsecond. */
export interface Placed {
  place: readonly unknown[]
}

export function placeIn({ columns }: ListOrder): RawBuilder<unknown> {
  return sql`json_build_array(${sql.join(columns.map(([column]) => sql.raw(column)))}) as place`
}

/**
 * Returns the end of a query: the rows behind the page's cursor, sorted and cut. A cursor is a place and not a count, so
 * a row that disappears before it moves no other.
 * @throws AppError VALIDATION for a cursor of another list
 */
export function pageOf(order: ListOrder, { limit, offset, cursor }: Page): RawBuilder<unknown> {
  const { columns, direction } = order
  const keys = columns.map(([column]) => sql.raw(column))
  const sorted = sql.join(keys.map((key) => sql`${key} ${sql.raw(direction)}`))
  const values = cursor === undefined ? undefined : placeOf(order, cursor)
  const place = values && sql.join(columns.map(([, type], index) => sql`${values[index]}::${sql.raw(type)}`))
  const isBehind = sql.raw(direction === 'asc' ? '>' : '<')
  const behind = place ? sql`and (${sql.join(keys)}) ${isBehind} (${place})` : sql``
  return sql`${behind} order by ${sorted} limit ${limit} offset ${offset}`
}

/** Returns the cursor of the next page; null behind the last one. */
export function nextCursor({ name }: ListOrder, rows: readonly Placed[], { limit }: Page): string | null {
  const last = rows.at(-1)
  if (!last || rows.length < limit) return null
  return Buffer.from(JSON.stringify([name, ...last.place])).toString('base64url')
}

function placeOf({ name, columns }: ListOrder, cursor: string): readonly unknown[] {
  try {
    const [of, ...values] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    const isPlace = columns.every(([, type], index) => isValue[type](values[index]))
    if (of === name && values.length === columns.length && isPlace) return values
  } catch {
    // Not ours.
  }
  throw invalid([{ path: 'cursor', message: cursorMessage }])
}
