import type { Membership } from '@greenroom/contract/money/membership/membership.endpoints'
import { fileUrl } from '../../../platform/files/files.ts'
import type { MembershipRow } from './membership.repository.ts'

/** Presents a membership for a response, with both names of its id (OQ-018). */
export function presentMembership(row: MembershipRow): Membership {
  return {
    _id: row.id,
    id: row.id,
    name: row.name,
    banner: row.banner_key === null ? null : fileUrl(row.banner_key),
    price: {
      currency_code: row.currency_code as Membership['price']['currency_code'],
      original_price: row.original_price,
      current_price: row.current_price,
    },
  }
}
