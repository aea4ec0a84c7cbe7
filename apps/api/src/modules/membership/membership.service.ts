import type { Membership } from '@greenroom/contract/membership/membership.endpoints'
import type { Call } from '../../platform/call.ts'
import { isRecordId } from '../../platform/database/record-id.ts'
import { presentMembership } from './membership.presenter.ts'
import { listMemberships, membershipExists } from './membership.repository.ts'

export type MembershipService = ReturnType<typeof createMembershipService>

/** Memberships, defined by the public product. Staff read them and attach coupons (OQ-097). */
export function createMembershipService() {
  return {
    /** Lists memberships, the newest first. */
    async list(call: Call, page: { limit: number; offset: number }): Promise<Membership[]> {
      return (await listMemberships(call.db, page)).map(presentMembership)
    },

    /** Tells whether a membership exists. */
    async exists(call: Call, id: string): Promise<boolean> {
      return isRecordId(id) && (await membershipExists(call.db, id))
    },
  }
}
