import type { Lead } from '@greenroom/contract/people/advisory/advisory.schema'

/** Returns who booked; null for somebody who was erased. */
export function personOf({ _id, user }: Pick<Lead, '_id' | 'user'>): string | null {
  return user.email === '' && user.phone === '' ? null : `lead.${_id}`
}
