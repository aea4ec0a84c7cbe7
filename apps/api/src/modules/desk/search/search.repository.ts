import { createHash } from 'node:crypto'
import type { SearchedText } from '@greenroom/contract/desk/search/search.rules'
import type { SearchKind } from '@greenroom/contract/desk/search/search.schema'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { preparedQuery } from '../../../platform/database/prepared-query.ts'

/** A found record of any kind; `rank` is the index of its rank in the contract's `searchRanks`. */
export interface FoundRow {
  kind: SearchKind
  id: string
  title: string
  detail: string | null
  code: string | null
  email: string | null
  phone: string | null
  at: Date | null
  amount: number | null
  currency_code: 'INR' | 'USD' | null
  status: string | null
  rank: number
}

/** What somebody searches for, and what of it their role may search. */
export interface Search extends SearchedText {
  /** Whether phones and e-mail addresses may be searched. */
  seesPersonal: boolean
}

/** How many rows each index contributes before they are ranked. */
export const candidates = 20

/** No text has it, so a beginning followed by it is after all texts with that beginning. */
const lastCharacter = 0x10ffff

/**
 * Returns a query for the ids of rows whose text starts with the searched one, found in the order of the text's index,
 * so that any text reads at most `candidates` rows. Of equal texts the latest row comes first.
 * @param text the expression that the index folds
 * @param only the condition of an index of some rows
 * @param fold the database's function: `searched` for names, `folded` for codes and e-mail addresses
 */
export function startingWith(
  table: string,
  text: RawBuilder<string>,
  search: string,
  { only = sql`true`, fold = 'folded' }: { only?: RawBuilder<unknown>; fold?: 'folded' | 'searched' } = {},
): RawBuilder<unknown> {
  const folding = sql.raw(fold)
  const indexed = sql`${folding}(${text})`
  const start = sql`${folding}(${search})`
  return sql`(select id, case when ${indexed} = ${start} then 0 else 1 end as rank from ${sql.table(table)}
    where ${indexed} ~>=~ ${start} and ${indexed} ~<~ (${start} || chr(${sql.lit(lastCharacter)}))
      and ${only}
    order by ${indexed} using ~>~ limit ${sql.lit(candidates)})`
}

/** Returns a query for the ids of rows that meet a condition of which an index finds them all. */
export function meeting(table: string, condition: RawBuilder<unknown>, rank = 0): RawBuilder<unknown> {
  return sql`(select id, ${sql.lit(rank)}::int as rank from ${sql.table(table)} where ${condition} limit ${sql.lit(candidates)})`
}

/** Returns a query for the ids of rows whose phone ends with at most ten digits. */
export function endingWith(table: string, column: string, digits: string): RawBuilder<unknown> {
  const end = sql`left(phone_from_its_end(${sql.ref(column)}), 10) collate "C"`
  const reversed = [...digits].reverse().join('')
  // ':' follows '9', so this is the range of all texts that begin with the digits.
  if (digits.length === 10) return meeting(table, sql`${end} = ${reversed}`)
  return sql`(select id, 1 as rank from ${sql.table(table)} where ${end} >= ${reversed} and ${end} < ${`${reversed}:`}
    order by ${end} limit ${sql.lit(candidates)})`
}

/**
 * Ranks the rows that several queries for ids found, and reads the first of them.
 * @param read selects the columns of a FoundRow, except rank, from `found` joined with the table
 * @returns nothing without a query
 */
export function rankedRows(
  db: Database,
  queries: RawBuilder<unknown>[],
  { read, newest, limit }: { read: RawBuilder<unknown>; newest: RawBuilder<unknown>; limit: number },
): Promise<FoundRow[]> {
  if (queries.length === 0) return Promise.resolve([])
  return prepared(
    db,
    sql`
    with found as (
      select id, min(rank) as rank from (${sql.join(queries, sql` union all `)}) as candidate group by id
    )
    ${read} order by found.rank, ${newest} desc, found.id desc limit ${sql.lit(limit)}`,
  )
}

/**
 * Runs a query under a name of its text, so that the database plans it once for each connection: planning takes longer
 * than running it. Its plan is for any text, so its conditions and its order must leave only one index to use.
 */
export async function prepared(db: Database, query: RawBuilder<unknown>): Promise<FoundRow[]> {
  const { sql: text, parameters } = query.compile(db)
  const name = `search/${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
  const rows = await preparedQuery<Omit<FoundRow, 'at'> & { at: string | null }>(
    db,
    { name, text },
    parameters,
  )
  return rows.map((row) => ({ ...row, at: row.at === null ? null : new Date(row.at) }))
}
