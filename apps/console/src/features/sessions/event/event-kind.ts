import type { EventGroup } from '@greenroom/contract/sessions/event/event.rules'
import type { Event, EventType } from '@greenroom/contract/sessions/event/event.schema'
import { type Icon, IconBroadcast, IconCalendarEvent } from '@tabler/icons-react'
import { paths } from '../../../lib/paths.ts'
import { eventGroupLabels } from './event-messages.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The event or webinar to edit (EVT-17). */
    event?: Event
  }
}

interface EventKind {
  icon: Icon
  list: typeof paths.eventList | typeof paths.webinarList
  create: typeof paths.eventCreate | typeof paths.webinarCreate
  /** The tabs of the list: offline events have no draft tab (OQ-056). */
  tabs: Readonly<Partial<Record<EventGroup, string>>>
}

/** Events and webinars are one entity with two lists (WEB-05). */
export const eventKinds: Record<EventType, EventKind> = {
  OFFLINE: {
    icon: IconCalendarEvent,
    list: paths.eventList,
    create: paths.eventCreate,
    tabs: { active: eventGroupLabels.active, past: eventGroupLabels.past },
  },
  ONLINE: {
    icon: IconBroadcast,
    list: paths.webinarList,
    create: paths.webinarCreate,
    tabs: eventGroupLabels,
  },
}

/** Returns the link to who registered for an event or webinar. */
export function eventPeopleLink({ _id, event_type }: Pick<Event, '_id' | 'event_type'>) {
  return event_type === 'OFFLINE' ? paths.eventPeople(_id) : paths.webinarPeople(_id)
}

/** Returns the link to the form of an event or webinar, which passes the record along (EVT-17). */
export function eventEditLink(event: Event) {
  const place = event.event_type === 'OFFLINE' ? paths.eventEdit(event._id) : paths.webinarEdit(event._id)
  return { ...place, state: { event } }
}
