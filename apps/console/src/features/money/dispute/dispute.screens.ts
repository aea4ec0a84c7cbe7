import type { listDisputes } from '@greenroom/contract/money/dispute/dispute.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { choice, positive } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const DisputeListPage = lazyPart('disputes', () =>
  import('./dispute-list-page.tsx').then((part) => part.DisputeListPage),
)

/** The screens of this section. */
export const disputeScreens = [
  screen({
    path: paths.disputes,
    component: DisputeListPage,
    search: { tab: choice('open', 'ended'), page: positive, size: positive },
    heading: 'Disputes',
    opens: needed<typeof listDisputes>('money.read'),
  }),
] as const
