import type { VenuePlace } from '@greenroom/contract/gst-state'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { lockRecord } from '../../../platform/database/records.ts'
import { findEvent, updateEvent } from './event.repository.ts'

export type VenueService = ReturnType<typeof createVenueService>

/** Where events are held: the place of supply of their tickets. */
export function createVenueService() {
  return {
    /**
     * Sets the State of a venue, also of a past event (OQ-250). The caller has a transaction.
     * @param replaces whether it replaces a State that is known
     * @throws AppError NOT_FOUND; WRONG_STATE for a webinar
     */
    async setState(
      call: Call,
      eventId: string,
      state: VenuePlace,
      { replaces }: { replaces: boolean },
    ): Promise<void> {
      const event = await lockRecord(call, 'event', findEvent, eventId, 'event')
      if (event.event_type !== 'OFFLINE') throw new AppError('WRONG_STATE', 'A webinar has no venue.')
      if (event.venue_state === state || (event.venue_state !== null && !replaces)) return
      await updateEvent(call.db, eventId, { venue_state: state, now: call.now })
      await recordAudit(call, {
        action: 'event.update',
        entityType: 'event',
        entityId: eventId,
        label: event.title,
        before: { venue_state: event.venue_state, version: event.version },
        after: { venue_state: state, version: event.version + 1 },
      })
    },
  }
}
