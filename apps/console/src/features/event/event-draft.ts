import { Event, type EventType } from '@greenroom/contract/event/event.schema'
import * as z from 'zod/mini'
import { formDraft } from '../../shared/form-draft/form-draft.ts'
import { EventFormValues } from './event-form-values.ts'

const choice = z.enum(['kept', 'removed', 'picked'])

const EventDraft = z.object({
  values: EventFormValues,
  /** A file cannot be kept: picked ones have to be picked again (OQ-012). */
  pictures: z.object({ banner: choice, ticket_banner: choice, post_event_banner: choice }),
  /** What an edit was based on, so that it is still compared with that and not with what others saved since. */
  base: z.nullable(Event),
})
export type EventDraft = z.output<typeof EventDraft>

/** What was entered, for each of the two forms on its own: kept while it is not saved, over the end of a session. */
export const eventDrafts = {
  OFFLINE: formDraft('event', EventDraft),
  ONLINE: formDraft('webinar', EventDraft),
} as const satisfies Record<EventType, unknown>
