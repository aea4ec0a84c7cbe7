import type { Creator, ListedCreator } from '@greenroom/contract/sessions/creator/creator.schema'
import type { ListedCreatorRow } from './creator.repository.ts'

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

/** Presents a creator of the list. */
export function presentListedCreator(row: ListedCreatorRow): ListedCreator {
  const { next_id, next_kind, next_title, next_start } = row
  return {
    ...presentCreator(row),
    hosted_count: row.hosted_count,
    last_hosted_at: row.last_hosted_at?.toISOString() ?? null,
    next_class:
      next_id === null || next_kind === null || next_title === null || next_start === null
        ? null
        : { _id: next_id, kind: next_kind, title: next_title, start_time: next_start.toISOString() },
  }
}
