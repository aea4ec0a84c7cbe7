import type { listErasures } from '@greenroom/contract/people/person/personal-data.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { text } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const PersonPage = lazyPart('person', () => import('./person-page.tsx').then((part) => part.PersonPage))

const PersonalDataPage = lazyPart('personal-data', () =>
  import('./personal-data-page.tsx').then((part) => part.PersonalDataPage),
)

/** The screens of this section. */
export const personScreens = [
  // The screen checks the kind, so that the kinds are not part of the first load.
  screen({
    path: '/people/$id',
    component: PersonPage,
    search: { kind: text, post: text, merge: text, split: text, consent: text },
    heading: 'Person',
    isNamed: true,
    back: paths.people,
    // Each role sees a part of it; the server leaves out the others.
    opens: [],
  }),
  screen({
    path: paths.personalData,
    component: PersonalDataPage,
    search: { person: text },
    heading: "People's data",
    opens: needed<typeof listErasures>('personal.erase'),
  }),
] as const
