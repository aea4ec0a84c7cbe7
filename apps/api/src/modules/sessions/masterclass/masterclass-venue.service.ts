import type { VenuePlace } from '@greenroom/contract/gst-state'
import type { Call } from '../../../platform/call.ts'
import { updateMasterclass } from './masterclass.repository.ts'
import { auditMasterclass, type MasterclassRecords } from './masterclass-record.service.ts'

export type MasterclassVenues = ReturnType<typeof createMasterclassVenues>

/** Where masterclasses are held: the place of supply of seats there. */
export function createMasterclassVenues({ present, read, locked }: MasterclassRecords) {
  return {
    /**
     * Sets the State of a venue, also of a past or published masterclass. One that has become virtual gets none. The
     * caller has a transaction.
     * @param replaces whether it replaces a State that is known
     * @throws AppError NOT_FOUND
     */
    async setState(
      call: Call,
      id: string,
      state: VenuePlace,
      { replaces }: { replaces: boolean },
    ): Promise<void> {
      const row = await locked(call, id)
      if (row.attendance_type === 'virtual' || row.venue_state === state) return
      if (row.venue_state !== null && !replaces) return
      await updateMasterclass(call.db, id, { venue_state: state, now: call.now })
      await auditMasterclass(call, 'update', present(row), await read(call, id))
    },
  }
}
