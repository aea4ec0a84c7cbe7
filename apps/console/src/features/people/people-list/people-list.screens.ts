import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { day, text } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const PeopleListPage = lazyPart('people-list', () =>
  import('./people-list-page.tsx').then((part) => part.PeopleListPage),
)

/** The screens of this section. */
export const peopleListScreens = [
  // The screen checks the words, so that they are not part of the first load.
  screen({
    path: paths.people,
    component: PeopleListPage,
    search: {
      q: text,
      membership: text,
      type: text,
      entity: text,
      session: text,
      attendance: text,
      label: text,
      source: text,
      account: text,
      consent: text,
      spent: text,
      from: day,
      to: day,
      since: day,
      until: day,
      sort: text,
      hide: text,
    },
    heading: 'People',
    // Each role sees a part of it; the server leaves out the others.
    opens: [],
  }),
] as const
