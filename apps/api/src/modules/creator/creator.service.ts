import type { Creator, NewCreator } from '@greenroom/contract/creator/creator.schema'
import type { Actor } from '../../platform/audit/actor.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { isUniqueViolation } from '../../platform/database/database-errors.ts'
import { isRecordId, newId } from '../../platform/database/record-id.ts'
import { AppError } from '../../platform/error.ts'
import { presentCreator } from './creator.present.ts'
import { findCreator, insertCreator, listCreators } from './creator.repository.ts'

export type CreatorService = ReturnType<typeof createCreatorService>

/** Creators: the people who give masterclasses and webinars. */
export function createCreatorService() {
  return {
    /** Creators whose name or e-mail contains q, the newest first. */
    async list(
      db: Database,
      filter: { q?: string | undefined; limit: number; offset: number },
    ): Promise<Creator[]> {
      return (await listCreators(db, filter)).map(presentCreator)
    },

    /**
     * Adds a creator.
     * @throws AppError DUPLICATE when the e-mail address belongs to a creator already
     */
    async create(db: Database, creator: NewCreator, actor: Actor, now: Date): Promise<Creator> {
      const row = await insertCreator(db, { id: newId(), ...creator, now }).catch((error: unknown) => {
        if (!isUniqueViolation(error, 'creator_email')) throw error
        const message = 'A creator with this e-mail already exists'
        throw new AppError('DUPLICATE', message, { errors: [{ path: 'email', message }] })
      })
      const made = presentCreator(row)
      await recordAudit(db, actor, {
        action: 'creator.create',
        entityType: 'creator',
        entityId: row.id,
        label: `${row.first_name} ${row.last_name}`,
        after: { ...made },
      })
      return made
    },

    /** Tells whether a creator exists; an ill-formed id is one that does not. */
    async exists(db: Database, id: string): Promise<boolean> {
      return isRecordId(id) && (await findCreator(db, id)) !== undefined
    },
  }
}
