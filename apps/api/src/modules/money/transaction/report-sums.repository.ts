import type { CurrencyCode } from '@greenroom/contract/money'
import type { ReportDimension } from '@greenroom/contract/money/report/report.rules'
import type { TransactionType } from '@greenroom/contract/money/transaction/transaction-kinds'
import type { Database } from '../../../platform/database/database.ts'
import { preparedQuery } from '../../../platform/database/prepared-query.ts'
import { addedOrders, partKeys } from './transaction-counts.repository.ts'
import { paidList } from './transaction-filter.repository.ts'

interface PartRow {
  key: string | null
  /** Only of a creator. */
  name: string | null
  orders: number
  completed: number
  refunded: number
  tax: number
}

/** A span of business days, first and last, and its moments. */
interface CountedSpan {
  days: { from: string; to: string }
  from: Date
  until: Date
}

const isPaid = `status in (${paidList})`

/** Whether the kept sums can be read: they are complete, and their days are those of the business zone. */
const state = `state as materialized (
  select counted_at is not null and $1::boolean as is_counted from count_state where list = 'transactions'
)`
const isCounted = '(select is_counted from state)'
const sums = `sum(n)::int as orders, sum(paid)::bigint as completed, sum(refunded)::bigint as refunded,
  sum(tax)::bigint as tax`

/**
 * Sums up the paid orders of a span in one currency by what they have in common: from the kept sums and the changes that
 * are not in them yet, or from the orders.
 * @param isCountedZone whether business days are those of the kept sums
 */
export async function sumParts(
  db: Database,
  dimension: ReportDimension,
  { days, from, until }: CountedSpan,
  currency: CurrencyCode,
  isCountedZone: boolean,
): Promise<PartRow[]> {
  const isCreator = dimension === 'creator'
  const kept = isCreator ? 'session' : dimension
  const inDays = 'currency_code = $2 and day between $3::date and $4::date'
  const grouped = `
    select key, ${sums}
    from (
      select key, n, paid, refunded, tax from transaction_part_count
      where ${isCounted} and dimension = '${kept}' and ${inDays}
      union all
      select ${partKeys[kept]}, n, paid, refunded, tax from transaction_count_change
      where ${isCounted} and ${isPaid} and ${inDays}
      union all
      select ${partKeys[kept]}, n, paid, refunded, tax
      from (
        ${addedOrders}
        where not ${isCounted} and ${isPaid} and currency_code = $2
          and created_at >= $5::timestamptz and created_at < $6::timestamptz
      ) as paid_order
    ) as sold
    group by key having sum(n) <> 0`
  const ofCreator = `
    select creator.id::text as key, max(btrim(creator.first_name || ' ' || creator.last_name)) as name,
      sum(orders)::int as orders, sum(completed)::bigint as completed, sum(refunded)::bigint as refunded,
      sum(tax)::bigint as tax
    from (${grouped}) as part
    left join masterclass on masterclass.id = nullif(part.key, '')::uuid
    left join event on event.id = nullif(part.key, '')::uuid
    left join creator on creator.id = coalesce(masterclass.creator_id, event.creator_id)
    group by creator.id`
  return preparedQuery<PartRow>(
    db,
    {
      name: `numbers/${dimension}`,
      text: `with ${state} ${
        isCreator
          ? ofCreator
          : `select nullif(key, '') as key, null as name, orders, completed, refunded, tax from (${grouped}) as part`
      }`,
    },
    [isCountedZone, currency, days.from, days.to, from, until],
  )
}

interface PartName {
  key: string
  name: string
  type: TransactionType | null
}

const titleOf = `
  select key, entity_title as name, entity_type as type from unnest($1::text[]) as key
  cross join lateral (
    select entity_title, entity_type from transaction where entity_id = key::uuid
    order by created_at desc, id desc limit 1
  ) as newest`
const nameQueries: Partial<Record<ReportDimension, string>> = {
  session: titleOf,
  membership: titleOf,
  // An order whose product sent only the code has no id: its key is the code.
  coupon: `
    select key, coupon_code as name, null as type from unnest($1::text[]) as key
    cross join lateral (
      select coupon_code from transaction
      where coupon_id = case when key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then key::uuid end
      order by created_at desc, id desc limit 1
    ) as newest
    where coupon_code is not null`,
}

/** Names the parts of a dimension as their newest order does. Those that are not found are called by their key. */
export async function nameParts(
  db: Database,
  dimension: ReportDimension,
  keys: readonly string[],
): Promise<PartName[]> {
  const text = nameQueries[dimension]
  if (!text || keys.length === 0) return []
  return preparedQuery<PartName>(db, { name: `numbers/names/${dimension}`, text }, [keys])
}

interface BuyerRow {
  /** Place of the span, from 1; 0 for all of them together. */
  place: number
  buyers: number
  new: number
}

/**
 * Counts who paid in each span, and who of them had no paid order in this currency before: from the kept days of buyers
 * and the changes that are not in them yet, or from the orders.
 * @param spans in order, without overlaps
 * @param isCountedZone whether business days are those of the kept days
 * @returns also what all spans have together, if they have no gaps; no row for a span without buyers
 */
export async function countBuyers(
  db: Database,
  spans: readonly CountedSpan[],
  currency: CurrencyCode,
  isCountedZone: boolean,
): Promise<BuyerRow[]> {
  const days = spans.map((span) => span.days)
  return preparedQuery<BuyerRow>(
    db,
    {
      name: 'numbers/buyers',
      text: `
        with ${state},
        span as (
          select * from unnest($3::date[], $4::date[], $5::timestamptz[], $6::timestamptz[])
            with ordinality as span (first_day, last_day, first_moment, end_moment, place)
        ),
        -- Buyers whose kept days are out of date are counted by their days with the changes instead.
        changed as materialized (
          select distinct user_id from transaction_count_change
          where ${isCounted} and ${isPaid} and currency_code = $2
        ),
        changed_day as materialized (
          select day, lag(day) over (partition by user_id order by day) as previous_day
          from (
            select user_id, day, n from changed join transaction_buyer_day using (user_id) where currency_code = $2
            union all
            select user_id, day, n from transaction_count_change
            where ${isCounted} and ${isPaid} and currency_code = $2
          ) as of_change
          group by user_id, day having sum(n) > 0
        ),
        correction (day, previous_day, n) as materialized (
          select day, previous_day, 1 from changed_day
          union all
          select day, previous_day, -1 from changed join transaction_buyer_day using (user_id) where currency_code = $2
        ),
        paid as materialized (
          select place, first_moment, user_id from span
          join transaction on created_at >= first_moment and created_at < end_moment
          where not ${isCounted} and ${isPaid} and currency_code = $2
          group by place, first_moment, user_id
        ),
        buyer as materialized (
          select distinct on (user_id) user_id, place as first_place, exists (
            select from transaction as earlier
            where earlier.user_id = paid.user_id and earlier.created_at < first_moment
              and earlier.${isPaid} and earlier.currency_code = $2
          ) as is_known
          from paid order by user_id, place
        ),
        counted (place, buyers, first_of_all, new) as (
          select place, buyers, first_of_all, new from span
          cross join lateral (
            select count(*) filter (where previous_day is null or previous_day < first_day) as buyers,
              count(*) filter (where previous_day is null or previous_day < ($3::date[])[1]) as first_of_all,
              count(*) filter (where previous_day is null) as new
            from transaction_buyer_day
            where ${isCounted} and currency_code = $2 and day between first_day and last_day
          ) as of_span
          union all
          select place, sum(n) filter (where previous_day is null or previous_day < first_day),
            sum(n) filter (where previous_day is null or previous_day < ($3::date[])[1]),
            sum(n) filter (where previous_day is null)
          from span join correction on day between first_day and last_day group by place
          union all
          select place, count(*), count(*) filter (where first_place = place),
            count(*) filter (where not is_known and first_place = place)
          from paid join buyer using (user_id) group by place
        )
        select coalesce(place, 0)::int as place,
          (case when place is null then sum(first_of_all) else sum(buyers) end)::int as buyers,
          coalesce(sum(new), 0)::int as new
        from counted group by rollup (place)`,
    },
    [
      isCountedZone,
      currency,
      days.map(({ from }) => from),
      days.map(({ to }) => to),
      spans.map(({ from }) => from),
      spans.map(({ until }) => until),
    ],
  )
}
