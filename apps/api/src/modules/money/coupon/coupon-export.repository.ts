import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { RowStatement } from '../../../platform/database/row-cursor.ts'
import { firstOrder, type GroupFilter, inGroup, redemptionParts } from './coupon.repository.ts'

/** Counts exactly the coupons that an export has. */
export async function countExported(db: Database, filter: GroupFilter): Promise<number> {
  const { n } = await db
    .selectFrom('coupon')
    .select(sql<number>`count(*)::int`.as('n'))
    .where(inGroup(filter))
    .executeTakeFirstOrThrow()
  return n
}

/** Reads what an export has, in the order of the list. Sums of money only with `withSums`. */
export function exportStatement(
  db: Database,
  filter: GroupFilter,
  { timeZone, withSums }: { timeZone: string; withSums: boolean },
): RowStatement {
  const local = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone ${timeZone}::text, 'YYYY-MM-DD HH24:MI:SS')`
  const sums = sql`coalesce(redeemed, 0), coupon.max_redemptions, coupon.max_per_person,
      ${withSums ? sql`off_inr, off_usd,` : sql``} coalesce(masterclasses, 0), coalesce(memberships, 0)`
  const { sql: text, parameters } = sql`
    with ${sql.raw(redemptionParts('coupon_id is not null'))},
    used as (
      select coupon_id, sum(redeemed) as redeemed, sum(discount) filter (where currency_code = 'INR') as off_inr,
        sum(discount) filter (where currency_code = 'USD') as off_usd
      from redeemed group by coupon_id
    ),
    linked as (
      select coupon_id, count(*) filter (where entity_type = 'masterclass') as masterclasses,
        count(*) filter (where entity_type = 'membership') as memberships
      from coupon_link group by coupon_id
    )
    select coupon.code, case when coupon.valid_till < ${filter.now} then 'Ended' else 'Active' end,
      coupon.absolute_discount, coupon.absolute_discount_usd, trim_scale(coupon.discount_percentage), ${sums},
      ${local('coupon.valid_till')}, ${local('coupon.created_at')}, ${local('coupon.updated_at')}
    from coupon left join used on used.coupon_id = coupon.id left join linked on linked.coupon_id = coupon.id
    where ${inGroup(filter)}
    order by ${sql.ref(`coupon.${firstOrder(filter)}`)} desc, coupon.id desc`.compile(db)
  return { text, values: [...parameters] }
}
