import { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { Database } from './database.ts'
import type { Lane } from './lanes.ts'

interface KnownPool {
  pool: pg.Pool
  /** Whether a connection still knows a statement's name when it is next used. */
  keepsNames: boolean
  /** Limits the connections for reads; undefined without a limit. */
  lane: Lane | undefined
}

const pools = new WeakMap<object, KnownPool>()

/** Stores the pool of a query builder, for queries that the builder cannot express. */
export function rememberPool(db: Database, known: KnownPool): void {
  pools.set(db, known)
}

export interface PreparedStatement {
  /** A unique name of this text, at most 63 characters; undefined to plan it for each set of values. */
  name: string | undefined
  text: string
}

/**
 * Runs SQL as a named prepared statement, which the server parses and plans once per connection; the query builder
 * does not name statements. Instants are returned as ISO texts. Inside a transaction, on its connection, and through a
 * pooler it runs unnamed.
 */
export async function preparedQuery<Row extends object>(
  db: Database,
  { name, text }: PreparedStatement,
  values: readonly unknown[],
): Promise<Row[]> {
  const known = pools.get(db)
  if (!known) {
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
    return rows.map(withMomentsAsText)
  }
  const { pool, keepsNames, lane } = known
  const types = { getTypeParser: typeParserOf(pool) }
  const query = { text, values: values as unknown[], types }
  const isNamed = name !== undefined && keepsNames
  const leave = await lane?.enter()
  try {
    const { rows } = await pool.query<Row>(isNamed ? { ...query, name } : query)
    return rows
  } finally {
    leave?.()
  }
}

type TypeParser = typeof pg.types.getTypeParser
const typeParsers = new WeakMap<pg.Pool, TypeParser>()

/**
 * Returns the pool's type parsers, except for instants: a page has dozens, which would become dates and then text
 * again.
 */
function typeParserOf(pool: pg.Pool): TypeParser {
  const known = typeParsers.get(pool)
  if (known) return known
  const usual = pool.options.types?.getTypeParser ?? pg.types.getTypeParser
  const parser = ((type: number, format?: 'text' | 'binary') =>
    type === pg.types.builtins.TIMESTAMPTZ && format !== 'binary'
      ? isoText
      : usual(type, format as 'text')) as TypeParser
  typeParsers.set(pool, parser)
  return parser
}

const usualMoment: (text: string) => Date = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)

/**
 * Converts an instant from the database's text on a UTC connection: "2026-11-20 10:00:00.5+00" becomes
 * "2026-11-20T10:00:00.500Z". Microseconds are cut off, as in a JavaScript date.
 */
export function isoText(text: string): string {
  const isPlain = text.charCodeAt(10) === 32 && text.endsWith('+00')
  if (!isPlain) return usualMoment(text).toISOString()
  const fraction = `${text.slice(20, -3)}000`.slice(0, 3)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
}

function withMomentsAsText<Row extends object>(row: Row): Row {
  const members = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ])
  return Object.fromEntries(members) as Row
}
