import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './database.ts'
import { isCheckViolation } from './database-errors.ts'

/**
 * Stored counts of a list. Triggers append each write to a table of changes, and a job folds these into the counts. A
 * reader adds both in one statement, so its totals are exact.
 */
export interface KeptCounts {
  /** What is counted, in the plural; the key in `count_state`. */
  list: string
  /** Tables of counts. The first one's lock serialises folding and recounting; it stops no reader and no writer. */
  tables: readonly [string, ...string[]]
  /** Table of the changes that are not in the counts yet. */
  changes: string
  /** Statements that add all changes to the counts. */
  fold: readonly string[]
  /** Statements that fill the empty tables of counts. */
  recount: readonly string[]
  /** Query with the number of counts that differ from a recount, as `wrong`. */
  check: string
}

/**
 * Runs work alone, in one snapshot. The lock comes first: it takes no snapshot, so the snapshot has everything that
 * the previous holder committed.
 */
async function alone<T>(db: Database, counts: KeptCounts, work: (db: Database) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await sql`lock table ${sql.table(counts.tables[0])} in share update exclusive mode`.execute(transaction)
      await sql`set local statement_timeout = 0`.execute(transaction)
      return work(transaction)
    })
}

async function run(db: Database, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

async function isCounted(db: Database, { list }: KeptCounts): Promise<boolean> {
  const state = await db
    .selectFrom('count_state')
    .select('counted_at')
    .where('list', '=', list)
    .executeTakeFirst()
  return state !== undefined && state.counted_at !== null
}

/**
 * Folds the waiting changes into the counts, or recounts if the counts are incomplete. Changes that would make a count
 * negative prove that the counts are wrong: they are then marked as incomplete, so that the list counts its rows until
 * the next run recounts.
 * @returns the number of changes folded
 */
export async function foldCounts(db: Database, counts: KeptCounts, log: Logger): Promise<number> {
  if (!(await isCounted(db, counts))) {
    await recount(db, counts)
    return 0
  }
  try {
    return await alone(db, counts, async (transaction) => {
      // Changes must find their counts by the index. Without statistics of the changes the planner would read all
      // counts, and once for each change if the counts were few when they were last analyzed.
      const byIndex = ['hashjoin', 'mergejoin', 'seqscan'].map((name) => `set local enable_${name} = off`)
      await run(transaction, byIndex)
      await run(transaction, counts.fold)
      const folded = await sql`delete from ${sql.table(counts.changes)}`.execute(transaction)
      return Number(folded.numAffectedRows ?? 0)
    })
  } catch (error) {
    if (!isCheckViolation(error)) throw error
    log.error({ list: counts.list }, 'stored counts would become negative and are counted again')
    await db.updateTable('count_state').set({ counted_at: null }).where('list', '=', counts.list).execute()
    return 0
  }
}

/** Replaces the counts by a recount. Writers go on: what they commit meanwhile stays among the changes. */
export async function recount(db: Database, counts: KeptCounts): Promise<void> {
  await alone(db, counts, async (transaction) => {
    await run(
      transaction,
      [...counts.tables, counts.changes].map((table) => `delete from ${table}`),
    )
    await run(transaction, counts.recount)
    await transaction
      .updateTable('count_state')
      .set({ counted_at: sql<Date>`now()` })
      .where('list', '=', counts.list)
      .execute()
  })
}

/**
 * Compares the counts with a recount and stores the result for the metrics. Incomplete counts count as right, because
 * nothing reads them.
 * @returns the number of wrong counts
 */
export async function checkCounts(db: Database, counts: KeptCounts): Promise<number> {
  if (!(await isCounted(db, counts))) return 0
  return db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction)
    const { rows } = await sql.raw<{ wrong: number }>(counts.check).execute(transaction)
    const wrong = rows[0]?.wrong ?? 0
    await transaction
      .updateTable('count_state')
      .set({ checked_at: sql<Date>`now()`, wrong_counts: wrong })
      .where('list', '=', counts.list)
      .execute()
    return wrong
  })
}

/** Tells whether a total can be true beside its page. Null is the total of incomplete counts. */
export function isPossibleTotal(
  total: number | null,
  shown: number,
  { limit, offset }: { limit: number; offset: number },
): total is number {
  return total !== null && total >= 0 && shown === Math.max(0, Math.min(limit, total - offset))
}

/** What a table of counts holds: its key, and its numbers, the count `n` first. */
export interface CountColumns {
  key: readonly string[]
  numbers: readonly ['n', ...string[]]
}

/**
 * Returns the query that adds up rows of counts by the key.
 * @param rows a table, or a query with an alias
 */
export function sumCounts({ key, numbers }: CountColumns, rows: string): string {
  const columns = key.join(', ')
  return `select ${columns}, ${sumsOf(numbers)} from ${rows} group by ${columns} having ${someSum(numbers)}`
}

const numberTypes: Record<string, string> = {
  n: 'int',
  amount: 'bigint',
  paid: 'bigint',
  refunded: 'bigint',
  tax: 'bigint',
  discount: 'bigint',
}

/** Returns the sums of numbers, for a select list. */
export function sumsOf(numbers: CountColumns['numbers']): string {
  return numbers.map((name) => `sum(${name})::${numberTypes[name]} as ${name}`).join(', ')
}

/** Returns a condition for groups in which some number does not cancel out. */
export function someSum(numbers: CountColumns['numbers']): string {
  return `(${numbers.map((name) => `sum(${name}) <> 0`).join(' or ')})`
}

/** Returns the statement that adds changes to a table of counts. Counts that reach 0 are deleted. */
export function mergeCounts(table: string, { key, numbers }: CountColumns, changes: string): string {
  const columns = [...key, ...numbers]
  return `
    merge into ${table} as kept using (${changes}) as change
    on ${key.map((column) => `kept.${column} = change.${column}`).join(' and ')}
    when matched and kept.n + change.n = 0 then delete
    when matched then update set ${numbers.map((name) => `${name} = kept.${name} + change.${name}`).join(', ')}
    when not matched then insert (${columns.join(', ')})
      values (${columns.map((column) => `change.${column}`).join(', ')})`
}

/** Returns an expression with the number of counts that differ between two queries. */
export function differingCounts(kept: string, right: string, { key, numbers }: CountColumns): string {
  return `(
    select count(*)::int from (${kept}) as kept full join (${right}) as recounted using (${key.join(', ')})
    where ${numbers.map((name) => `kept.${name} is distinct from recounted.${name}`).join(' or ')}
  )`
}
