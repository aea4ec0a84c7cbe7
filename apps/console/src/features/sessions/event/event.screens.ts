import type { createEvent, listEvents, updateEvent } from '@greenroom/contract/sessions/event/event.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { choice, text } from '../../../lib/search-params.ts'
import { lazyPart, withProps } from '../../../ui/lazy-part.ts'

const EventListPage = lazyPart('event-list', () =>
  import('./event-list-page.tsx').then((part) => part.EventListPage),
)

const EventFormPage = lazyPart('event-form', () =>
  import('./event-form.tsx').then((part) => part.EventFormPage),
)

/** The screens of this section. */
export const eventScreens = [
  screen({
    path: paths.eventList,
    shape: 'cards',
    component: withProps(EventListPage, { kind: 'OFFLINE' }),
    search: {
      tab: choice('active', 'past'),
      begins: choice('day'),
      open: text,
    },
    heading: 'Events',
    create: paths.eventCreate,
    opens: needed<typeof listEvents>('content.read'),
  }),
  screen({
    path: paths.eventCreate,
    component: withProps(EventFormPage, { kind: 'OFFLINE', mode: 'create' }),
    heading: 'Create Event',
    back: paths.eventList,
    opens: needed<typeof createEvent>('content.write'),
  }),
  screen({
    path: '/event/edit/$id',
    component: withProps(EventFormPage, { kind: 'OFFLINE', mode: 'edit' }),
    heading: 'Edit Event',
    back: paths.eventList,
    record: 'event',
    opens: needed<typeof updateEvent>('content.write'),
  }),
  screen({
    path: paths.webinarList,
    shape: 'cards',
    component: withProps(EventListPage, { kind: 'ONLINE' }),
    search: {
      tab: choice('active', 'draft', 'past'),
      begins: choice('day'),
      open: text,
    },
    heading: 'Webinar',
    create: paths.webinarCreate,
    opens: needed<typeof listEvents>('content.read'),
  }),
  screen({
    path: paths.webinarCreate,
    component: withProps(EventFormPage, { kind: 'ONLINE', mode: 'create' }),
    heading: 'Create Webinar',
    back: paths.webinarList,
    opens: needed<typeof createEvent>('content.write'),
  }),
  screen({
    path: '/webinar/edit/$id',
    component: withProps(EventFormPage, { kind: 'ONLINE', mode: 'edit' }),
    heading: 'Edit Webinar',
    back: paths.webinarList,
    record: 'event',
    opens: needed<typeof updateEvent>('content.write'),
  }),
] as const
