import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { choice } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const OverviewPage = lazyPart('overview', () =>
  import('./overview-page.tsx').then((part) => part.OverviewPage),
)

/** The screens of this section. */
export const overviewScreens = [
  screen({
    path: paths.overview,
    component: OverviewPage,
    search: { currency: choice('INR', 'USD'), days: choice('7', '30', '90'), as: choice('table') },
    heading: 'Overview',
  }),
] as const
