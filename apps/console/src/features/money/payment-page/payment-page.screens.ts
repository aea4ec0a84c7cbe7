import type {
  createPaymentPage,
  listPaymentPages,
  updatePaymentPage,
} from '@greenroom/contract/money/payment-page/payment-page.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { choice, text } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const PaymentPageListPage = lazyPart('payment-pages', () =>
  import('./payment-page-list-page.tsx').then((part) => part.PaymentPageListPage),
)

/** The screens of this section. */
export const paymentPageScreens = [
  screen({
    path: paths.paymentPages,
    component: PaymentPageListPage,
    search: {
      tab: choice('active', 'inactive'),
      q: text,
      edit: text,
      create: choice('1'),
    },
    heading: 'Custom Payment Pages',
    create: paths.paymentPages,
    createsInDialog: 'Create New',
    opens: needed<typeof listPaymentPages>('content.read'),
    forms: {
      create: needed<typeof createPaymentPage>('content.write'),
      edit: needed<typeof updatePaymentPage>('content.write'),
    },
  }),
] as const
