import { type CurrencyCode, currencyCodes } from '@greenroom/contract/money'
import type { Database } from '../../../platform/database/database.ts'
import { preparedQuery } from '../../../platform/database/prepared-query.ts'
import { paidList } from './transaction-filter.repository.ts'

export interface DailySum {
  day: string
  currency_code: CurrencyCode
  orders: number
  completed: number
  refunded: number
  tax: number
}

const inCurrencies = `currency_code in (${currencyCodes.map((code) => `'${code}'`).join(', ')})`
const summed = `to_char(day, 'YYYY-MM-DD') as day, currency_code, sum(n)::int as orders,
        sum(paid)::bigint as completed, sum(refunded)::bigint as refunded, sum(tax)::bigint as tax`

/**
 * Sums up the paid orders of each business day per currency, from the counts by day and the changes that are not in them
 * yet. Days are those of the counts: India's.
 * @param days first and last day, YYYY-MM-DD
 * @returns undefined while the counts are incomplete
 */
export async function sumCountedDays(
  db: Database,
  { from, to }: { from: string; to: string },
): Promise<DailySum[] | undefined> {
  const rows = await preparedQuery<Partial<DailySum> & { is_counted: boolean }>(
    db,
    {
      name: 'daily-sums/counted',
      text: `
        with part as (
          select day, currency_code, n, paid, refunded, tax from transaction_count
          where entity_type = '' and source = '' and status in (${paidList}) and ${inCurrencies}
            and day between $1::date and $2::date
          union all
          select day, currency_code, n, paid, refunded, tax from transaction_count_change
          where status in (${paidList}) and ${inCurrencies} and day between $1::date and $2::date
        ),
        of_day as (select ${summed} from part group by part.day, currency_code having sum(n) <> 0)
        select of_day.*, counted.is_counted
        from (
          select (select counted_at from count_state where list = 'transactions') is not null
        ) as counted (is_counted)
        left join of_day on true
        order by of_day.day, currency_code`,
    },
    [from, to],
  )
  if (rows.some((row) => !row.is_counted)) return undefined
  return rows.flatMap(({ is_counted: _, day, ...sum }) => (day ? [{ day, ...sum } as DailySum] : []))
}

/**
 * Sums up the orders of spans of time as `sumCountedDays` does those of days, by the index of their time: for parts of
 * days, in a business zone other than India's, or while the counts are incomplete.
 * @param spans of instants, which do not overlap
 * @param timeZone an IANA zone, which decides the day of an order
 */
export async function sumOrderedDays(
  db: Database,
  spans: readonly { from: Date; until: Date }[],
  timeZone: string,
): Promise<DailySum[]> {
  return preparedQuery<DailySum>(
    db,
    {
      name: 'daily-sums/orders',
      text: `
        select ${summed}
        from (
          select (created_at at time zone $3::text)::date as day, currency_code, 1 as n, amount as paid,
            refunded_amount as refunded, tax_amount as tax
          from unnest($1::timestamptz[], $2::timestamptz[]) as span (span_from, span_until)
          join transaction on created_at >= span_from and created_at < span_until
          where status in (${paidList}) and ${inCurrencies}
        ) as paid_order
        group by paid_order.day, currency_code
        order by paid_order.day, currency_code`,
    },
    [spans.map(({ from }) => from), spans.map(({ until }) => until), timeZone],
  )
}
