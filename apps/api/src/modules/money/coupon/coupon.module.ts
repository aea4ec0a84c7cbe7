import {
  changeCouponEnds as changeCouponEndsEndpoint,
  createCoupon,
  getCoupon,
  listCoupons,
  listCouponsOfEntity,
  listLinkedEntities,
  removeCoupon,
  saveCouponsOfEntity,
  searchCoupons,
  setCouponLinkStatus,
  updateCoupon,
} from '@greenroom/contract/money/coupon/coupon.endpoints'
import { isNewCoupon } from '@greenroom/contract/money/coupon/coupon.schema'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { createCouponService } from './coupon.service.ts'
import { changeCouponEnds } from './coupon-ends.service.ts'
import { type CouponTargets, createCouponLinks } from './coupon-link.service.ts'

export function couponModule(host: ModuleHost, targets: CouponTargets): void {
  const coupons = createCouponService()
  const links = createCouponLinks({ targets })
  on(host, listCoupons).handle(async (call, { query }) => ({
    data: await coupons.list(call, query),
    group_counts: await coupons.countGroups(call, query),
  }))
  on(host, getCoupon).handle(async (call, { params }) => ({ data: await coupons.get(call, params.id) }))
  on(host, updateCoupon).handle(async (call, { params, body }) => ({
    data: await coupons.change(call, params.id, body),
    message: 'Coupon updated',
  }))
  on(host, changeCouponEndsEndpoint).handle(async (call, { body }) => {
    const data = await changeCouponEnds(call, body.coupons)
    return { data, message: data.length === 1 ? 'Coupon updated' : `${data.length} coupons updated` }
  })
  on(host, removeCoupon).handle(async (call, { params }) => {
    await coupons.remove(call, params.id)
    return { data: {}, message: 'Coupon deleted' }
  })
  on(host, listLinkedEntities).handle(async (call, { params, query }) => ({
    data: await links.listLinkedEntities(call, params.id, query),
  }))
  on(host, searchCoupons).handle(async (call, { query }) => ({ data: await coupons.search(call, query) }))
  on(host, createCoupon).handle(async (call, { body }) => ({
    data: await coupons.create(call, body),
    message: 'Coupons Created',
  }))
  on(host, saveCouponsOfEntity).handle(async (call, { body }) => ({
    data: await links.saveForEntity(call, body),
    message: body.coupons.some(isNewCoupon) ? 'Coupons Created' : 'Coupons linked',
  }))
  on(host, listCouponsOfEntity).handle(async (call, { params, query }) => ({
    data: await links.listForEntity(call, {
      entityId: params.masterclassId,
      entityType: query.entity_type,
      limit: query.limit,
      offset: query.offset,
    }),
  }))
  on(host, setCouponLinkStatus).handle(async (call, { body }) => ({
    data: await links.setLinkStatus(call, {
      couponId: body.coupon_id,
      entityId: body.entity_id,
      target: body.is_active,
    }),
    message: 'Coupon status changed',
  }))
}
