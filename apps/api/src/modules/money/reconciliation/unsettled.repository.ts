import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'

/** A payment of a paid order, as the order knows it. */
export interface UnsettledPayment {
  payment_id: string
  transaction_id: string
  status: string
  amount: number
  currency_code: string
  completed_at: Date
}

/**
 * Lists those days of a span whose settlements were stored after the day had ended.
 * @param span first and last day, YYYY-MM-DD
 * @param timeZone an IANA zone, in which days end
 */
export async function daysWithLines(
  db: Database,
  { from, to }: { from: string; to: string },
  timeZone: string,
): Promise<Set<string>> {
  const { rows } = await sql<{ day: string }>`
    select gateway_comparison.day::text as day from gateway_comparison
    where gateway_comparison.day between ${from}::date and ${to}::date
      and lines_stored_at >= (gateway_comparison.day + 1)::timestamp at time zone ${timeZone}`.execute(db)
  return new Set(rows.map(({ day }) => day))
}

/**
 * Lists payments of paid orders that were captured in a span and are in no settlement. One that the gateway doesn't know
 * at all is another difference.
 * @param currency keeps orders in rupees, or all others
 * @param after the payment after which the list goes on
 */
export async function listUnsettled(
  db: Database,
  {
    from,
    until,
    currency,
    after,
    limit,
  }: { from: Date; until: Date; currency: 'rupees' | 'others'; after: string; limit: number },
): Promise<UnsettledPayment[]> {
  const { rows } = await sql<UnsettledPayment>`
    with bought as materialized (
      select * from transaction
      where completed_at >= ${from} and completed_at < ${until} and amount > 0 and payment_id is not null
        and status in ('completed', 'refunded') and (currency_code = 'INR') = ${currency === 'rupees'}
    ), paid as (
      select part.payment_id, bought.id, bought.status, part.amount, bought.currency_code, bought.completed_at
      from bought join order_payment as part on part.transaction_id = bought.id
      union all
      select payment_id, id, status, amount, currency_code, completed_at from bought
      where not exists (select from order_payment where transaction_id = bought.id)
    )
    select payment_id, id as transaction_id, status, amount, currency_code, completed_at from paid
    where payment_id > ${after}
      and not exists (
        select from settlement_line
        where settlement_line.payment_id = paid.payment_id and kind = 'payment' and settlement_id is not null
      )
      and not exists (
        select from gateway_difference
        where subject = paid.payment_id and kind in ('not-paid', 'not-settled') and resolved_at is null
      )
    order by payment_id limit ${limit}`.execute(db)
  return rows
}

/** Lists the payments of open differences of the kind "not-settled" that a settlement has by now. */
export async function listSettledMeanwhile(db: Database): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select subject from gateway_difference
    where kind = 'not-settled' and resolved_at is null and exists (
      select from settlement_line
      where settlement_line.payment_id = subject and settlement_line.kind = 'payment' and settlement_id is not null
    )`.execute(db)
  return rows.map(({ subject }) => subject)
}
