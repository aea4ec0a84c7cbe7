import {
  mostSharedViews,
  mostViews,
  type NewSavedView,
  type SavedView,
  type SavedViewChanges,
  savedViewMessages,
} from '@greenroom/contract/desk/saved-view/saved-view.schema'
import {
  isPersonalName,
  isPersonalSearch,
  permissionsOfView,
  viewedScreen,
} from '@greenroom/contract/desk/saved-view/viewed-screens'
import { AppError, invalid, notFound } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { isUniqueViolation } from '../../../platform/database/database-errors.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { differs, findRecord, lockRecord, refuseStale } from '../../../platform/database/records.ts'
import { mayChange, presentSavedView } from './saved-view.presenter.ts'
import {
  deleteSavedView,
  findSavedView,
  insertSavedView,
  listOwnViews,
  listSharedViews,
  lockAndCountOwn,
  lockAndCountShared,
  type SavedViewRow,
  type SavedViewValues,
  updateSavedView,
} from './saved-view.repository.ts'

/** Name of the record in refusals: "This view does not exist". */
const noun = 'view'

/** Saved views: the filters of a list under a name, a person's own or shared. */
export function createSavedViewService() {
  /** Whether the role opens the screen of a view, and may look for what it looks for. */
  function opens({ actor }: Call, { path, search }: Pick<SavedViewRow, 'path' | 'search'>): boolean {
    return permissionsOfView(path, search)?.every((one) => actor.permissions.has(one)) ?? false
  }

  function staffIdOf({ actor }: Call): string {
    if (actor.staffId === null) throw new AppError('FORBIDDEN', savedViewMessages.onlyPeople)
    return actor.staffId
  }

  /** @throws AppError FORBIDDEN or VALIDATION for filters that somebody may not save or share */
  function requireAllowed(
    call: Call,
    path: string,
    { search, is_shared }: Omit<SavedViewValues, 'name'>,
  ): void {
    const isPersonal = isPersonalSearch(search)
    if (isPersonal && !call.actor.permissions.has('personal.read')) {
      throw invalid([{ path: 'search', message: savedViewMessages.personal }])
    }
    if (isPersonal && is_shared)
      throw invalid([{ path: 'is_shared', message: savedViewMessages.personalShared }])
    if (!opens(call, { path, search })) {
      throw new AppError('FORBIDDEN', 'Your role does not open this screen. Ask an owner for access.')
    }
  }

  async function requireRoomToShare(call: Call): Promise<void> {
    if ((await lockAndCountShared(call.db)) >= mostSharedViews) {
      throw new AppError('WRONG_STATE', savedViewMessages.tooManyShared)
    }
  }

  /** Locks a view that the caller may change. A view that they don't see is unknown to them. */
  async function locked(call: Call, id: string): Promise<SavedViewRow> {
    const row = await lockRecord(call, 'saved_view', findSavedView, id, noun)
    const isOwn = row.staff_id === staffIdOf(call)
    if (!isOwn && (!row.is_shared || !opens(call, row))) throw notFound(`This ${noun} does not exist`)
    if (!mayChange(row, call.actor)) {
      throw new AppError('FORBIDDEN', savedViewMessages.notOwn(row.owner_name || row.owner_email))
    }
    return row
  }

  return {
    /** Lists the caller's views, then those that others share, without those that the role doesn't open. */
    async list(call: Call): Promise<SavedView[]> {
      const { db, actor } = call
      const own = actor.staffId === null ? [] : await listOwnViews(db, actor.staffId)
      const shared = (await listSharedViews(db)).filter((row) => row.staff_id !== actor.staffId)
      return [...own, ...shared].filter((row) => opens(call, row)).map((row) => presentSavedView(row, actor))
    },

    /**
     * Saves a view.
     * @throws AppError VALIDATION, FORBIDDEN, DUPLICATE for a name in use, WRONG_STATE at a limit
     */
    async create(call: Call, { path, ...values }: NewSavedView): Promise<SavedView> {
      const staffId = staffIdOf(call)
      requireAllowed(call, path, values)
      if (values.is_shared) requireImpersonal(values.name)
      if ((await lockAndCountOwn(call.db, staffId)) >= mostViews) {
        throw new AppError('WRONG_STATE', savedViewMessages.tooMany)
      }
      if (values.is_shared) await requireRoomToShare(call)
      const id = newId()
      const section = viewedScreen(path)?.section ?? ''
      await insertSavedView(call.db, {
        id,
        staff_id: staffId,
        path,
        section,
        ...values,
        now: call.now,
      }).catch(refuseTakenName(savedViewMessages.nameTaken))
      await recordAudit(call, {
        action: 'saved-view.create',
        entityType: 'saved-view',
        entityId: id,
        label: values.name,
        after: { path, ...values },
      })
      return presentSavedView(await findRecord(call, findSavedView, id, noun), call.actor)
    },

    /**
     * Changes a view.
     * @throws AppError NOT_FOUND, FORBIDDEN, STALE with the current view, VALIDATION, DUPLICATE, WRONG_STATE at a limit
     */
    async update(call: Call, id: string, changes: SavedViewChanges): Promise<SavedView> {
      const row = await locked(call, id)
      refuseStale(call.expectedVersion, presentSavedView(row, call.actor), savedViewMessages.stale)
      const { name, search, is_shared } = row
      const before: SavedViewValues = { name, search, is_shared }
      const after: SavedViewValues = {
        name: changes.name ?? name,
        search: changes.search ?? search,
        is_shared: changes.is_shared ?? is_shared,
      }
      if (!differs(after, before)) return presentSavedView(row, call.actor)
      // A rename doesn't check the filters: the role may have changed since they were saved.
      if (changes.search !== undefined || changes.is_shared) requireAllowed(call, row.path, after)
      // Other edits of a view that was shared before this rule must still work.
      if (after.is_shared && (changes.name !== undefined || !is_shared)) requireImpersonal(after.name)
      if (after.is_shared && !is_shared) await requireRoomToShare(call)
      const isOwn = row.staff_id === call.actor.staffId
      await updateSavedView(call.db, row.id, { values: after, now: call.now }).catch(
        refuseTakenName(isOwn ? savedViewMessages.nameTaken : savedViewMessages.nameTakenByOwner),
      )
      await recordAudit(call, {
        action: 'saved-view.update',
        entityType: 'saved-view',
        entityId: row.id,
        label: after.name,
        before: { ...before },
        after: { ...after },
      })
      return presentSavedView(await findRecord(call, findSavedView, id, noun), call.actor)
    },

    /** Deletes a view. @throws AppError NOT_FOUND, FORBIDDEN */
    async remove(call: Call, id: string): Promise<void> {
      const row = await locked(call, id)
      refuseStale(call.expectedVersion, presentSavedView(row, call.actor), savedViewMessages.stale)
      const { path, name, search, is_shared } = row
      await deleteSavedView(call.db, row.id)
      await recordAudit(call, {
        action: 'saved-view.remove',
        entityType: 'saved-view',
        entityId: row.id,
        label: name,
        before: { path, name, search, is_shared },
      })
    },
  }
}

/** @throws AppError VALIDATION for a name that would tell everybody a phone number or an e-mail address */
function requireImpersonal(name: string): void {
  if (isPersonalName(name)) throw invalid([{ path: 'name', message: savedViewMessages.personalName }])
}

function refuseTakenName(message: string) {
  return (error: unknown): never => {
    if (!isUniqueViolation(error, 'saved_view_name')) throw error
    throw new AppError('DUPLICATE', message, { errors: [{ path: 'name', message }] })
  }
}
