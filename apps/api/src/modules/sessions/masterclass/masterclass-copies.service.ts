import { nextWeekly } from '@greenroom/contract/calendar-day'
import { copiedTitle } from '@greenroom/contract/field'
import { type Masterclass, titleLength } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import type { MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import type { SessionCopies } from '@greenroom/contract/sessions/session-copy/session-copy.schema'
import type { Call } from '../../../platform/call.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { findRecord } from '../../../platform/database/records.ts'
import type { Files } from '../../../platform/files/files.ts'
import type { Settings } from '../../../settings.ts'
import { refuseCopies } from '../meeting/session-copies.service.ts'
import {
  findMasterclass,
  insertMasterclass,
  type MasterclassRow,
  type MasterclassValues,
} from './masterclass.repository.ts'
import { auditMasterclass, type MasterclassRecords } from './masterclass-record.service.ts'

/** Copies of masterclasses: drafts at other times. */
export function createMasterclassCopies({
  records,
  files,
  settings,
}: {
  records: MasterclassRecords
  files: Files
  settings: Pick<Settings, 'BUSINESS_TIME_ZONE'>
}) {
  /** Makes a draft of a masterclass at another time. Its banner is a file of its own. */
  async function copied(
    call: Call,
    row: MasterclassRow,
    changes: { title?: string; start_time: Date; zoom_hub_name?: MeetingAccount | undefined },
  ): Promise<Masterclass> {
    const id = newId()
    const banner = row.banner_key && (await files.copy(call.db, row.banner_key, id))
    const length = row.end_time.getTime() - row.start_time.getTime()
    const values: MasterclassValues = {
      title: changes.title ?? row.title,
      description: row.description,
      banner_key: banner ? banner.key : null,
      start_time: changes.start_time,
      end_time: new Date(changes.start_time.getTime() + length),
      creator_id: row.creator_id,
      zoom_hub_name: changes.zoom_hub_name ?? row.zoom_hub_name,
      attendance_type: row.attendance_type,
      venue_state: row.venue_state,
      is_attach_to_superclass: row.is_attach_to_superclass,
      original_price_usd: row.original_price_usd,
      current_price_usd: row.current_price_usd,
      original_price_inr: row.original_price_inr,
      current_price_inr: row.current_price_inr,
      links: row.links,
    }
    await insertMasterclass(call.db, { id, now: call.now, values })
    const copy = await records.read(call, id)
    await auditMasterclass(call, 'duplicate', null, copy, { copied_from: row.id })
    return copy
  }

  return {
    /**
     * Copies a masterclass to a draft at the same weekday and time, at least a week later (OQ-188). Coupons stay with
     * the original.
     * @throws AppError NOT_FOUND
     */
    async duplicate(call: Call, id: string): Promise<Masterclass> {
      const row = await findRecord(call, findMasterclass, id, 'masterclass')
      const title = copiedTitle(row.title, titleLength)
      return copied(call, row, {
        title,
        start_time: nextWeekly(row.start_time, call.now, settings.BUSINESS_TIME_ZONE),
      })
    },

    /**
     * Copies a masterclass to a draft on each date, with the length and the title of the original (OQ-513).
     * @throws AppError NOT_FOUND; VALIDATION with every refused date, and then no copy is made
     */
    async copyToDates(call: Call, id: string, copies: SessionCopies): Promise<Masterclass[]> {
      const row = await findRecord(call, findMasterclass, id, 'masterclass')
      refuseCopies(call, copies, row.zoom_hub_name)
      const made: Masterclass[] = []
      for (const { start_time, zoom_hub_name } of copies) {
        made.push(await copied(call, row, { start_time: new Date(start_time), zoom_hub_name }))
      }
      return made
    },
  }
}
