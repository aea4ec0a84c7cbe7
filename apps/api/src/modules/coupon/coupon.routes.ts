import {
  createCoupon,
  listCouponsOfEntity,
  saveCouponsOfEntity,
  searchCoupons,
  setCouponLinkStatus,
} from '@greenroom/contract/coupon/coupon.endpoints'
import { isNewCoupon } from '@greenroom/contract/coupon/coupon.schema'
import { type EndpointHost, on } from '../../platform/http/endpoint-route.ts'
import type { CouponService } from './coupon.service.ts'

export function registerCouponRoutes(host: EndpointHost, coupons: CouponService): void {
  on(host, searchCoupons).handle(async ({ db, query }) => ({ data: await coupons.search(db, query) }))
  on(host, createCoupon).handle(async ({ db, body, actor, now }) => ({
    data: await coupons.create(db, body, actor, now),
    message: 'Coupons Created',
  }))
  on(host, saveCouponsOfEntity).handle(async ({ db, body, actor, now }) => ({
    data: await coupons.saveForEntity(db, body, actor, now),
    message: body.coupons.some(isNewCoupon) ? 'Coupons Created' : 'Coupons linked',
  }))
  on(host, listCouponsOfEntity).handle(async ({ db, params, query }) => ({
    data: await coupons.listForEntity(db, {
      entityId: params.masterclassId,
      entityType: query.entity_type,
      limit: query.limit,
      offset: query.offset,
    }),
  }))
  on(host, setCouponLinkStatus).handle(async ({ db, body, expectedVersion, actor }) => ({
    data: await coupons.setLinkStatus(
      db,
      {
        couponId: body.coupon_id,
        entityId: body.entity_id,
        target: body.is_active,
        version: expectedVersion,
      },
      actor,
    ),
    message: 'Coupon status changed',
  }))
}
