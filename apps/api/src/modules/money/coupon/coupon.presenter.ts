import type {
  Coupon,
  CouponLink,
  ListedCoupon,
  Redemptions,
} from '@greenroom/contract/money/coupon/coupon.schema'
import type { CouponLinkRow, CouponRow } from './coupon.repository.ts'

/** Presents a coupon for a response. */
export function presentCoupon(row: CouponRow): Coupon {
  return {
    _id: row.id,
    code: row.code,
    valid_till: row.valid_till.toISOString(),
    absolute_discount: row.absolute_discount,
    absolute_discount_usd: row.absolute_discount_usd,
    discount_percentage: row.discount_percentage === null ? null : Number(row.discount_percentage),
    max_redemptions: row.max_redemptions,
    max_per_person: row.max_per_person,
    version: row.version,
  }
}

/** Presents a coupon with what is counted for it. */
export function presentListedCoupon(
  row: CouponRow,
  { links, isUsed, redemptions }: { links: number; isUsed: boolean; redemptions: Redemptions[] },
): ListedCoupon {
  return {
    ...presentCoupon(row),
    created_at: row.created_at.toISOString(),
    links_count: links,
    redemptions,
    is_used: isUsed,
  }
}

/** Presents a coupon link for a response, with the whole coupon under coupon_id (CPN-17). */
export function presentCouponLink(row: CouponLinkRow): CouponLink {
  return {
    coupon_id: presentCoupon(row),
    entity_id: row.entity_id,
    entity_type: row.entity_type as CouponLink['entity_type'],
    is_active: row.is_active,
    version: row.link_version,
  }
}
