import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.ts'

type Coupon = Pick<
  Selectable<DB['coupon']>,
  'code' | 'valid_till' | 'absolute_discount' | 'absolute_discount_usd' | 'discount_percentage'
>

/** Returns the coupons that are active for a masterclass, the first to end first, at most 50. */
export function findActiveCoupons(db: Database, masterclassId: string): Promise<Coupon[]> {
  return db
    .selectFrom('coupon_link')
    .innerJoin('coupon', 'coupon.id', 'coupon_link.coupon_id')
    .select([
      'coupon.code',
      'coupon.valid_till',
      'coupon.absolute_discount',
      'coupon.absolute_discount_usd',
      'coupon.discount_percentage',
    ])
    .where('coupon_link.entity_id', '=', masterclassId)
    .where('coupon_link.is_active', '=', true)
    .orderBy('coupon.valid_till')
    .orderBy('coupon.code')
    .limit(50)
    .execute()
}

/** Returns the size of a session's banner; undefined without one, or if its size is unknown. */
export async function findBannerSize(
  db: Database,
  sessionId: string,
): Promise<{ width: number; height: number } | undefined> {
  const { rows } = await sql<{ width: number; height: number }>`
    select file.width, file.height from file join (
      select banner_key from masterclass where id = ${sessionId}
      union all
      select banner_key from event where id = ${sessionId}
    ) session on session.banner_key = file.key
    where file.width is not null and file.height is not null`.execute(db)
  return rows[0]
}
