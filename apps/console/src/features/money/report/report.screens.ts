import { currencyCodes } from '@greenroom/contract/money'
import type { getSalesReport } from '@greenroom/contract/money/report/report.endpoints'
import { reportSteps } from '@greenroom/contract/money/report/report.rules'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { choice, day } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const ReportPage = lazyPart('numbers', () => import('./report-page.tsx').then((part) => part.ReportPage))

/** The screens of this section. */
export const reportScreens = [
  screen({
    path: paths.reports,
    component: ReportPage,
    search: {
      from: day,
      to: day,
      step: choice(...reportSteps),
      compare: choice('before', 'year', 'none'),
      currency: choice(...currencyCodes),
      show: choice('completed', 'refunded', 'net', 'tax', 'orders', 'average'),
    },
    heading: 'Numbers',
    back: paths.transactions,
    opens: needed<typeof getSalesReport>('money.read'),
  }),
] as const
