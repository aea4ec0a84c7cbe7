import { nextWeekly } from '@greenroom/contract/calendar-day'
import { copiedTitle } from '@greenroom/contract/field'
import { type Event, eventTitleLength } from '@greenroom/contract/sessions/event/event.schema'
import type { MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import type { SessionCopies } from '@greenroom/contract/sessions/session-copy/session-copy.schema'
import type { Call } from '../../../platform/call.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { findRecord } from '../../../platform/database/records.ts'
import type { Files } from '../../../platform/files/files.ts'
import type { Settings } from '../../../settings.ts'
import { refuseCopies } from '../meeting/session-copies.service.ts'
import { presentEvent } from './event.presenter.ts'
import { type EventRow, type EventValues, findEvent, insertEvent } from './event.repository.ts'
import { changed } from './event-form.ts'
import { auditEvent, readEvent } from './event-record.service.ts'

/** Copies of events and webinars: unpublished ones at other times. */
export function createEventCopies({
  files,
  settings,
}: {
  files: Files
  settings: Pick<Settings, 'BUSINESS_TIME_ZONE'>
}) {
  /** Makes an unpublished copy at another time. Its pictures are files of its own, and nothing of it is sold. */
  async function copied(
    call: Call,
    row: EventRow,
    changes: { title?: string; start_time: Date; zoom_hub_name?: MeetingAccount | undefined },
  ): Promise<Event> {
    const id = newId()
    const copiedFile = async (key: string | null) =>
      key === null ? null : ((await files.copy(call.db, key, id))?.key ?? null)
    const length = row.end_time.getTime() - row.start_time.getTime()
    const values: EventValues = {
      ...changed({ ...row, discount_percentage: presentEvent(row).discount.percentage }, {}),
      title: changes.title ?? row.title,
      banner_key: await copiedFile(row.banner_key),
      ticket_banner_key: await copiedFile(row.ticket_banner_key),
      post_event_banner_key: null,
      start_time: changes.start_time,
      end_time: new Date(changes.start_time.getTime() + length),
      // An event has no meeting account.
      zoom_hub_name: row.event_type === 'ONLINE' ? (changes.zoom_hub_name ?? row.zoom_hub_name) : null,
      total_tickets_sold: 0,
      sold_out: false,
      is_active: true,
      is_published: false,
    }
    await insertEvent(call.db, { id, now: call.now, values })
    const copy = await readEvent(call, id)
    await auditEvent(call, 'duplicate', null, copy, { copied_from: row.id })
    return copy
  }

  return {
    /**
     * Copies an event or webinar at the same weekday and time, at least a week later. The copy is active but not
     * published, nothing of it is sold, and the post event banner stays with the original (OQ-188).
     * @throws AppError NOT_FOUND
     */
    async duplicate(call: Call, id: string): Promise<Event> {
      const row = await findRecord(call, findEvent, id, 'event')
      return copied(call, row, {
        title: copiedTitle(row.title, eventTitleLength),
        start_time: nextWeekly(row.start_time, call.now, settings.BUSINESS_TIME_ZONE),
      })
    },

    /**
     * Copies an event or webinar to an unpublished one on each date, with the length and the title of the original
     * (OQ-513).
     * @throws AppError NOT_FOUND; VALIDATION with every refused date, and then no copy is made
     */
    async copyToDates(call: Call, id: string, copies: SessionCopies): Promise<Event[]> {
      const row = await findRecord(call, findEvent, id, 'event')
      refuseCopies(call, copies, row.zoom_hub_name)
      const made: Event[] = []
      for (const { start_time, zoom_hub_name } of copies) {
        made.push(await copied(call, row, { start_time: new Date(start_time), zoom_hub_name }))
      }
      return made
    },
  }
}
