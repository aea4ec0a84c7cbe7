import type { Event } from '@greenroom/contract/sessions/event/event.schema'
import type { ClashWarning, MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { findRecord, lockRecord } from '../../../platform/database/records.ts'
import { type AnnouncedSession, announceSession } from '../../staff/webhook/session-announcement.service.ts'
import type { MeetingSession } from '../meeting/meeting.service.ts'
import { presentEvent } from './event.presenter.ts'
import { findEvent } from './event.repository.ts'

export const changedByAnother = 'Someone else has changed this event.'

/** The result of a write that may book a place: the event, and the clashes as warnings (OQ-112). */
export interface BookedEvent {
  event: Event
  warnings: ClashWarning[]
}

/** @throws AppError NOT_FOUND */
export async function readEvent(call: Call, id: string): Promise<Event> {
  return presentEvent(await findRecord(call, findEvent, id, 'event'))
}

/** Returns the row, locked until the transaction ends. @throws AppError NOT_FOUND */
export const lockEvent = (call: Call, id: string) => lockRecord(call, 'event', findEvent, id, 'event')

/** Writes the audit entry of a change and announces it. */
export async function auditEvent(
  call: Call,
  action: 'create' | 'duplicate' | 'update' | 'publish',
  before: Event | null,
  after: Event,
  /** Further members of the entry. */
  beside: { copied_from?: string } = {},
) {
  await recordAudit(call, {
    action: `event.${action}`,
    entityType: 'event',
    entityId: after._id,
    label: after.title,
    before: before && auditMembers(before),
    after: { ...auditMembers(after), ...beside },
  })
  const kind = after.event_type === 'ONLINE' ? 'webinar' : 'event'
  await announceSession(call, kind, before && announced(before), announced(after))
}

/** Returns the meeting of a webinar; null for an event without one. */
export function sessionOf(event: Event): MeetingSession | null {
  if (event.event_type !== 'ONLINE' || event.zoom_hub_name === null) return null
  return {
    ownerId: event._id,
    kind: 'webinar',
    account: event.zoom_hub_name as MeetingAccount,
    title: event.title,
    start: new Date(event.start_time),
    end: new Date(event.end_time),
  }
}

/** Members see an active, published event. */
function announced(event: Event): AnnouncedSession {
  return { ...event, isVisible: event.is_active && event.is_published }
}

function auditMembers({ creator_id, id: _, registrations_count: __, ...members }: Event) {
  return { ...members, creator_id: creator_id?._id ?? null }
}
