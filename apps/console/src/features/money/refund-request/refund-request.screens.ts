import type { listRefundRequests } from '@greenroom/contract/money/refund-request/refund-request.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { choice, positive, text } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const RefundRequestListPage = lazyPart('refund-requests', () =>
  import('./refund-request-list-page.tsx').then((part) => part.RefundRequestListPage),
)

/** The screens of this section. */
export const refundRequestScreens = [
  screen({
    path: paths.refundRequests,
    component: RefundRequestListPage,
    search: {
      tab: choice('open', 'decided'),
      only: text,
      page: positive,
      size: positive,
    },
    heading: 'Refund Requests',
    opens: needed<typeof listRefundRequests>('money.read'),
  }),
] as const
