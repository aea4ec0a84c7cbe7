import type { GroupCounts } from '@greenroom/contract/list'
import type { Event, eventModes } from '@greenroom/contract/sessions/event/event.schema'
import type { Call } from '../../../platform/call.ts'
import { presentEvent } from './event.presenter.ts'
import { countGroups, listEvents } from './event.repository.ts'
import { readEvent } from './event-record.service.ts'

/** Lists of events and webinars. */
export function createEventReads() {
  return {
    /** Lists events by start time: of a kind, for members only, or all (OQ-060, OQ-066). */
    async list(
      call: Call,
      query: {
        event_type?: (typeof eventModes)[number] | undefined
        sort_by: '1' | '-1'
        begins?: 'day' | undefined
        limit: number
        offset: number
      },
    ): Promise<Event[]> {
      const { event_type: mode, sort_by, begins, limit, offset } = query
      const direction = sort_by === '1' ? 'asc' : 'desc'
      const dueDraftAt = begins && call.now
      return (await listEvents(call.db, { mode, direction, dueDraftAt, limit, offset })).map(presentEvent)
    },

    /** Counts the events of a kind in each group. */
    countGroups: (call: Call, mode: (typeof eventModes)[number] | undefined): Promise<GroupCounts> =>
      countGroups(call.db, mode, call.now),

    /** Lists the events of the creator with this e-mail address, the latest first (OQ-062). */
    async listOf(
      call: Call,
      creatorEmail: string,
      page: { limit: number; offset: number },
    ): Promise<Event[]> {
      return (await listEvents(call.db, { creatorEmail, direction: 'desc', ...page })).map(presentEvent)
    },

    /** @throws AppError NOT_FOUND */
    get: readEvent,
  }
}
