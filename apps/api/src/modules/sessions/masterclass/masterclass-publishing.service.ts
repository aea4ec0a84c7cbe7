import type { ClashWarning } from '@greenroom/contract/sessions/meeting/meeting.schema'
import { AppError } from '../../../platform/app-error.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import { refuseStale } from '../../../platform/database/records.ts'
import type { MeetingService } from '../meeting/meeting.service.ts'
import { updateMasterclass } from './masterclass.repository.ts'
import {
  auditMasterclass,
  type BookedMasterclass,
  changedByAnother,
  type MasterclassRecords,
  sessionOf,
} from './masterclass-record.service.ts'

/** Publishes masterclasses through their meeting accounts, and switches them on and off. */
export function createMasterclassPublishing({
  records: { present, read, locked },
  meetings,
}: {
  records: MasterclassRecords
  meetings: MeetingService
}) {
  return {
    /**
     * Publishes: stores the intent, creates the meeting, then marks the masterclass published. Publishing a published
     * one changes nothing.
     * @throws AppError STALE with the current record; WRONG_STATE if it has started or moved to another account, MEETING_CLASH if the setting
     * refuses clashes, MEETING_PROVIDER; it then stays a draft
     */
    async publish(call: Call, id: string): Promise<BookedMasterclass> {
      const requested = await callInTransaction(call, async (call) => {
        const row = await locked(call, id)
        if (row.is_active) return null
        refuseStale(call.expectedVersion, present(row), changedByAnother)
        if (row.start_time < call.now) {
          throw new AppError('WRONG_STATE', 'This masterclass has already begun.')
        }
        return { warnings: await meetings.request(call, sessionOf(present(row))) }
      })
      if (!requested) return { masterclass: await read(call, id), warnings: [] }
      await meetings.make(call, id)
      const markPublished = async (call: Call) => {
        const row = await locked(call, id)
        if (row.is_active) return present(row)
        // The meeting was created on the account of that time. Clashes on another account have not been checked.
        if (!(await meetings.isMade(call, sessionOf(present(row))))) {
          throw new AppError('WRONG_STATE', 'The Zoom account has changed. Publish again.')
        }
        await updateMasterclass(call.db, id, { is_active: true, now: call.now })
        await meetings.book(call, id)
        const after = await read(call, id)
        await auditMasterclass(call, 'publish', present(row), after)
        return after
      }
      const masterclass = await meetings.finish(() => callInTransaction(call, markPublished))
      return { masterclass, warnings: requested.warnings }
    },

    /**
     * Toggles whether a masterclass is published, or sets it to a target (OQ-029).
     * @throws AppError WRONG_STATE if it would be activated without a meeting on its account (publishing creates
     * one); MEETING_CLASH if it would be activated over another session and the setting refuses clashes
     */
    async setStatus(call: Call, id: string, target: boolean | undefined): Promise<BookedMasterclass> {
      const row = await locked(call, id)
      refuseStale(call.expectedVersion, present(row), changedByAnother)
      const isActive = target ?? !row.is_active
      if (isActive === row.is_active) return { masterclass: present(row), warnings: [] }
      let warnings: ClashWarning[] = []
      if (isActive) {
        const session = sessionOf(present(row))
        if (!(await meetings.isMade(call, session)))
          throw new AppError('WRONG_STATE', 'Publish the masterclass first')
        warnings = await meetings.request(call, session)
        await meetings.book(call, id)
      } else {
        await meetings.unbook(call, id)
      }
      await updateMasterclass(call.db, id, { is_active: isActive, now: call.now })
      const after = await read(call, id)
      await auditMasterclass(call, isActive ? 'activate' : 'deactivate', present(row), after)
      return { masterclass: after, warnings }
    },
  }
}
