import { type BookingRecord, bookingMessages } from '@greenroom/contract/outside/intake/intake-booking.schema'
import type { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { isRecordId, newId } from '../../../platform/database/record-id.ts'
import { differs } from '../../../platform/database/records.ts'
import { oneByOne, type Stored } from './intake-batch.ts'
import {
  findAdvisor,
  findServices,
  insertLead,
  type LeadRow,
  lockLead,
  type SentBooking,
  setLeadChangedAt,
  updateLead,
} from './intake-booking.repository.ts'
import { lockPeople } from './intake-feed.repository.ts'
import { byExternalId, namesOf, type People, personOf, refusal } from './intake-feed-references.ts'
import { pastTime } from './intake-time.ts'

type Outcome = Exclude<Stored, AppError>

interface Advisor {
  id: string
  first_name: string
  last_name: string
}

/** What a record names, found. */
interface Named {
  booking: SentBooking
  serviceName: string
  advisor: Advisor | null
}

const booked = 'INSURANCE_CALL_SCHEDULED'
const cancelled = 'CANCELLED'

/** Bookings of advisory calls as the public product sends them (OQ-427). */
export function createBookingIntake() {
  async function found(call: Call, record: BookingRecord, people: People): Promise<Named> {
    const { service_id, service_name = '', advisor_id, user_external_id } = record
    const path = service_id === undefined ? 'service_name' : 'service_id'
    const services =
      service_id === undefined
        ? await findServices(call.db, { name: service_name })
        : isRecordId(service_id)
          ? await findServices(call.db, { id: service_id })
          : []
    const [service] = services
    if (!service) throw refusal(path, bookingMessages.serviceUnknown)
    if (services.length > 1) throw refusal(path, bookingMessages.serviceTwice)
    const advisor =
      advisor_id !== undefined && isRecordId(advisor_id) ? await findAdvisor(call.db, advisor_id) : undefined
    if (advisor_id !== undefined && !advisor) throw refusal('advisor_id', bookingMessages.advisorUnknown)
    return {
      serviceName: service.service_name,
      advisor: advisor ?? null,
      booking: {
        service_id: service.id,
        start_time: new Date(record.start_time),
        user_id: user_external_id === undefined ? null : personOf(people, user_external_id),
        user_first_name: record.first_name,
        user_last_name: record.last_name ?? '',
        user_email: record.email ?? '',
        user_phone: record.phone ?? '',
        meta: record.meta ?? {},
      },
    }
  }

  async function create(
    call: Call,
    record: BookingRecord,
    named: Named,
    changedAt: Date,
  ): Promise<Outcome | null> {
    const { external_id, created_at } = record
    const { booking, advisor, serviceName } = named
    const id = newId()
    const createdAt = created_at === undefined ? changedAt : pastTime(call, 'created_at', created_at)
    const status = record.cancelled ? cancelled : booked
    const isNew = await insertLead(call.db, {
      id,
      ...booking,
      reference_record_id: external_id,
      status,
      advisor_id: advisor?.id ?? null,
      created_at: createdAt,
      updated_at: call.now,
      source_changed_at: changedAt,
      history: record.cancelled
        ? [
            { status: booked, time: createdAt.toISOString() },
            { status, time: (changedAt < createdAt ? createdAt : changedAt).toISOString() },
          ]
        : [],
    })
    if (!isNew) return null
    await recordAudit(call, {
      action: 'lead.create',
      entityType: 'lead',
      entityId: id,
      label: external_id,
      after: membersOf({ ...booking, status }, serviceName, advisor),
    })
    return { outcome: 'created', id }
  }

  async function change(
    call: Call,
    { external_id, cancelled: isCancelled }: BookingRecord,
    lead: LeadRow,
    { booking, advisor, serviceName }: Named,
    changedAt: Date,
  ): Promise<Outcome> {
    const status = isCancelled && lead.is_open ? cancelled : lead.status
    const advisorId = lead.advisor_id ?? advisor?.id ?? null
    if (!differs({ ...booking, status, advisor_id: advisorId }, lead)) {
      await setLeadChangedAt(call.db, lead.id, changedAt)
      return { outcome: 'unchanged', id: lead.id }
    }
    await updateLead(call.db, lead.id, {
      ...booking,
      status,
      advisor_id: advisorId,
      source_changed_at: changedAt,
      now: call.now,
    })
    const assigned: Advisor | null =
      lead.advisor_id === null
        ? null
        : {
            id: lead.advisor_id,
            first_name: lead.advisor_first_name ?? '',
            last_name: lead.advisor_last_name ?? '',
          }
    await recordAudit(call, {
      action: 'lead.update',
      entityType: 'lead',
      entityId: lead.id,
      label: external_id,
      before: membersOf(lead, lead.service_name, assigned),
      after: membersOf({ ...booking, status }, serviceName, assigned ?? advisor),
    })
    return { outcome: 'changed', id: lead.id }
  }

  async function store(call: Call, record: BookingRecord, people: People): Promise<Outcome> {
    const changedAt = pastTime(call, 'changed_at', record.changed_at)
    let lead = await lockLead(call.db, record.external_id)
    if (!lead) {
      const made = await create(call, record, await found(call, record, people), changedAt)
      if (made) return made
      lead = await lockLead(call.db, record.external_id)
    }
    if (!lead) throw new Error('A stored lead is gone')
    // Of an erased person it is infinity, a number.
    if (lead.source_changed_at !== null && changedAt <= lead.source_changed_at) {
      return { outcome: 'unchanged', id: lead.id }
    }
    return change(call, record, lead, await found(call, record, people), changedAt)
  }

  return {
    /** Stores bookings in the transaction of the call. People are locked before leads, as their deletion does it. */
    async store(call: Call, records: BookingRecord[]): Promise<Stored[]> {
      const named = namesOf(records.map((record) => record.user_external_id))
      const people = byExternalId(await lockPeople(call.db, named, 'key share'))
      return oneByOne((inside: Call, record: BookingRecord) => store(inside, record, people))(call, records)
    },
  }
}

/** What the history shows of a lead. */
function membersOf(
  lead: SentBooking & { status: string },
  service: string,
  advisor: Advisor | null,
): Record<string, unknown> {
  return {
    status: lead.status,
    service,
    advisor: advisor && { _id: advisor.id, first_name: advisor.first_name, last_name: advisor.last_name },
    start_time: lead.start_time.toISOString(),
    first_name: lead.user_first_name,
    last_name: lead.user_last_name,
    email: lead.user_email,
    phone: lead.user_phone,
  }
}
