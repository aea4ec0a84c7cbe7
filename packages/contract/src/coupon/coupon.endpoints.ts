import * as z from 'zod/mini'
import { endpoint, ok } from '../endpoint.ts'
import { Id, reference } from '../field.ts'
import { limit, offset, SearchText } from '../list.ts'
import { Coupon, CouponForm, CouponLink, couponEntityTypes, NewCoupon } from './coupon.schema.ts'

const entityType = z.enum(couponEntityTypes, { error: 'entity_type must be masterclass or membership' })

export const searchCoupons = endpoint({
  name: 'searchCoupons',
  method: 'GET',
  path: '/admin/coupon',
  summary: 'Search coupons by a part of their code',
  requirements: ['CPN-14'],
  query: z.object({ search: z.optional(SearchText), limit: limit(50), offset: offset() }),
  response: ok(z.array(Coupon)),
})

export const createCoupon = endpoint({
  name: 'createCoupon',
  method: 'POST',
  path: '/admin/coupon',
  summary: 'Create a coupon',
  requirements: ['CPN-15'],
  body: NewCoupon,
  response: ok(Coupon),
  status: 201,
})

export const saveCouponsOfEntity = endpoint({
  name: 'saveCouponsOfEntity',
  method: 'PATCH',
  path: '/admin/coupons',
  summary: 'Create, update and link coupons of a masterclass or membership, all or none',
  requirements: ['CPN-16'],
  body: z.object({
    coupons: z.array(CouponForm).check(z.maxLength(100, 'At most 100 coupons at once')),
    entity_id: reference('entity_id is required'),
    entity_type: entityType,
  }),
  response: ok(z.array(CouponLink)),
})

export const listCouponsOfEntity = endpoint({
  name: 'listCouponsOfEntity',
  method: 'GET',
  path: '/admin/coupons/:masterclassId',
  summary: 'List coupons linked to a masterclass or membership',
  requirements: ['CPN-17'],
  params: z.object({ masterclassId: Id }),
  query: z.object({ entity_type: z.optional(entityType), limit: limit(), offset: offset() }),
  response: ok(z.array(CouponLink)),
})

export const setCouponLinkStatus = endpoint({
  name: 'setCouponLinkStatus',
  method: 'POST',
  path: '/admin/coupon/entity',
  summary: "Toggle a coupon link's status, or set it to a target",
  requirements: ['CPN-18'],
  versioned: true,
  body: z.object({
    coupon_id: reference('coupon_id is required'),
    entity_id: reference('entity_id is required'),
    is_active: z.optional(z.boolean()),
  }),
  response: ok(CouponLink),
})
