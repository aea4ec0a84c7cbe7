import type { CurrencyCode } from '@greenroom/contract/money'
import type { ReportDimension } from '@greenroom/contract/money/report/report.rules'
import { paidStatuses, type TransactionType } from '@greenroom/contract/money/transaction/transaction-kinds'
import type { Database } from '../../../platform/database/database.ts'
import { preparedQuery } from '../../../platform/database/prepared-query.ts'

export interface PartRow {
  key: string | null
  name: string | null
  type: TransactionType | null
  orders: number
  completed: number
  refunded: number
  tax: number
}

const isPaid = `status in (${paidStatuses.map((status) => `'${status}'`).join(', ')})`

/** What orders are grouped by; null for orders without it. */
const keys: Record<ReportDimension, string> = {
  type: 'entity_type',
  session: `case when entity_type in ('masterclass', 'events') then entity_id end`,
  membership: `case when entity_type = 'membership' then entity_id end`,
  creator: `case when entity_type in ('masterclass', 'events') then entity_id end`,
  // An order whose product sent only the code has no id.
  coupon: `coalesce(coupon_id::text, coupon_code)`,
  source: `nullif(source, '')`,
  campaign: `nullif(campaign, '')`,
  method: `nullif(payment_method, '')`,
  state: `nullif(billing_state, '')`,
}

/** The name of a group; the key itself by default. */
const names: Partial<Record<ReportDimension, string>> = {
  session: 'case when key is not null then max(entity_title) end',
  membership: 'case when key is not null then max(entity_title) end',
  coupon: 'max(coupon_code)',
}

/**
 * Sums up the paid orders of a span in one currency by what they have in common, from the orders themselves by the index
 * of their time. The sums are exact at any moment.
 */
export async function sumParts(
  db: Database,
  dimension: ReportDimension,
  { from, until }: { from: Date; until: Date },
  currency: CurrencyCode,
): Promise<PartRow[]> {
  const name = names[dimension] ?? 'key::text'
  const isEntity = dimension === 'session' || dimension === 'membership'
  const grouped = `
    select key, ${name} as name, ${isEntity ? 'case when key is not null then max(entity_type) end' : 'null'} as type, count(*)::int as orders,
      sum(amount)::bigint as completed, sum(refunded_amount)::bigint as refunded, sum(tax_amount)::bigint as tax
    from (
      select ${keys[dimension]} as key, entity_type, entity_title, coupon_code, amount, refunded_amount, tax_amount
      from transaction
      where created_at >= $1::timestamptz and created_at < $2::timestamptz and ${isPaid} and currency_code = $3
    ) as paid_order
    group by key`
  const ofCreator = `
    select creator.id::text as key, max(btrim(creator.first_name || ' ' || creator.last_name)) as name, null as type, sum(orders)::int as orders,
      sum(completed)::bigint as completed, sum(refunded)::bigint as refunded, sum(tax)::bigint as tax
    from (${grouped}) as sold
    left join masterclass on masterclass.id = sold.key
    left join event on event.id = sold.key
    left join creator on creator.id = coalesce(masterclass.creator_id, event.creator_id)
    group by creator.id`
  return preparedQuery<PartRow>(
    db,
    {
      name: `numbers/${dimension}`,
      text:
        dimension === 'creator'
          ? ofCreator
          : `select key::text, name, type, orders, completed, refunded, tax from (${grouped}) as sold`,
    },
    [from, until, currency],
  )
}

export interface BuyerRow {
  /** Place of the span, from 1; 0 for all of them together. */
  place: number
  buyers: number
  new: number
}

/**
 * Counts who paid in each span, and who of them had no paid order in this currency before, by the indexes of an order's
 * time and of its buyer's orders.
 * @param spans in order, without gaps or overlaps
 * @returns also what all spans have together; no row for a span without buyers
 */
export async function countBuyers(
  db: Database,
  spans: readonly { from: Date; until: Date }[],
  currency: CurrencyCode,
): Promise<BuyerRow[]> {
  return preparedQuery<BuyerRow>(
    db,
    {
      name: 'numbers/buyers',
      text: `
        with span (first_moment, end_moment, place) as (
          select * from unnest($1::timestamptz[], $2::timestamptz[]) with ordinality
        ),
        paid as materialized (
          select place, user_id from span
          join transaction on created_at >= first_moment and created_at < end_moment
          where ${isPaid} and currency_code = $3
          group by place, user_id
        ),
        buyer as materialized (
          select user_id, min(place) as first_place, exists (
            select from transaction as earlier
            where earlier.user_id = paid.user_id and earlier.created_at < ($1::timestamptz[])[1]
              and earlier.${isPaid} and earlier.currency_code = $3
          ) as is_known
          from paid group by user_id
        )
        select place::int, count(*)::int as buyers,
          (count(*) filter (where not is_known and first_place = place))::int as new
        from paid join buyer using (user_id) group by place
        union all
        select 0, count(*)::int, (count(*) filter (where not is_known))::int from buyer`,
    },
    [spans.map(({ from }) => from), spans.map(({ until }) => until), currency],
  )
}
