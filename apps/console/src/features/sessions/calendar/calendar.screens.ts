import type { getCalendar } from '@greenroom/contract/sessions/calendar/calendar.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { choice, day, text } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const CalendarPage = lazyPart('calendar', () =>
  import('./calendar-page.tsx').then((part) => part.CalendarPage),
)

/** The screens of this section. */
export const calendarScreens = [
  screen({
    path: paths.calendar,
    component: CalendarPage,
    search: {
      view: choice('month', 'week'),
      day,
      kind: choice('masterclass', 'webinar', 'event'),
      account: text,
      host: text,
    },
    heading: 'Calendar',
    opens: needed<typeof getCalendar>('content.read'),
  }),
] as const
