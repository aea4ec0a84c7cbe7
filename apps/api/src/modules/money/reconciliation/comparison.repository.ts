import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

/** A comparison, with its day as YYYY-MM-DD. */
export type ComparisonRow = Omit<Selectable<DB['gateway_comparison']>, 'day'> & { day: string }

const columns = sql<ComparisonRow>`day::text as day, state, requested_at, requested_by, started_at, running_until,
  finished_at, payments, refunds, settlements, differences, failure`

/** Lists the comparisons of the last days, the newest day first. */
export async function listComparisons(db: Database, limit: number): Promise<ComparisonRow[]> {
  const { rows } = await sql<ComparisonRow>`
    select ${columns} from gateway_comparison order by gateway_comparison.day desc limit ${limit}`.execute(db)
  return rows
}

/** Finds the comparison of a day. */
export async function findComparison(db: Database, day: string): Promise<ComparisonRow | undefined> {
  const { rows } = await sql<ComparisonRow>`
    select ${columns} from gateway_comparison where gateway_comparison.day = ${day}::date`.execute(db)
  return rows[0]
}

/** Returns when the last complete comparison ended; null before the first. */
export async function lastFinished(db: Database): Promise<Date | null> {
  const row = await db
    .selectFrom('gateway_comparison')
    .select('finished_at')
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.finished_at ?? null
}

/**
 * Lists the days of a span that were never compared since they ended, though an earlier day was.
 * @param timeZone an IANA zone, in which days end
 */
export async function listMissedDays(
  db: Database,
  { from, until, timeZone }: { from: string; until: string; timeZone: string },
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select listed.day::date::text as day
    from generate_series(${from}::date, ${until}::date, interval '1 day') as listed (day)
    where listed.day > (select min(day) from gateway_comparison where finished_at is not null)
      and not exists (
        select from gateway_comparison as compared
        where compared.day = listed.day::date
          and compared.finished_at >= (listed.day::date + 1)::timestamp at time zone ${timeZone}
      )`.execute(db)
  return rows.map(({ day }) => day)
}

/** Requests the comparison of a day. One that is running goes on. */
export async function requestComparison(
  db: Database,
  day: string,
  requested: { at: Date; by: string },
): Promise<void> {
  await sql`
    insert into gateway_comparison (day, state, requested_at, requested_by)
    values (${day}::date, 'waiting', ${requested.at}, ${requested.by})
    on conflict (day) do update set
      state = case when gateway_comparison.running_until > ${requested.at} then gateway_comparison.state
        else 'waiting' end,
      requested_at = excluded.requested_at, requested_by = excluded.requested_by`.execute(db)
}

/**
 * Claims the comparison of a day.
 * @returns false if another process compares it now
 */
export async function claimComparison(
  db: Database,
  day: string,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into gateway_comparison (day, state, requested_at, requested_by, started_at, running_until)
    values (${day}::date, 'running', ${now}, 'system', ${now}, ${until})
    on conflict (day) do update set state = 'running', started_at = excluded.started_at,
      running_until = excluded.running_until
    where gateway_comparison.running_until is null or gateway_comparison.running_until < ${now}`.execute(db)
  return numAffectedRows === 1n
}

/**
 * Extends a claim.
 * @returns false if another process has taken the comparison over
 */
export async function extendClaim(db: Database, day: string, started: Date, until: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update gateway_comparison set running_until = ${until}
    where day = ${day}::date and started_at = ${started} and state = 'running'`.execute(db)
  return numAffectedRows === 1n
}

/** Stores that all lines of the settlements of a day are stored. */
export async function markLinesStored(db: Database, day: string, started: Date, at: Date): Promise<void> {
  await sql`
    update gateway_comparison set lines_stored_at = ${at}
    where day = ${day}::date and started_at = ${started}`.execute(db)
}

/** Stores the result of a complete comparison. */
export async function finishComparison(
  db: Database,
  day: string,
  started: Date,
  result: { finished: Date; payments: number; refunds: number; settlements: number; differences: number },
): Promise<void> {
  await sql`
    update gateway_comparison set state = 'done', running_until = null, failure = null,
      finished_at = ${result.finished}, payments = ${result.payments}, refunds = ${result.refunds}, settlements = ${result.settlements}, differences = ${result.differences}
    where day = ${day}::date and started_at = ${started}`.execute(db)
}

/** Stores why a comparison failed. What the last complete one found stays. */
export async function failComparison(
  db: Database,
  day: string,
  started: Date,
  failure: string,
): Promise<void> {
  await sql`
    update gateway_comparison set state = 'failed', running_until = null, failure = ${failure}
    where day = ${day}::date and started_at = ${started}`.execute(db)
}

interface ComparedMonth {
  month: string
  differences: number
  days_missing: number
  finished_at: Date | null
  is_earlier: boolean
  is_running: boolean
}

/**
 * Reads how far months are compared: their open differences by when the money moved, and the days that weren't compared
 * since they ended.
 * @param timeZone an IANA zone, in which days end
 */
export async function comparedMonths(
  db: Database,
  months: readonly string[],
  { today, timeZone }: { today: string; timeZone: string },
): Promise<ComparedMonth[]> {
  const { rows } = await sql<ComparedMonth>`
    with first_compared as materialized (
      select min(day) as day from gateway_comparison where finished_at is not null
    ), open as materialized (
      select to_char(coalesce(occurred_at, found_at) at time zone ${timeZone}, 'YYYY-MM') as month, count(*)::int as n
      from gateway_difference where resolved_at is null group by 1
    ), listed as (
      select month, (month || '-01')::date as first_day,
        ((month || '-01')::date + interval '1 month')::date as end_day
      from unnest(${months}::text[]) as given (month)
    )
    select listed.month, coalesce(open.n, 0) as differences,
      coalesce(listed.end_day <= first_compared.day, false) as is_earlier,
      exists (
        select from gateway_comparison
        where gateway_comparison.day >= listed.first_day and gateway_comparison.day < listed.end_day
          and state in ('waiting', 'running')
      ) as is_running,
      (
        select max(finished_at) from gateway_comparison
        where gateway_comparison.day >= listed.first_day and gateway_comparison.day < listed.end_day
      ) as finished_at,
      (
        select count(*)::int
        from generate_series(
          greatest(listed.first_day, first_compared.day),
          least(listed.end_day, ${today}::date) - 1,
          interval '1 day'
        ) as over (day)
        where not exists (
          select from gateway_comparison as compared
          where compared.day = over.day::date
            and compared.finished_at >= (over.day::date + 1)::timestamp at time zone ${timeZone}
        ) and first_compared.day is not null
      ) as days_missing
    from listed cross join first_compared left join open on open.month = listed.month`.execute(db)
  return rows
}
