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
  const links = (type: string) =>
    sql`(select count(*) from coupon_link
      where coupon_link.coupon_id = coupon.id and coupon_link.entity_type = ${type})`
  const takenOff = (currency: string) =>
    sql`(select discount from redeemed where coupon_id = coupon.id and currency_code = ${currency})`
  const { sql: text, parameters } = sql`
    with ${sql.raw(redemptionParts('coupon_id is not null'))}
    select coupon.code, case when coupon.valid_till < ${filter.now} then 'Ended' else 'Active' end,
      coupon.absolute_discount, coupon.absolute_discount_usd, trim_scale(coupon.discount_percentage),
      coalesce((select sum(redeemed) from redeemed where coupon_id = coupon.id), 0),
      coupon.max_redemptions, coupon.max_per_person,
      ${withSums ? sql`${takenOff('INR')}, ${takenOff('USD')},` : sql``}
      ${links('masterclass')}, ${links('membership')},
      ${local('coupon.valid_till')}, ${local('coupon.created_at')}, ${local('coupon.updated_at')}
    from coupon where ${inGroup(filter)}
    order by ${sql.ref(`coupon.${firstOrder(filter)}`)} desc, coupon.id desc`.compile(db)
  return { text, values: [...parameters] }
}
