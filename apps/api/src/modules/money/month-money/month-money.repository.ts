import type { DayBasis } from '@greenroom/contract/money/month-money/month-money.schema'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { RowStatement } from '../../../platform/database/row-cursor.ts'

/** A month as a span of time, and as its first day for dates of documents. */
export interface MonthSpan {
  from: Date
  /** The first moment after it. */
  until: Date
  /** Its first day, as a date of documents. */
  firstDay: string
}

/** A part of a month's money in one currency: which sum it is, how many, and how much in minor units. */
export interface MoneyPart {
  currency: string
  part: string
  count: number
  amount: number
}

const isPaid = sql`transaction.status in ('completed', 'refunded') and transaction.amount > 0`

/** When a refund left: by the gateway's clock, or else by ours. */
const leftAt = sql`coalesce(refund.refunded_at, refund.settled_at)`

/** What a lost dispute has cost: what the gateway took, or else the amount in dispute. */
const lost = sql`case when amount_deducted > 0 then amount_deducted else coalesce(amount, 0) end`

const isIn = (moment: RawBuilder<unknown>, { from, until }: MonthSpan) =>
  sql<boolean>`(${moment} >= ${from}::timestamptz and ${moment} < ${until}::timestamptz)`

const isDated = ({ firstDay }: MonthSpan) =>
  sql<boolean>`(document_date >= ${firstDay}::date and document_date < (${firstDay}::date + interval '1 month'))`

/** Tells whether a paid order counts the payment of a difference. */
const isCounted = sql<boolean>`(
  exists (select from transaction where transaction.payment_id = subject and ${isPaid})
  or exists (
    select from order_payment join transaction on transaction.id = order_payment.transaction_id
    where order_payment.payment_id = subject and ${isPaid}
  ))`

/** Selects captured payments that no paid order counts, as the last difference of each says, for a condition. */
const receipts = (condition: RawBuilder<boolean>) => sql`
  select distinct on (subject) subject as payment_id, gateway_currency as currency_code, gateway_amount as amount,
    coalesce(occurred_at, found_at) as arrived_at, resolved_at is null as is_open
  from gateway_difference
  where ${condition} and gateway_state = 'captured' and gateway_amount is not null and gateway_currency is not null
    and kind in ('paid-not-completed', 'paid-twice', 'amount-differs', 'payment-without-order',
      'payment-of-another-order')
    and not ${isCounted}
  order by subject, resolved_at desc nulls first`

/**
 * Sums up the payments that were captured in a month, by what they paid for and by the settlement that has them, and the
 * paid orders by their first invoice.
 */
export async function sumCaptured(db: Database, month: MonthSpan): Promise<MoneyPart[]> {
  const { rows } = await sql<MoneyPart>`
    with bought as materialized (
      select id, amount, currency_code, payment_id from transaction
      where completed_at >= ${month.from} and completed_at < ${month.until} and ${isPaid}
    ), receipt as materialized (
      ${receipts(isIn(sql`coalesce(occurred_at, found_at)`, month))}
    ), payment as (
      select bought.currency_code, part.payment_id, part.amount
      from bought join order_payment as part on part.transaction_id = bought.id
      union all
      select currency_code, payment_id, amount from bought
      where payment_id is not null and not exists (select from order_payment where transaction_id = bought.id)
      union all
      select currency_code, payment_id, amount from receipt
    ), settled as (
      select payment.currency_code, payment.amount, line.settled_at,
        case when line.currency_code = payment.currency_code then line.amount - payment.amount else 0 end as more
      from payment left join lateral (
        select line.amount, line.currency_code, settlement.settled_at
        from settlement_line as line join settlement on settlement.id = line.settlement_id
        where line.payment_id = payment.payment_id and line.kind = 'payment'
        limit 1
      ) as line on true
    ), invoiced as (
      select bought.currency_code, bought.amount, invoice.document_date, invoice.total - bought.amount as more
      from bought left join lateral (
        select document_date, total from tax_document
        where transaction_id = bought.id and kind = 'invoice' order by issued_at, number limit 1
      ) as invoice on true
    )
    select currency_code as currency, part, count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount
    from (
      select currency_code, case when payment_id is null
          and not exists (select from order_payment where transaction_id = bought.id)
        then 'elsewhere' else 'orders' end as part, amount from bought
      union all
      select currency_code, case when is_open then 'unallocated' else 'closed' end, amount from receipt
      union all
      select currency_code, 'payments', amount from payment
      union all
      select currency_code, case when settled_at is null then 'settled-without'
        when ${isIn(sql`settled_at`, month)} then 'settled-in' else 'settled-other' end, amount from settled
      union all
      select currency_code, 'settled-more', more from settled where more <> 0
      union all
      select currency_code, case when document_date is null then 'invoiced-without'
        when ${isDated(month)} then 'invoiced-in' else 'invoiced-other' end, amount from invoiced
      union all
      select currency_code, 'invoiced-more', more from invoiced where more <> 0
    ) as listed
    group by currency_code, part`.execute(db)
  return rows
}

/** Sums up the refunds that left in a month by their credit note, and the disputes that were lost in it. */
export async function sumGivenBack(db: Database, month: MonthSpan): Promise<MoneyPart[]> {
  const { rows } = await sql<MoneyPart>`
    with given as (
      select refund.amount, refund.currency_code, note.document_date, note.total - refund.amount as more
      from refund left join lateral (
        select document_date, total from tax_document
        where transaction_id = refund.transaction_id and refund_id = refund.id limit 1
      ) as note on true
      where refund.state = 'processed' and ${isIn(leftAt, month)}
    )
    select currency_code as currency, part, count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount
    from (
      select currency_code, case when document_date is null then 'refunded-without'
        when ${isDated(month)} then 'refunded-in' else 'refunded-other' end as part, amount from given
      union all
      select currency_code, 'refunded-more', more from given where more <> 0
      union all
      select currency_code, 'lost', ${lost} from dispute
      where state = 'lost' and ${isIn(sql`ended_at`, month)}
    ) as listed
    group by currency_code, part`.execute(db)
  return rows
}

/** Sums up the lines of the settlements that were transferred in a month, each line in its own currency. */
export async function sumSettled(db: Database, month: MonthSpan): Promise<MoneyPart[]> {
  const { rows } = await sql<MoneyPart>`
    with line as materialized (
      select line.* from settlement join settlement_line as line on line.settlement_id = settlement.id
      where ${isIn(sql`settlement.settled_at`, month)}
    ), paid as (
      select line.currency_code, line.amount, coalesce(bought.arrived_at, receipt.arrived_at) as arrived_at
      from line
      left join lateral (
        select completed_at as arrived_at from transaction where payment_id = line.payment_id and ${isPaid}
        union all
        select transaction.completed_at
        from order_payment join transaction on transaction.id = order_payment.transaction_id
        where order_payment.payment_id = line.payment_id and ${isPaid}
        limit 1
      ) as bought on true
      left join lateral (${receipts(sql`subject = line.payment_id`)}) as receipt on bought.arrived_at is null
      where line.kind = 'payment'
    )
    select currency_code as currency, part, count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount
    from (
      select currency_code, case when arrived_at is null then 'bank-unknown'
        when ${isIn(sql`arrived_at`, month)} then 'bank-in' else 'bank-other' end as part, amount from paid
      union all
      select currency_code, 'bank-refunds', debit - credit - coalesce(fee, 0) from line where kind = 'refund'
      union all
      select currency_code, 'bank-adjustments', credit - debit + coalesce(fee, 0) from line
      where kind not in ('payment', 'refund')
      union all
      select currency_code, 'bank-fee', coalesce(fee, 0) from line
      union all
      select currency_code, 'bank-tax', coalesce(tax, 0) from line
      union all
      select currency_code, 'bank-net', credit - debit from line
    ) as listed
    group by currency_code, part
    union all
    select currency_code, 'bank-settlements', count(distinct settlement_id)::int, 0 from line
    group by currency_code`.execute(db)
  return rows
}

/** Sums up the documents that are dated in a month; credit notes count negatively. */
export async function sumDocuments(db: Database, month: MonthSpan): Promise<MoneyPart[]> {
  const { rows } = await sql<MoneyPart>`
    with dated as (
      select document.currency_code, document.kind, document.refund_id, bought.completed_at,
        case document.kind when 'credit-note' then -document.total else document.total end as amount,
        document.is_financial or (document.sandbox
          and exists (select from tax_document as valid where not valid.sandbox)) as is_unreported,
        document.kind = 'invoice' and not exists (
          select from tax_document as earlier
          where earlier.transaction_id = document.transaction_id and earlier.kind = 'invoice'
            and (earlier.issued_at, earlier.number) < (document.issued_at, document.number)
        ) as is_first, ${leftAt} as left_at
      from tax_document as document
      join transaction as bought on bought.id = document.transaction_id
      left join refund on refund.id = document.refund_id
      where ${isDated(month)}
    )
    select currency_code as currency, part, count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount
    from (
      select currency_code, amount, case
        when is_first and ${isIn(sql`completed_at`, month)} then 'documents-invoices'
        when is_first then 'documents-other-invoices'
        when refund_id is null then 'documents-corrections'
        when ${isIn(sql`left_at`, month)} then 'documents-notes' else 'documents-other-notes' end as part
      from dated
      union all
      select currency_code, amount, 'documents-unreported' from dated where is_unreported
      union all
      select currency_code, amount, 'documents' from dated
    ) as listed
    group by currency_code, part`.execute(db)
  return rows
}

/** A day's sums in one currency, in minor units. */
interface DayRow {
  day: string
  currency: string
  orders: number
  paid: number
  refunded: number
  lost: number
  net: number
}

const dayOf = (moment: RawBuilder<unknown>, timeZone: string) =>
  sql`(${moment} at time zone ${timeZone}::text)::date`

/** Selects what moved in a month: a row for each order, refund and lost dispute, with the day that counts it. */
function moved(by: DayBasis, month: MonthSpan, timeZone: string): RawBuilder<unknown> {
  const moment = by === 'ordered' ? sql`created_at` : sql`completed_at`
  const refunded = by === 'refunded' ? sql`0` : sql`refunded_amount`
  const orders = sql`
    select ${dayOf(moment, timeZone)} as day, currency_code, 1 as orders, amount as paid, ${refunded} as refunded, 0 as lost
    from transaction where ${isIn(moment, month)} and status in ('completed', 'refunded')`
  if (by !== 'refunded') return orders
  return sql`${orders}
    union all
    select ${dayOf(leftAt, timeZone)}, currency_code, 0, 0, amount, 0
    from refund where state = 'processed' and ${isIn(leftAt, month)}
    union all
    select ${dayOf(sql`ended_at`, timeZone)}, currency_code, 0, 0, 0, ${lost}
    from dispute where state = 'lost' and ${isIn(sql`ended_at`, month)}`
}

function daySums(by: DayBasis, month: MonthSpan, timeZone: string) {
  return sql<DayRow>`
    select to_char(day, 'YYYY-MM-DD') as day, currency_code as currency, sum(orders)::int as orders,
      sum(paid)::bigint as paid, sum(refunded)::bigint as refunded, sum(lost)::bigint as lost,
      sum(paid - refunded - lost)::bigint as net
    from (${moved(by, month, timeZone)}) as moved
    group by moved.day, currency_code order by moved.day, currency_code`
}

/**
 * Sums up each day of a month per currency, the earliest first.
 * @param timeZone an IANA zone, in which days end
 */
export async function sumMoneyDays(
  db: Database,
  by: DayBasis,
  month: MonthSpan,
  timeZone: string,
): Promise<DayRow[]> {
  return (await daySums(by, month, timeZone).execute(db)).rows
}

/** Reads the same for an export. */
export function dayStatement(db: Database, by: DayBasis, month: MonthSpan, timeZone: string): RowStatement {
  const { sql: text, parameters } = daySums(by, month, timeZone).compile(db)
  return { text, values: [...parameters] }
}
