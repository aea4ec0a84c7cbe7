import type { Creator, ListedCreator, NewCreator } from '@greenroom/contract/sessions/creator/creator.schema'
import { seesPersonalData } from '../../../platform/access/require-permission.ts'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { isUniqueViolation } from '../../../platform/database/database-errors.ts'
import { isRecordId, newId } from '../../../platform/database/record-id.ts'
import { presentCreator, presentListedCreator } from './creator.presenter.ts'
import { findCreator, insertCreator, listCreators } from './creator.repository.ts'

export type CreatorService = ReturnType<typeof createCreatorService>

/** Creators: the people who hold masterclasses and webinars. */
export function createCreatorService() {
  return {
    /** Lists creators whose name, or visible e-mail address, contains q, the newest first, with their classes. */
    async list(
      call: Call,
      filter: { q?: string | undefined; limit: number; offset: number },
    ): Promise<ListedCreator[]> {
      const rows = await listCreators(call.db, {
        ...filter,
        inEmail: seesPersonalData(call.actor),
        now: call.now,
      })
      return rows.map(presentListedCreator)
    },

    /**
     * Adds a creator.
     * @throws AppError DUPLICATE if another creator has this e-mail address
     */
    async create(call: Call, creator: NewCreator): Promise<Creator> {
      const row = await insertCreator(call.db, { id: newId(), ...creator, now: call.now }).catch(
        (error: unknown) => {
          if (!isUniqueViolation(error, 'creator_email')) throw error
          const message = 'A creator with this e-mail already exists'
          throw new AppError('DUPLICATE', message, { errors: [{ path: 'email', message }] })
        },
      )
      const made = presentCreator(row)
      await recordAudit(call, {
        action: 'creator.create',
        entityType: 'creator',
        entityId: row.id,
        label: `${row.first_name} ${row.last_name}`,
        after: { ...made },
      })
      return made
    },

    /**
     * Checks the creator that a form names.
     * @throws AppError NOT_FOUND at the field creator_id
     */
    async requireCreator(call: Call, id: string): Promise<void> {
      if (isRecordId(id) && (await findCreator(call.db, id))) return
      const message = 'This creator does not exist'
      throw new AppError('NOT_FOUND', message, { errors: [{ path: 'creator_id', message }] })
    },
  }
}
