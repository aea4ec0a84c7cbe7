import type { listLeads as listEndpoint } from '@greenroom/contract/advisory/advisory.endpoints'
import { advisoryMessages, type Lead, type LeadChanges } from '@greenroom/contract/advisory/advisory.schema'
import type { QueryOf } from '@greenroom/contract/endpoint'
import { requirePersonalSearch } from '../../platform/access/require-permission.ts'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import type { Call } from '../../platform/call.ts'
import { isRecordId } from '../../platform/database/record-id.ts'
import { findRecord, lockRecord, refuseStale } from '../../platform/database/records.ts'
import { announce } from '../../platform/webhooks/announce.ts'
import { knownAdvisorIds } from './advisor.repository.ts'
import { presentLead } from './lead.presenter.ts'
import { findLead, type LeadFilter, listLeads, updateLead } from './lead.repository.ts'

export type LeadService = ReturnType<typeof createLeadService>

/**
 * Leads: advisory calls that people booked. The public product creates them; the API calls them bookings.
 * @param onWrongCounts called when the stored counts cannot be true and a page counts its rows instead
 */
export function createLeadService(onWrongCounts: () => void = () => {}) {
  async function read(call: Call, id: string): Promise<Lead> {
    return presentLead(await findRecord(call, findLead, id, 'lead'))
  }

  return {
    /**
     * Lists leads, the newest first, with the exact total. A search is for a part of the name of who booked, or for the
     * last digits of their phone (OQ-213).
     */
    async list(
      call: Call,
      query: QueryOf<typeof listEndpoint>,
    ): Promise<{ bookings: Lead[]; count: number }> {
      const { advisor_id, status, service_id, search, limit, offset } = query
      const person = personOf(search)
      if (person && 'phoneEnd' in person) requirePersonalSearch(call.actor, 'search')
      if (namesNothing(advisor_id) || namesNothing(service_id)) {
        return { bookings: [], count: 0 }
      }
      const { total, rows } = await listLeads(
        call.db,
        {
          advisorId: advisor_id ?? null,
          status: status ?? null,
          serviceId: service_id ?? null,
          person,
        },
        { limit, offset },
        onWrongCounts,
      )
      return { bookings: rows.map(presentLead), count: total }
    },

    /** @throws AppError NOT_FOUND */
    get: read,

    /**
     * Sets the status, the advisor, or both. Any status may follow any other (OQ-095). If nothing changes, version
     * and history stay.
     * @throws AppError NOT_FOUND for an unknown lead or advisor, STALE with the current record
     */
    async update(call: Call, id: string, changes: LeadChanges): Promise<Lead> {
      const row = await lockRecord(call, 'lead', findLead, id, 'lead')
      const before = presentLead(row)
      refuseStale(call.expectedVersion, before, 'Someone else has changed this lead.')
      const status = changes.status ?? row.status
      const advisorId = changes.advisor_id ?? row.advisor_id
      if (advisorId !== null && advisorId !== row.advisor_id) await requireAdvisor(call, advisorId)
      if (status === row.status && advisorId === row.advisor_id) return before
      await updateLead(call.db, row.id, { status, advisorId, now: call.now })
      const after = await read(call, row.id)
      await recordAudit(call, {
        action: 'lead.update',
        entityType: 'lead',
        entityId: row.id,
        label: after.reference_record_id,
        before: changeable(before),
        after: changeable(after),
      })
      await announce(call, {
        event: 'lead.moved',
        record: { type: 'lead', id: row.id },
        data: {
          lead_id: row.id,
          reference_record_id: after.reference_record_id,
          status,
          previous_status: row.status,
          advisor_id: advisorId,
          previous_advisor_id: row.advisor_id,
        },
      })
      return after
    },
  }
}

/** Tells whether a text cannot be an id here. The id of zeros cannot either: the counts use it for "any". */
function namesNothing(id: string | undefined): boolean {
  return id !== undefined && (!isRecordId(id) || /^[0-]+$/.test(id))
}

/** Returns who a search is for: digits without a letter are a phone, anything else a name. */
function personOf(search: string = ''): LeadFilter['person'] {
  const name = search.trim().replace(/\s+/g, ' ')
  if (name === '') return null
  const phoneEnd = name.replace(/[^0-9]/g, '')
  return phoneEnd === '' || /\p{L}/u.test(name) ? { name } : { phoneEnd }
}

/** What staff can change; the lead's history is a record of its own. */
function changeable({ status, advisor }: Lead): Pick<Lead, 'status' | 'advisor'> {
  return { status, advisor }
}

/** @throws AppError NOT_FOUND for an unknown advisor */
async function requireAdvisor(call: Call, id: string): Promise<void> {
  if (isRecordId(id) && (await knownAdvisorIds(call.db, [id])).size > 0) return
  const message = advisoryMessages.advisorUnknown
  throw new AppError('NOT_FOUND', message, { errors: [{ path: 'advisor_id', message }] })
}
