import type { FieldError } from '@greenroom/contract/error'
import type { EventChanges, NewEvent } from '@greenroom/contract/sessions/event/event.endpoints'
import { eventErrors, ticketErrors } from '@greenroom/contract/sessions/event/event.rules'
import type { Event } from '@greenroom/contract/sessions/event/event.schema'
import { invalid } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'
import { isCheckViolation } from '../../../platform/database/database-errors.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { differs, refuseStale } from '../../../platform/database/records.ts'
import type { Files } from '../../../platform/files/files.ts'
import type { CreatorService } from '../creator/creator.service.ts'
import type { MeetingService } from '../meeting/meeting.service.ts'
import { presentEvent } from './event.presenter.ts'
import { type EventValues, insertEvent, updateEvent } from './event.repository.ts'
import {
  changed,
  type EventPictures,
  newEvent,
  type PictureField,
  pictureFields,
  refuseWrongState,
  takenFromWebinar,
  unknownPictures,
} from './event-form.ts'
import {
  auditEvent,
  type BookedEvent,
  changedByAnother,
  lockEvent,
  readEvent,
  sessionOf,
} from './event-record.service.ts'

/** Creates and edits events and webinars: one entity. */
export function createEventService({
  creators,
  meetings,
  files,
  publicUrl,
}: {
  creators: CreatorService
  meetings: MeetingService
  files: Files
  /** Base URL of uploaded files in browsers; a form names a kept image by its path or its whole URL. */
  publicUrl: string
}) {
  /** Stores uploaded images. An empty field removes its image; every other field keeps it. */
  async function keepPictures(
    call: Call,
    id: string,
    form: EventChanges,
    pictures: EventPictures,
  ): Promise<Partial<Pick<EventValues, `${PictureField}_key`>>> {
    const keys: Partial<Record<`${PictureField}_key`, string | null>> = {}
    for (const field of pictureFields) {
      const picture = pictures[field]?.[0]
      if (picture) keys[`${field}_key`] = (await files.keep(call.db, picture, id)).key
      else if (form[field] === '') keys[`${field}_key`] = null
    }
    return keys
  }

  return {
    /**
     * Creates an active event (EVT-11). An offline event is published at once (EVT-10), a webinar is a draft.
     * @throws AppError VALIDATION with every refused field, NOT_FOUND for an unknown creator
     */
    async create(call: Call, form: NewEvent, pictures: EventPictures): Promise<Event> {
      const { is_active: _, is_published: __, ...fields } = form
      const blank = newEvent(form)
      const values = changed(blank, fields)
      refuse([...eventErrors(values, 'create'), ...unknownPictures(form, pictures, blank, publicUrl)])
      if (values.creator_id !== null) await creators.requireCreator(call, values.creator_id)
      const id = newId()
      const keys = await keepPictures(call, id, form, pictures)
      await insertEvent(call.db, { id, now: call.now, values: { ...values, ...keys } }).catch(
        refuseTickets(true),
      )
      const made = await readEvent(call, id)
      await auditEvent(call, 'create', null, made)
      return made
    },

    /**
     * Changes the given fields. The rules between fields are checked on the resulting event. If nothing changes,
     * version and audit log stay.
     * @throws AppError STALE with the current record, VALIDATION, NOT_FOUND; WRONG_STATE for another kind, for
     * publishing a webinar without a meeting, and for moving a published one to another account; MEETING_CLASH for
     * moving it in time onto another session if the setting refuses clashes
     */
    async update(call: Call, id: string, form: EventChanges, pictures: EventPictures): Promise<BookedEvent> {
      const row = await lockEvent(call, id)
      const before = presentEvent(row)
      refuseStale(call.expectedVersion, before, changedByAnother)
      const stored: EventValues = { ...row, discount_percentage: before.discount.percentage }
      const values = changed(stored, form)
      const soldIsEdited = values.total_tickets_sold !== row.total_tickets_sold
      refuse([
        ...eventErrors(values, 'edit', { total_tickets_sold: soldIsEdited }),
        ...takenFromWebinar(row, values),
        ...unknownPictures(form, pictures, row, publicUrl),
      ])
      refuseWrongState(form, row, values)
      if (values.creator_id !== null && values.creator_id !== row.creator_id) {
        await creators.requireCreator(call, values.creator_id)
      }
      const keys = await keepPictures(call, id, form, pictures)
      const columns: EventValues = { ...values, ...keys }
      if (!differs(columns, stored)) return { event: before, warnings: [] }
      await updateEvent(call.db, id, { ...columns, now: call.now }).catch(refuseTickets(soldIsEdited))
      for (const field of pictureFields) {
        const replaced = row[`${field}_key`]
        if (replaced !== null && keys[`${field}_key`] !== undefined) await files.release(call.db, replaced)
      }
      const after = await readEvent(call, id)
      if (row.is_published && !after.is_published) await meetings.unbook(call, id)
      const session = sessionOf(after)
      const warnings = session ? await meetings.change(call, session) : []
      await auditEvent(call, 'update', before, after)
      return { event: after, warnings }
    },
  }
}

function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw invalid(errors)
}

/**
 * Converts the database's refusal of too many sold tickets, which are also sold elsewhere.
 * @param soldIsEdited as for `eventErrors`
 */
function refuseTickets(soldIsEdited: boolean) {
  return (error: unknown): never => {
    if (!isCheckViolation(error, 'event_tickets')) throw error
    throw invalid(ticketErrors({ total_tickets_sold: soldIsEdited }))
  }
}
