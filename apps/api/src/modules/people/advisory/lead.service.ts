import type { QueryOf } from '@greenroom/contract/endpoint'
import { leadStatuses } from '@greenroom/contract/lead-status'
import {
  boardColumnSize,
  type getLeadBoard,
  type listLeads as listEndpoint,
  noAdvisor,
  noSource,
} from '@greenroom/contract/people/advisory/advisory.endpoints'
import {
  advisoryMessages,
  type Lead,
  type LeadChanges,
  reasonStatuses,
} from '@greenroom/contract/people/advisory/advisory.schema'
import { actionTimes, callStatus, leadStages } from '@greenroom/contract/people/advisory/lead-pipeline.rules'
import type { AdvisorClash } from '@greenroom/contract/people/advisory/lead-pipeline.schema'
import { plainPhone } from '@greenroom/contract/phone'
import { requirePersonalSearch } from '../../../platform/access/require-permission.ts'
import { AppError, invalid } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { isRecordId } from '../../../platform/database/record-id.ts'
import { differs, findRecord, lockRecord, refuseStale } from '../../../platform/database/records.ts'
import { announce } from '../../../platform/webhooks/announce.ts'
import type { Settings } from '../../../settings.ts'
import { knownAdvisorIds } from './advisor.repository.ts'
import { presentClash, presentLead } from './lead.presenter.ts'
import { findLead, type LeadFilter, type LeadRow, listLeads, updateLead } from './lead.repository.ts'
import { findClashes, lockAdvisor } from './lead-clash.repository.ts'

/** A changed lead, and the calls that its new advisor has at the same time. */
interface ChangedLead {
  lead: Lead
  clashes: AdvisorClash[]
}

/**
 * Leads: advisory calls that people booked. The public product creates them; the API calls them bookings.
 * @param onWrongCounts called when the stored counts cannot be true and a page counts its rows instead
 */
export function createLeadService(
  settings: Pick<Settings, 'BUSINESS_TIME_ZONE' | 'MEETING_CLASHES'>,
  onWrongCounts: () => void = () => {},
) {
  async function read(call: Call, id: string): Promise<Lead> {
    return presentLead(await findRecord(call, findLead, id, 'lead'))
  }

  /** Returns the calls that an advisor has at the time of a lead's call; none once that call is over. */
  async function clashesOf(call: Call, lead: LeadRow, advisorId?: string): Promise<AdvisorClash[]> {
    if (lead.status !== callStatus || lead.start_time < call.now) return []
    return (await findClashes(call.db, lead, advisorId)).map(presentClash)
  }

  /**
   * Lists leads, the newest first, with the exact total. A search is for a part of the name of who booked, or for the
   * last digits of their phone (OQ-213).
   */
  async function list(
    call: Call,
    query: QueryOf<typeof listEndpoint>,
  ): Promise<{ bookings: Lead[]; count: number }> {
    const { advisor_id, status, service_id, search, limit, offset, sort } = query
    const person = personOf(search)
    if (person && 'phoneEnd' in person) requirePersonalSearch(call.actor, 'search')
    const lacksAdvisor = advisor_id === noAdvisor
    if ((!lacksAdvisor && namesNothing(advisor_id)) || namesNothing(service_id)) {
      return { bookings: [], count: 0 }
    }
    const { total, rows } = await listLeads(
      call.db,
      {
        advisorId: lacksAdvisor ? null : (advisor_id ?? null),
        status: status ?? null,
        serviceId: service_id ?? null,
        person,
        more: moreOf(call, query, lacksAdvisor, settings.BUSINESS_TIME_ZONE),
        isByStatusTime: sort === 'longest',
      },
      { limit, offset },
      onWrongCounts,
    )
    return { bookings: rows.map(presentLead), count: total }
  }

  return {
    list,

    /** Returns the columns of the board, one after the other: eleven at once would take every connection. */
    async board(call: Call, { more = [], ...filter }: QueryOf<typeof getLeadBoard>) {
      const sizes = new Map(more.map((text) => text.split(':') as [string, string]))
      const columns = []
      for (const status of leadStatuses) {
        const limit = Number(sizes.get(status) ?? boardColumnSize)
        columns.push({ status, ...(await list(call, { ...filter, status, limit, offset: 0 })) })
      }
      return { columns }
    },

    /** @throws AppError NOT_FOUND */
    get: read,

    /**
     * Returns which advisors are busy when a lead is called, and with what.
     * @throws AppError NOT_FOUND
     */
    async clashes(call: Call, id: string): Promise<AdvisorClash[]> {
      return clashesOf(call, await findRecord(call, findLead, id, 'lead'))
    },

    /**
     * Sets the status with its reason, the advisor, or both. Any status may follow any other (OQ-095). If nothing
     * changes, version and history stay.
     * @throws AppError NOT_FOUND for an unknown lead or advisor, STALE with the current record, INVALID for a reason
     * of a status that has none, MEETING_CLASH for a busy advisor if the setting refuses clashes
     */
    async update(call: Call, id: string, changes: LeadChanges): Promise<ChangedLead> {
      const row = await lockRecord(call, 'lead', findLead, id, 'lead')
      const before = presentLead(row)
      refuseStale(call.expectedVersion, before, 'Someone else has changed this lead.')
      const status = changes.status ?? row.status
      const advisorId = changes.advisor_id ?? row.advisor_id
      const isReassigned = advisorId !== null && advisorId !== row.advisor_id
      if (isReassigned) await requireAdvisor(call, advisorId)
      const values = { status, advisor_id: advisorId, ...reasonOf(changes, row) }
      if (!differs(values, row)) return { lead: before, clashes: [] }
      let clashes: AdvisorClash[] = []
      if (isReassigned) {
        await lockAdvisor(call.db, advisorId)
        clashes = await clashesOf(call, { ...row, status }, advisorId)
        if (clashes.length > 0 && settings.MEETING_CLASHES === 'refuse') throw clashRefusal(clashes)
      }
      await updateLead(call.db, row.id, { ...values, now: call.now })
      const after = await read(call, row.id)
      await recordAudit(call, {
        action: 'lead.update',
        entityType: 'lead',
        entityId: row.id,
        label: after.reference_record_id,
        before: changeable(before),
        after: changeable(after),
      })
      // A reason alone moves nothing.
      if (status === row.status && advisorId === row.advisor_id) return { lead: after, clashes }
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
      return { lead: after, clashes }
    },
  }
}

/** The sentence about a busy advisor, for the refusal and the warning. */
export function clashMessage([first]: readonly AdvisorClash[]): string {
  return `This advisor already has the call ${first?.reference_record_id} at that time.`
}

function clashRefusal(clashes: AdvisorClash[]): AppError {
  const message = clashMessage(clashes)
  return new AppError('MEETING_CLASH', message, {
    errors: [{ path: 'advisor_id', message }],
    data: { clashes },
  })
}

/**
 * Returns the reason to store: the sent one, or the stored one while the status stays.
 * @throws AppError INVALID if the status has no reason
 */
function reasonOf(changes: LeadChanges, row: LeadRow): Pick<LeadRow, 'close_reason' | 'close_note'> {
  const status = changes.status ?? row.status
  if (!reasonStatuses.includes(status)) {
    if (changes.close_reason) {
      throw invalid([{ path: 'close_reason', message: advisoryMessages.reasonNotAsked }])
    }
    return { close_reason: null, close_note: null }
  }
  if (changes.close_reason === undefined) {
    const stays = status === row.status
    return { close_reason: stays ? row.close_reason : null, close_note: stays ? row.close_note : null }
  }
  return {
    close_reason: changes.close_reason,
    close_note: (changes.close_reason && changes.close_note?.trim()) || null,
  }
}

/** Returns the filters that have no stored counts; undefined without any. */
function moreOf(
  { now }: Call,
  query: QueryOf<typeof listEndpoint>,
  lacksAdvisor: boolean,
  timeZone: string,
): LeadFilter['more'] {
  const { waits, close_reason, source, reached, start_date, end_date } = query
  const isUnadvised = waits === 'no-advisor'
  const action = waits === 'past-call' ? 'call-past' : query.action
  const given = [waits, action, close_reason, source, reached, start_date, end_date]
  if (!lacksAdvisor && given.every((one) => one === undefined)) return undefined
  return {
    lacksAdvisor: lacksAdvisor || isUnadvised,
    isOpen: isUnadvised,
    action: action && { kind: action, times: { now, ...actionTimes(now, timeZone) } },
    closeReason: close_reason,
    source: source === noSource ? '' : source?.toLowerCase(),
    reached: reached && leadStages.indexOf(reached),
    bookedFrom: start_date === undefined ? undefined : new Date(start_date),
    bookedUntil: end_date === undefined ? undefined : new Date(end_date),
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
  const phoneEnd = plainPhone(name).replace(/[^0-9]/g, '')
  return phoneEnd === '' || /\p{L}/u.test(name) ? { name } : { phoneEnd }
}

/** What staff can change; the lead's history is a record of its own. */
function changeable({ status, advisor, close_reason, close_note }: Lead) {
  return { status, advisor, close_reason, close_note }
}

/** @throws AppError NOT_FOUND for an unknown advisor */
async function requireAdvisor(call: Call, id: string): Promise<void> {
  if (isRecordId(id) && (await knownAdvisorIds(call.db, [id])).size > 0) return
  const message = advisoryMessages.advisorUnknown
  throw new AppError('NOT_FOUND', message, { errors: [{ path: 'advisor_id', message }] })
}
