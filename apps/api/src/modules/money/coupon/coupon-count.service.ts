import type { Call } from '../../../platform/call.ts'
import { countLinks, listLinkedCodes } from './coupon.repository.ts'

/** Returns the number of coupons linked to each of these entities; an entity without any is absent. */
export function countCoupons(call: Call, entityIds: readonly string[]): Promise<Map<string, number>> {
  return countLinks(call.db, entityIds)
}

/** Returns the codes of some coupons linked to each of these entities; an entity without any is absent. */
export function nameCoupons(
  call: Call,
  entityIds: readonly string[],
  most: number,
): Promise<Map<string, string[]>> {
  return listLinkedCodes(call.db, entityIds, most)
}
