import type { EventGroup } from '@greenroom/contract/sessions/event/event.rules'
import type { EventType } from '@greenroom/contract/sessions/event/event.schema'

/** Messages of both lists, by kind. */
export const eventListMessages = {
  OFFLINE: {
    tabsLabel: 'Event status',
    cardsLabel: 'Events',
    loading: 'Loading events...',
    emptyHelp: {
      active: 'Events that have not started appear here.',
      draft: '',
      past: 'Events move here once they start.',
    },
  },
  ONLINE: {
    tabsLabel: 'Webinar status',
    cardsLabel: 'Webinars',
    loading: 'Loading webinars...',
    emptyHelp: {
      active: 'Published webinars that have not started appear here.',
      draft: 'Drafts appear here until they are published.',
      past: 'Webinars move here once they start.',
    },
  },
} as const satisfies Record<EventType, { emptyHelp: Record<EventGroup, string> } & Record<string, unknown>>

/** Labels of the tabs (EVT-14, WEB-01) and of the badge in the details. */
export const eventGroupLabels = { active: 'Active', draft: 'Draft', past: 'Past' } as const satisfies Record<
  EventGroup,
  string
>

/** EVT-19 and EVT-20 use the same messages for both lists. */
export const eventListStates = { empty: 'No events to show.', loadFailed: 'Cannot fetch events.' } as const

/** Messages of a card and of the details. */
export const eventCardMessages = {
  free: 'Free',
  unpublished: 'Unpublished',
  hidden: 'Hidden',
  membersOnly: 'Members only',
  soldOut: 'Sold out',
  edit: 'Edit',
  publish: 'Publish',
  copyToDates: 'Repeat on dates',
} as const

/** Messages of the details and the form of one event or webinar (OQ-059). */
export const eventDetailMessages = {
  OFFLINE: {
    untitled: 'Event',
    loading: 'Loading event...',
    loadFailed: 'Cannot fetch this event.',
    notFound: 'This event does not exist.',
  },
  ONLINE: {
    untitled: 'Webinar',
    loading: 'Loading webinar...',
    loadFailed: 'Cannot fetch this webinar.',
    notFound: 'This webinar does not exist.',
  },
} as const satisfies Record<EventType, Record<string, string>>

/** The question before an event is hidden (EVT-12, OQ-058). */
export const eventHideMessages = {
  title: 'Hide Event: irreversible',
  confirm: 'Hide event',
  effect:
    'The event disappears for everyone at once. Switching it on again later does not undo what registrants have seen.',
} as const

/** The line under the Active switch. */
export const eventVisibilityMessages = {
  OFFLINE: {
    shown: 'Switching off hides the event for everyone at once.',
    hidden: 'The event is hidden. Switch on and save to show it again.',
    toBeShown: 'Save to show the event again.',
  },
  ONLINE: {
    shown: 'Switching off hides the webinar for everyone at once.',
    hidden: 'The webinar is hidden. Switch on and save to show it again.',
    toBeShown: 'Save to show the webinar again.',
  },
} as const satisfies Record<EventType, Record<string, string>>

/**
 * Toasts of a save and of publishing. A failed save shows one only if its form was left in the meantime (EVT-31,
 * OQ-063).
 */
export const eventSaveMessages = {
  OFFLINE: {
    saved: 'Event saved',
    notSaved: 'Event not saved.',
    hidden: 'Event hidden',
    publishing: 'Publishing event',
    published: 'Event published',
    notPublished: 'The event is saved, but not published.',
    duplicating: 'Duplicating event',
    duplicated: 'Event duplicated',
    notDuplicated: 'Event not duplicated.',
  },
  ONLINE: {
    saved: 'Webinar saved',
    notSaved: 'Webinar not saved.',
    hidden: 'Webinar hidden',
    publishing: 'Publishing webinar',
    published: 'Webinar published',
    notPublished: 'The webinar is saved, but not published.',
    duplicating: 'Duplicating webinar',
    duplicated: 'Webinar duplicated',
    notDuplicated: 'Webinar not duplicated.',
  },
} as const satisfies Record<EventType, Record<string, string>>

/** Labels of the pictures (EVT-30). */
export const eventPictureLabels = {
  banner: 'Banner',
  ticket_banner: 'Ticket banner',
  post_event_banner: 'Post event banner',
} as const
