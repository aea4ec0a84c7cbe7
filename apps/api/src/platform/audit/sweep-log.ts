import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** How many rows are kept of each log that calls can fill. */
const mostKept = {
  sign_in_refusal: 100_000,
  refused_call: 100_000,
  /** A year of 5,000 a day, which is more than 50 people make. */
  personal_look: 2_000_000,
}

/** Deletes rows that are older than some days, and all but the newest. */
export async function sweepLog(
  db: Database,
  log: keyof typeof mostKept,
  { days, most = mostKept[log] }: { days: number; most?: number },
): Promise<void> {
  const table = sql.table(log)
  await sql`delete from ${table}
    where at < now() - make_interval(days => ${days}) or at < (
      select at from ${table} order by at desc offset ${most - 1} limit 1
    )`.execute(db)
}
