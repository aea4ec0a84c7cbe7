import type { listRegistrations } from '@greenroom/contract/sessions/registration/registration.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { choice, positive, text } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const RegistrationListPage = lazyPart('registrations', () =>
  import('./registration-list-page.tsx').then((part) => part.RegistrationListPage),
)

const search = {
  state: choice('holding', 'given_back', 'all'),
  q: text,
  page: positive,
  size: positive,
}

/** The screens of this section. */
export const registrationScreens = [
  screen({
    path: '/masterclass/people/$id',
    component: RegistrationListPage,
    search,
    heading: 'Registrations',
    back: paths.masterclassList,
    opens: needed<typeof listRegistrations>('content.read'),
  }),
  screen({
    path: '/event/people/$id',
    component: RegistrationListPage,
    search,
    heading: 'Registrations',
    back: paths.eventList,
    opens: needed<typeof listRegistrations>('content.read'),
  }),
  screen({
    path: '/webinar/people/$id',
    component: RegistrationListPage,
    search,
    heading: 'Registrations',
    back: paths.webinarList,
    opens: needed<typeof listRegistrations>('content.read'),
  }),
] as const
