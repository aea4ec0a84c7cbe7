import type { listDifferences } from '@greenroom/contract/money/reconciliation/reconciliation.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { choice, positive, text } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const DifferenceListPage = lazyPart('differences', () =>
  import('./difference-list-page.tsx').then((part) => part.DifferenceListPage),
)

/** The screens of this section. */
export const reconciliationScreens = [
  screen({
    path: paths.differences,
    component: DifferenceListPage,
    search: {
      tab: choice('open', 'resolved'),
      only: text,
      month: text,
      page: positive,
      size: positive,
    },
    heading: 'Differences',
    opens: needed<typeof listDifferences>('money.read'),
  }),
] as const
