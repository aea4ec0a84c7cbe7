import {
  type AdvisoryService,
  type AdvisoryServiceChanges,
  advisoryMessages,
  type ListedAdvisoryService,
} from '@greenroom/contract/people/advisory/advisory.schema'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { isRecordId } from '../../../platform/database/record-id.ts'
import { findRecord, lockRecord, refuseStale } from '../../../platform/database/records.ts'
import { groupBy } from '../../../platform/group-by.ts'
import { knownAdvisorIds } from './advisor.repository.ts'
import { presentAdvisoryService } from './advisory-service.presenter.ts'
import {
  type AdvisoryServiceRow,
  advisorsOfServices,
  changeAdvisorsOfService,
  findAdvisoryService,
  listAdvisoryServices,
  updateAdvisoryService,
} from './advisory-service.repository.ts'
import { countOpenLeads } from './lead.repository.ts'

/** Advisory services: what can be booked, for how long, and with whom. The public product creates them (OQ-096). */
export function createAdvisoryServices() {
  async function withAdvisors(call: Call, row: AdvisoryServiceRow): Promise<AdvisoryService> {
    return presentAdvisoryService(row, await advisorsOfServices(call.db, [row.id]))
  }

  return {
    /** Lists services with their advisors and the number of their open leads, the newest first. */
    async list(call: Call, page: { limit: number; offset: number }): Promise<ListedAdvisoryService[]> {
      const rows = await listAdvisoryServices(call.db, page)
      const ids = rows.map((row) => row.id)
      const [advisors, openLeads] = await Promise.all([
        advisorsOfServices(call.db, ids),
        countOpenLeads(call.db, ids),
      ])
      const byService = groupBy(advisors, (advisor) => advisor.service_id)
      return rows.map((row) => ({
        ...presentAdvisoryService(row, byService.get(row.id) ?? []),
        open_leads: openLeads.get(row.id) ?? 0,
      }))
    },

    /** @throws AppError NOT_FOUND */
    async get(call: Call, id: string): Promise<AdvisoryService> {
      return withAdvisors(call, await findRecord(call, findAdvisoryService, id, 'service'))
    },

    /**
     * Changes the given fields. A list of advisors replaces the whole list.
     * @throws AppError NOT_FOUND for an unknown service or advisor, STALE with the current record
     */
    async update(call: Call, id: string, changes: AdvisoryServiceChanges): Promise<AdvisoryService> {
      const row = await lockRecord(call, 'advisory_service', findAdvisoryService, id, 'service')
      const before = await withAdvisors(call, row)
      refuseStale(call.expectedVersion, before, 'Someone else has changed this service.')
      const current = before.advisors.map((advisor) => advisor._id)
      const wanted = changes.advisors ? await existing(call, changes.advisors) : current
      const added = wanted.filter((advisor) => !current.includes(advisor))
      const removed = current.filter((advisor) => !wanted.includes(advisor))
      const buffer_time = changes.buffer_time ?? row.buffer_time
      const slot_time = changes.slot_time ?? row.slot_time
      const isChanged =
        added.length + removed.length > 0 || buffer_time !== row.buffer_time || slot_time !== row.slot_time
      if (!isChanged) return before
      await changeAdvisorsOfService(call.db, row.id, { added, removed })
      const after = await withAdvisors(
        call,
        await updateAdvisoryService(call.db, row.id, { buffer_time, slot_time, now: call.now }),
      )
      await recordAudit(call, {
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

/**
 * Returns the ids in the database's spelling, each once.
 * @throws AppError NOT_FOUND for the first unknown advisor
 */
async function existing(call: Call, ids: readonly string[]): Promise<string[]> {
  const known = await knownAdvisorIds(call.db, [...new Set(ids.filter(isRecordId))])
  const unknown = ids.findIndex((id) => !known.has(id))
  if (unknown !== -1) {
    const message = advisoryMessages.advisorUnknown
    throw new AppError('NOT_FOUND', message, { errors: [{ path: `advisors.${unknown}`, message }] })
  }
  return [...known]
}
