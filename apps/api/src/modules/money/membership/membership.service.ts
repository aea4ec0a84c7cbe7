import type { Price } from '@greenroom/contract/money'
import {
  type ListedMembership,
  mostCouponCodes,
} from '@greenroom/contract/money/membership/membership.endpoints'
import type { Call } from '../../../platform/call.ts'
import { isRecordId } from '../../../platform/database/record-id.ts'
import { countCoupons, nameCoupons } from '../coupon/coupon-count.service.ts'
import { presentMembership } from './membership.presenter.ts'
import { countMembers, findMemberships, listMemberships, membershipExists } from './membership.repository.ts'

export type MembershipService = ReturnType<typeof createMembershipService>

/** Memberships, defined by the public product. Staff read them and attach coupons (OQ-097). */
export function createMembershipService() {
  return {
    /** Lists memberships, the newest first, with their coupons and the number of their members. */
    async list(call: Call, page: { limit: number; offset: number }): Promise<ListedMembership[]> {
      const rows = await listMemberships(call.db, page)
      const ids = rows.map((row) => row.id)
      const coupons = await countCoupons(call, ids)
      const codes = await nameCoupons(call, ids, mostCouponCodes)
      const members = await countMembers(call.db, ids, call.now)
      return rows.map((row) => ({
        ...presentMembership(row),
        coupons_count: coupons.get(row.id) ?? 0,
        coupon_codes: codes.get(row.id) ?? [],
        members_count: members.get(row.id) ?? 0,
      }))
    },

    /** Tells whether a membership exists. */
    async exists(call: Call, id: string): Promise<boolean> {
      return isRecordId(id) && (await membershipExists(call.db, id))
    },

    /** Returns names and prices of several memberships by id. They have no start. */
    async priced(
      call: Call,
      ids: readonly string[],
    ): Promise<Map<string, { title: string; start_time: null; prices: Price[] }>> {
      const memberships = (await findMemberships(call.db, ids)).map(presentMembership)
      return new Map(
        memberships.map(({ _id, name, price }) => [_id, { title: name, start_time: null, prices: [price] }]),
      )
    },
  }
}
