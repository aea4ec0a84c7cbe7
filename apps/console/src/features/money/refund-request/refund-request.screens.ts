import type {
  getRefundBatch,
  previewRefundBatch,
} from '@greenroom/contract/money/refund-batch/refund-batch.endpoints'
import type { listRefundRequests } from '@greenroom/contract/money/refund-request/refund-request.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { choice, positive, text } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const RefundRequestListPage = lazyPart('refund-requests', () =>
  import('./refund-request-list-page.tsx').then((part) => part.RefundRequestListPage),
)

const NewBatchPage = lazyPart('new-refund-batch', () =>
  import('./new-batch-page.tsx').then((part) => part.NewBatchPage),
)
const BatchPage = lazyPart('refund-batch', () => import('./batch-page.tsx').then((part) => part.BatchPage))

/** The screens of this section. */
export const refundRequestScreens = [
  screen({
    path: paths.refundRequests,
    component: RefundRequestListPage,
    search: {
      tab: choice('open', 'decided', 'batches'),
      only: text,
      page: positive,
      size: positive,
    },
    heading: 'Refund Requests',
    opens: needed<typeof listRefundRequests>('money.read'),
  }),
  screen({
    path: '/transactions/batches/new',
    component: NewBatchPage,
    search: { type: choice('masterclass', 'events'), id: text, page: positive, size: positive },
    heading: 'Refund All Orders',
    back: paths.refundRequests,
    opens: needed<typeof previewRefundBatch>('money.read'),
  }),
  screen({
    path: '/transactions/batches/$id',
    component: BatchPage,
    search: {
      state: choice('waiting', 'pending', 'done', 'failed', 'skipped'),
      page: positive,
      size: positive,
    },
    heading: 'Refund of All Orders',
    back: paths.refundRequests,
    record: 'refund-batch',
    opens: needed<typeof getRefundBatch>('money.read'),
  }),
] as const
