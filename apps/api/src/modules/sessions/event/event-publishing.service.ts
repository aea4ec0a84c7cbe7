import { type Event, eventMessages } from '@greenroom/contract/sessions/event/event.schema'
import type { ClashWarning } from '@greenroom/contract/sessions/meeting/meeting.schema'
import { AppError, invalid } from '../../../platform/app-error.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import { refuseStale } from '../../../platform/database/records.ts'
import type { MeetingService } from '../meeting/meeting.service.ts'
import { presentEvent } from './event.presenter.ts'
import { type EventRow, updateEvent } from './event.repository.ts'
import {
  auditEvent,
  type BookedEvent,
  changedByAnother,
  lockEvent,
  readEvent,
  sessionOf,
} from './event-record.service.ts'

/** The first step of publishing: either done, or waiting for a meeting, with the clashes as warnings. */
type Requested = { event: Event } | { warnings: ClashWarning[] }

/** Publishes events, webinars through their meeting accounts. */
export function createEventPublishing({ meetings }: { meetings: MeetingService }) {
  return {
    /**
     * Publishes an offline event at once. For a webinar it stores the intent, creates the meeting, and then marks it
     * published. Publishing a published event changes nothing (OQ-064).
     * @throws AppError STALE with the current record, WRONG_STATE if a webinar has started or moved to another account,
     * VALIDATION if it has no account, MEETING_CLASH if the setting refuses clashes, MEETING_PROVIDER; it then stays unpublished
     */
    async publish(call: Call, id: string): Promise<BookedEvent> {
      const requested = await callInTransaction(call, async (call): Promise<Requested> => {
        const row = await lockEvent(call, id)
        if (row.is_published) return { event: presentEvent(row) }
        refuseStale(call.expectedVersion, presentEvent(row), changedByAnother)
        if (row.event_type === 'OFFLINE') return { event: await markPublished(call, row) }
        if (row.start_time < call.now) {
          throw new AppError('WRONG_STATE', 'This webinar has already begun.')
        }
        const session = sessionOf(presentEvent(row))
        if (!session)
          throw invalid([{ path: 'zoom_hub_name', message: eventMessages.meetingAccountRequired }])
        return { warnings: await meetings.request(call, session) }
      })
      if ('event' in requested) return { event: requested.event, warnings: [] }
      await meetings.make(call, id)
      const publishWebinar = async (call: Call) => {
        const row = await lockEvent(call, id)
        if (row.is_published) return presentEvent(row)
        // The meeting was created on the account of that time. Clashes on another account have not been checked.
        const session = sessionOf(presentEvent(row))
        if (!session || !(await meetings.isMade(call, session))) {
          throw new AppError('WRONG_STATE', 'The Zoom account has changed. Publish again.')
        }
        await meetings.book(call, id)
        return markPublished(call, row)
      }
      const event = await meetings.finish(() => callInTransaction(call, publishWebinar))
      return { event, warnings: requested.warnings }
    },
  }
}

async function markPublished(call: Call, row: EventRow): Promise<Event> {
  await updateEvent(call.db, row.id, { is_published: true, now: call.now })
  const after = await readEvent(call, row.id)
  await auditEvent(call, 'publish', presentEvent(row), after)
  return after
}
