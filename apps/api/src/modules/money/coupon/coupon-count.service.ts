import type { Call } from '../../../platform/call.ts'
import { countLinks } from './coupon.repository.ts'

/** Returns the number of coupons linked to each of these entities; an entity without any is absent. */
export function countCoupons(call: Call, entityIds: readonly string[]): Promise<Map<string, number>> {
  return countLinks(call.db, entityIds)
}
