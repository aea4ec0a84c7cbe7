import * as z from 'zod/mini'
import { endpoint, ok } from '../../endpoint.ts'
import { limit, offset } from '../../list.ts'
import { Price } from '../../money.ts'

export const Membership = z.object({
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  banner: z.nullable(z.string()),
  price: Price,
})
export type Membership = z.output<typeof Membership>

/** How many codes a membership in the list has. */
export const mostCouponCodes = 3

/** A membership in the list, with what is counted for it. */
export const ListedMembership = z.extend(Membership, {
  /** Linked coupons, active or not. */
  coupons_count: z.int(),
  /** Codes of the newest of these, active links first (OQ-707). */
  coupon_codes: z.array(z.string()).check(z.maxLength(mostCouponCodes)),
  /** People who hold it now. */
  members_count: z.int(),
})
export type ListedMembership = z.output<typeof ListedMembership>

/** Lists all memberships; they come from the public product (OQ-097). */
export const listMemberships = endpoint({
  name: 'listMemberships',
  method: 'GET',
  path: '/admin/memberships',
  summary: 'List memberships',
  requirements: ['MEM-05'],
  permissions: ['content.read'],
  query: z.object({ limit: limit(), offset: offset() }),
  response: ok(z.array(ListedMembership)),
})
