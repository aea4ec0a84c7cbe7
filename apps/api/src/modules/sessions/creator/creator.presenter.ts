import type { Creator } from '@greenroom/contract/sessions/creator/creator.schema'

/** Presents a creator for a response. */
export function presentCreator(row: {
  id: string
  email: string
  first_name: string
  last_name: string
  phone: string
}): Creator {
  return {
    _id: row.id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    phone: row.phone,
  }
}
