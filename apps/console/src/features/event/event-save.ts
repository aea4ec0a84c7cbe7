import {
  createEvent,
  getEvent,
  listEvents,
  publishEvent,
  updateEvent,
} from '@greenroom/contract/event/event.endpoints'
import { Event, type EventType } from '@greenroom/contract/event/event.schema'
import { listMeetingAccounts } from '@greenroom/contract/meeting/meeting.endpoints'
import * as z from 'zod/mini'
import { ApiError } from '../../lib/api/api-error.ts'
import { useCall } from '../../lib/api/hooks.ts'
import { notify } from '../../lib/notify.tsx'
import type { FieldConflict } from '../../shared/edit-conflict/merge-edits.ts'
import { saveEdit } from '../../shared/edit-conflict/save-edit.ts'
import {
  changesOf,
  type EditedEvent,
  type EventFormValues,
  editedOf,
  filesOf,
  newEventOf,
  type Pictures,
  pictureFields,
  storedEditedOf,
} from './event-form-values.ts'
import { saveWords } from './event-messages.ts'

interface Entered {
  values: EventFormValues
  pictures: Pictures
  /** Told how much of the picked files has gone out, from 0 to 1. */
  onProgress: (share: number) => void
}

type Ask = (conflicts: FieldConflict<EditedEvent>[]) => Promise<ReadonlySet<string> | null>

/** The form's writes. A save that fails says nothing in passing (EVT-31): whoever saves stays on the form. */
export function useEventSave(kind: EventType) {
  const words = saveWords[kind]
  const create = useCall(createEvent, { invalidates: [listEvents] })
  const update = useCall(updateEvent, { invalidates: [listEvents, getEvent, listMeetingAccounts] })
  const publish = useCall(publishEvent, { invalidates: [listEvents, getEvent, listMeetingAccounts] })

  return {
    /**
     * Creates an event or a webinar.
     * @throws ApiError
     */
    async create({ values, pictures, onProgress }: Entered): Promise<Event> {
      const files = filesOf(pictures)
      const answer = await create.call({
        body: newEventOf(kind, values),
        ...(hasFiles(files) ? { files, onProgress } : {}),
      })
      return answer.data
    },

    /**
     * Saves the changed fields and merges them with what others saved meanwhile (OQ-109).
     * @returns the saved event; null when the person went back to the form
     * @throws ApiError
     */
    async update(base: Event, { values, pictures, onProgress }: Entered, ask: Ask): Promise<Event | null> {
      let stored = storedEditedOf(base)
      return saveEdit<EditedEvent, Event>({
        loaded: { values: stored, version: base.version },
        typed: editedOf(values, base, pictures),
        save: async (changes, version) => {
          const picked = filesOf(pictures)
          // A picture that stays theirs after a conflict is not sent.
          for (const field of pictureFields) if (changes[field] === undefined) delete picked[field]
          const answer = await update.call({
            params: { id: base._id },
            body: changesOf(changes, { ...stored, ...changes }),
            version,
            ...(hasFiles(picked) ? { files: picked, onProgress } : {}),
          })
          return answer.data
        },
        read: (record) => {
          const current = z.parse(Event, record)
          stored = storedEditedOf(current)
          return { values: stored, version: current.version }
        },
        ask,
      })
    },

    /**
     * Hides a stored event at once, apart from what else is in the form (OQ-058). If someone else has saved meanwhile,
     * their changes stay and the event is hidden all the same.
     * @returns the record from which the form goes on: the one that was stored, or, after somebody else's save, the loaded
     * one, so that the next save merges their changes (OQ-109)
     * @throws ApiError
     */
    async hide(base: Event): Promise<Event> {
      const send = (version: number) =>
        update.call({ params: { id: base._id }, body: { is_active: false }, version })
      const isStale = (reason: unknown): reason is ApiError =>
        reason instanceof ApiError && reason.code === 'STALE'
      try {
        return (await send(base.version)).data
      } catch (reason) {
        if (!isStale(reason)) throw reason
        await send(z.parse(Event, reason.data).version)
        return { ...base, is_active: false }
      }
    },

    /**
     * Publishes what was saved (OQ-064); a failure is told by the toast, and what was saved stays.
     * @returns the published event; null when it could not be published
     */
    async publish(id: string): Promise<Event | null> {
      try {
        const answer = await notify.progress(publish.call({ body: { event_id: id } }), {
          pending: words.publishing,
          success: words.published,
          error: (reason) =>
            reason instanceof ApiError ? `${words.notPublished} ${reason.message}` : words.notPublished,
        })
        return answer.data
      } catch (reason) {
        if (reason instanceof ApiError) return null
        throw reason
      }
    },
  }
}

function hasFiles(files: object): boolean {
  return Object.keys(files).length > 0
}
