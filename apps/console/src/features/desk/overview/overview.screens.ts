import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const OverviewPage = lazyPart('overview', () =>
  import('./overview-page.tsx').then((part) => part.OverviewPage),
)

/** The screens of this section. */
export const overviewScreens = [
  screen({
    path: paths.overview,
    component: OverviewPage,
    heading: 'Overview',
  }),
] as const
