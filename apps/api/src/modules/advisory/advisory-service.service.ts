import {
  type AdvisoryService,
  type AdvisoryServiceChanges,
  advisoryMessages,
} from '@greenroom/contract/advisory/advisory.schema'
import type { Actor } from '../../platform/audit/actor.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { isRecordId } from '../../platform/database/record-id.ts'
import { AppError, notFound } from '../../platform/error.ts'
import { knownAdvisorIds } from './advisor.repository.ts'
import { presentAdvisoryService } from './advisory-service.present.ts'
import {
  type AdvisoryServiceRow,
  advisorsOfServices,
  changeAdvisorsOfService,
  findAdvisoryService,
  listAdvisoryServices,
  lockAdvisoryService,
  updateAdvisoryService,
} from './advisory-service.repository.ts'
import { grouped } from './grouped.ts'

export type AdvisoryServices = ReturnType<typeof createAdvisoryServices>

/** Advisory services: what can be booked, how long it takes, and with whom. The public product makes them (OQ-096). */
export function createAdvisoryServices() {
  async function withAdvisors(db: Database, row: AdvisoryServiceRow): Promise<AdvisoryService> {
    return presentAdvisoryService(row, await advisorsOfServices(db, [row.id]))
  }

  const missing = () => notFound('This service does not exist')

  return {
    /** Services with their advisors, the newest first. */
    async list(db: Database, page: { limit: number; offset: number }): Promise<AdvisoryService[]> {
      const rows = await listAdvisoryServices(db, page)
      const advisors = await advisorsOfServices(
        db,
        rows.map((row) => row.id),
      )
      const byService = grouped(advisors, (advisor) => advisor.service_id)
      return rows.map((row) => presentAdvisoryService(row, byService.get(row.id) ?? []))
    },

    /** @throws AppError NOT_FOUND */
    async get(db: Database, id: string): Promise<AdvisoryService> {
      const row = isRecordId(id) ? await findAdvisoryService(db, id) : undefined
      if (!row) throw missing()
      return withAdvisors(db, row)
    },

    /**
     * Changes what is given; a list of advisors takes the place of the one that the service has.
     * @param expectedVersion the version that the client has seen; undefined lets the last write win
     * @throws AppError NOT_FOUND for an unknown service or advisor, STALE with the current record
     */
    async update(
      db: Database,
      id: string,
      changes: AdvisoryServiceChanges,
      expectedVersion: number | undefined,
      actor: Actor,
      now: Date,
    ): Promise<AdvisoryService> {
      const row = isRecordId(id) ? await lockAdvisoryService(db, id) : undefined
      if (!row) throw missing()
      const before = await withAdvisors(db, row)
      if (expectedVersion !== undefined && expectedVersion !== row.version) {
        throw new AppError('STALE', 'Someone else has changed this service.', { data: before })
      }
      const current = before.advisors.map((advisor) => advisor._id)
      const wanted = changes.advisors ? await existing(db, changes.advisors) : current
      const added = wanted.filter((advisor) => !current.includes(advisor))
      const removed = current.filter((advisor) => !wanted.includes(advisor))
      const buffer_time = changes.buffer_time ?? row.buffer_time
      const slot_time = changes.slot_time ?? row.slot_time
      const isChanged =
        added.length + removed.length > 0 || buffer_time !== row.buffer_time || slot_time !== row.slot_time
      if (!isChanged) return before
      await changeAdvisorsOfService(db, row.id, { added, removed })
      const after = await withAdvisors(
        db,
        await updateAdvisoryService(db, row.id, { buffer_time, slot_time, now }),
      )
      await recordAudit(db, actor, {
        action: 'advisory-service.update',
        entityType: 'advisory-service',
        entityId: row.id,
        label: after.service_name,
        before: { ...before },
        after: { ...after },
      })
      return after
    },
  }
}

/** The ids, each once, as the database writes them. @throws AppError NOT_FOUND naming the first that no advisor has */
async function existing(db: Database, ids: readonly string[]): Promise<string[]> {
  const known = await knownAdvisorIds(db, [...new Set(ids.filter(isRecordId))])
  const unknown = ids.findIndex((id) => !known.has(id))
  if (unknown !== -1) {
    const message = advisoryMessages.advisorUnknown
    throw new AppError('NOT_FOUND', message, { errors: [{ path: `advisors.${unknown}`, message }] })
  }
  return [...known]
}
