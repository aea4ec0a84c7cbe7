import type { listLeads as listEndpoint } from '@greenroom/contract/advisory/advisory.endpoints'
import { advisoryMessages, type Lead, type LeadChanges } from '@greenroom/contract/advisory/advisory.schema'
import type { QueryOf } from '@greenroom/contract/endpoint'
import type { Actor } from '../../platform/audit/actor.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { isRecordId } from '../../platform/database/record-id.ts'
import { AppError, notFound } from '../../platform/error.ts'
import { knownAdvisorIds } from './advisor.repository.ts'
import { presentLead } from './lead.present.ts'
import { findLead, listLeads, lockLead, updateLead } from './lead.repository.ts'

export type LeadService = ReturnType<typeof createLeadService>

/** Leads: the advisory calls that people booked; the public product writes them, and the wire calls them bookings. */
export function createLeadService() {
  const missing = () => notFound('This lead does not exist')

  /** A lead that the caller knows to be there. */
  async function present(db: Database, id: string): Promise<Lead> {
    const row = await findLead(db, id)
    if (!row) throw missing()
    return presentLead(row)
  }

  return {
    /** A page of leads, the newest first, and the exact number of all that match. */
    async list(
      db: Database,
      query: QueryOf<typeof listEndpoint>,
    ): Promise<{ bookings: Lead[]; count: number }> {
      const { advisor_id, status, service_id, limit, offset } = query
      if (namesNothing(advisor_id) || namesNothing(service_id)) {
        return { bookings: [], count: 0 }
      }
      const { total, rows } = await listLeads(
        db,
        { advisorId: advisor_id ?? null, status: status ?? null, serviceId: service_id ?? null },
        { limit, offset },
      )
      return { bookings: rows.map(presentLead), count: total }
    },

    /** @throws AppError NOT_FOUND */
    async get(db: Database, id: string): Promise<Lead> {
      if (!isRecordId(id)) throw missing()
      return present(db, id)
    },

    /**
     * Sets the status, the advisor, or both; any status may follow any other (OQ-095). What is so already changes
     * nothing, the history included.
     * @param expectedVersion the version that the client has seen; undefined lets the last write win
     * @throws AppError NOT_FOUND for an unknown lead or advisor, STALE with the current record
     */
    async update(
      db: Database,
      id: string,
      changes: LeadChanges,
      expectedVersion: number | undefined,
      actor: Actor,
      now: Date,
    ): Promise<Lead> {
      const row = isRecordId(id) ? await lockLead(db, id) : undefined
      if (!row) throw missing()
      if (expectedVersion !== undefined && expectedVersion !== row.version) {
        throw new AppError('STALE', 'Someone else has changed this lead.', { data: presentLead(row) })
      }
      const status = changes.status ?? row.status
      const advisorId = changes.advisor_id ?? row.advisor_id
      if (advisorId !== null && advisorId !== row.advisor_id) await requireAdvisor(db, advisorId)
      if (status === row.status && advisorId === row.advisor_id) return presentLead(row)
      await updateLead(db, row.id, { status, advisorId, now })
      const after = await present(db, row.id)
      await recordAudit(db, actor, {
        action: 'lead.update',
        entityType: 'lead',
        entityId: row.id,
        label: after.reference_record_id,
        before: changeable(presentLead(row)),
        after: changeable(after),
      })
      return after
    },
  }
}

/** Tells whether a text is no id; the one of zeros is none either, for the counts keep it for "any". */
function namesNothing(id: string | undefined): boolean {
  return id !== undefined && (!isRecordId(id) || /^[0-]+$/.test(id))
}

/** What staff can change of a lead; its history is a record of its own. */
function changeable({ status, advisor }: Lead): Pick<Lead, 'status' | 'advisor'> {
  return { status, advisor }
}

/** @throws AppError NOT_FOUND for an id that no advisor has */
async function requireAdvisor(db: Database, id: string): Promise<void> {
  if (isRecordId(id) && (await knownAdvisorIds(db, [id])).size > 0) return
  const message = advisoryMessages.advisorUnknown
  throw new AppError('NOT_FOUND', message, { errors: [{ path: 'advisor_id', message }] })
}
