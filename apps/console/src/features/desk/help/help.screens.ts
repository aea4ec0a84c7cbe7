import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { text } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const HelpPage = lazyPart('help', () => import('./help-page.tsx').then((part) => part.HelpPage))

/** The screens of this section. */
export const helpScreens = [
  // The screen checks the page, so that the pages are not part of the first load.
  screen({
    path: paths.help,
    component: HelpPage,
    search: { page: text },
    heading: 'Guide',
  }),
] as const
