import * as z from 'zod/mini'
import { Empty, endpoint, ok } from '../../endpoint.ts'
import { Id, reference } from '../../field.ts'
import { limit, offset, SearchText } from '../../list.ts'
import { couponEnds, couponGroups } from './coupon.rules.ts'
import {
  Coupon,
  CouponChanges,
  CouponForm,
  CouponLink,
  couponEntityTypes,
  couponFields,
  couponMessages,
  LinkedEntity,
  ListedCoupon,
  mostEnds,
  NewCoupon,
} from './coupon.schema.ts'

const entityType = z.enum(couponEntityTypes, { error: 'entity_type must be masterclass or membership' })

export const searchCoupons = endpoint({
  name: 'searchCoupons',
  method: 'GET',
  path: '/admin/coupon',
  summary: 'Search coupons by a part of their code',
  requirements: ['CPN-14'],
  permissions: ['content.read'],
  query: z.object({ search: z.optional(SearchText), limit: limit(50), offset: offset() }),
  response: ok(z.array(Coupon)),
})

export const createCoupon = endpoint({
  name: 'createCoupon',
  method: 'POST',
  path: '/admin/coupon',
  summary: 'Create a coupon',
  description: 'Refuses a code that exists (409).',
  requirements: ['CPN-15'],
  permissions: ['content.write'],
  body: NewCoupon,
  response: ok(Coupon),
  status: 201,
})

const byId = z.object({ id: Id })

/** What the list of coupons can be narrowed by. */
const couponFilters = {
  group: z._default(z.enum(couponGroups, { error: 'group must be active, ended or unlinked' }), 'active'),
  search: z.optional(SearchText),
  /** Only those that end within seven days, within thirty, or later. */
  ends: z.optional(z.enum(couponEnds, { error: 'ends must be week, month or later' })),
  /** Only those that are linked to something of this type. */
  linked_to: z.optional(z.enum(couponEntityTypes, { error: 'linked_to must be masterclass or membership' })),
}

/** The filters of the list, and the selected ones of its coupons. */
export const CouponExportFilters = z.object({
  ...couponFilters,
  /** Only these of them. */
  ids: z.optional(
    z
      .array(Id)
      .check(z.minLength(1, couponMessages.endsNone), z.maxLength(mostEnds, couponMessages.exportTooMany)),
  ),
})

const couponGroupCounts = z.object({ active: z.int(), ended: z.int(), unlinked: z.int() })

export const listCoupons = endpoint({
  name: 'listCoupons',
  method: 'GET',
  path: '/admin/coupons',
  summary: 'List coupons of a group with their links and redemptions',
  description: 'group_counts follow the search and linked_to, each at most 1,000.',
  requirements: ['OQ-305', 'OQ-448', 'OQ-682'],
  permissions: ['content.read'],
  query: z.object({ ...couponFilters, limit: limit(50), offset: offset() }),
  /** `group_counts` has the coupons of each tab that match the search, each count at most `mostCounted`. */
  response: ok(z.array(ListedCoupon), { group_counts: couponGroupCounts }),
})

export const getCoupon = endpoint({
  name: 'getCoupon',
  method: 'GET',
  path: '/admin/coupon/:id',
  summary: 'Get a coupon with what is counted for it',
  requirements: ['OQ-303'],
  permissions: ['content.read'],
  params: byId,
  response: ok(ListedCoupon),
})

export const updateCoupon = endpoint({
  name: 'updateCoupon',
  method: 'PATCH',
  path: '/admin/coupon/:id',
  summary: 'Change a coupon; the code and discounts of one that an order carries stay',
  description:
    'Refuses a code that exists (409), and another code or discount for a used coupon (409 WRONG_STATE).',
  requirements: ['OQ-303'],
  permissions: ['content.write'],
  params: byId,
  versioned: true,
  body: CouponChanges,
  response: ok(ListedCoupon),
})

/** Changes the last day of several coupons: all of them, or none. */
export const changeCouponEnds = endpoint({
  name: 'changeCouponEnds',
  method: 'POST',
  path: '/admin/coupons/ends',
  summary: 'Change the end of several coupons at once',
  description:
    'Takes at most 200 coupons with the versions that were seen. Changes all of them or none. If one was changed or deleted meanwhile, the call is refused (409), and errors names each such coupon by its place in the request. An end in the past ends a coupon at once.',
  requirements: ['OQ-683'],
  permissions: ['content.write'],
  body: z.object({
    coupons: z
      .array(
        z.object({
          _id: Id,
          version: z.int({ error: couponMessages.version }).check(z.gte(1, couponMessages.version)),
          valid_till: couponFields.valid_till,
        }),
      )
      .check(z.minLength(1, couponMessages.endsNone), z.maxLength(mostEnds, couponMessages.endsTooMany)),
  }),
  response: ok(z.array(Coupon)),
})

export const removeCoupon = endpoint({
  name: 'removeCoupon',
  method: 'DELETE',
  path: '/admin/coupon/:id',
  summary: 'Delete a coupon that was never linked and that no order carries',
  description: 'Refuses a coupon that is linked or used (409 WRONG_STATE).',
  requirements: ['OQ-304'],
  permissions: ['content.write'],
  params: byId,
  response: ok(Empty),
  versioned: true,
})

export const listLinkedEntities = endpoint({
  name: 'listLinkedEntities',
  method: 'GET',
  path: '/admin/coupon/:id/links',
  summary: 'List what a coupon is linked to, with prices',
  requirements: ['OQ-306'],
  permissions: ['content.read'],
  params: byId,
  query: z.object({ limit: limit(50), offset: offset() }),
  response: ok(z.array(LinkedEntity)),
})

export const saveCouponsOfEntity = endpoint({
  name: 'saveCouponsOfEntity',
  method: 'PATCH',
  path: '/admin/coupons',
  summary: 'Create, update and link coupons of a masterclass or membership, all or none',
  description:
    'With _id every other field is optional. Refuses a code that exists (409), and a coupon with a stale version (409 STALE).',
  requirements: ['CPN-16', 'OQ-045'],
  permissions: ['content.write'],
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
  description: 'The id is that of a masterclass or a membership.',
  requirements: ['CPN-17', 'OQ-043'],
  permissions: ['content.read'],
  params: z.object({ masterclassId: Id }),
  query: z.object({ entity_type: z.optional(entityType), limit: limit(), offset: offset() }),
  response: ok(z.array(CouponLink)),
})

export const setCouponLinkStatus = endpoint({
  name: 'setCouponLinkStatus',
  method: 'POST',
  path: '/admin/coupon/entity',
  summary: "Toggle a coupon link's status, or set it to a target",
  description: 'If-Match takes the version of the link.',
  requirements: ['CPN-18'],
  permissions: ['content.write'],
  versioned: true,
  body: z.object({
    coupon_id: reference('coupon_id is required'),
    entity_id: reference('entity_id is required'),
    is_active: z.optional(z.boolean()),
  }),
  response: ok(CouponLink),
})
