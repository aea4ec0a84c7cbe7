import type { SavedView } from '@greenroom/contract/desk/saved-view/saved-view.schema'
import type { Actor } from '../../../platform/audit/actor.ts'
import type { SavedViewRow } from './saved-view.repository.ts'

/** Tells whether somebody may change a view: its owner, and of a shared one also who administers staff (OQ-497). */
export function mayChange(row: SavedViewRow, { staffId, permissions }: Actor): boolean {
  return row.staff_id === staffId || (row.is_shared && permissions.has('staff.write'))
}

/** Presents a view for a response to somebody. */
export function presentSavedView(row: SavedViewRow, actor: Actor): SavedView {
  return {
    _id: row.id,
    path: row.path,
    name: row.name,
    search: row.search,
    is_shared: row.is_shared,
    is_own: row.staff_id === actor.staffId,
    may_change: mayChange(row, actor),
    owner: { name: row.owner_name || row.owner_email, is_disabled: row.owner_is_disabled },
    created_at: row.created_at.toISOString(),
    version: row.version,
  }
}
