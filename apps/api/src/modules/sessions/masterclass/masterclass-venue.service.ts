import type { VenuePlace } from '@greenroom/contract/gst-state'
import type { Call } from '../../../platform/call.ts'
import { updateMasterclass } from './masterclass.repository.ts'
import { auditMasterclass, type MasterclassRecords } from './masterclass-record.service.ts'

export type MasterclassVenues = ReturnType<typeof createMasterclassVenues>

/** Where masterclasses are held: the place of supply of seats there. */
export function createMasterclassVenues({ present, read, locked }: MasterclassRecords) {
  return {
    /**
     * Sets the State of a venue that has none, also of a past or published masterclass. A State that is known stays, and
     * a masterclass that has become virtual gets none. The caller has a transaction.
     * @throws AppError NOT_FOUND
     */
    async addState(call: Call, id: string, state: VenuePlace): Promise<void> {
      const row = await locked(call, id)
      if (row.venue_state !== null || row.attendance_type === 'virtual') return
      await updateMasterclass(call.db, id, { venue_state: state, now: call.now })
      await auditMasterclass(call, 'update', present(row), await read(call, id))
    },
  }
}
