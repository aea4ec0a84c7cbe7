import type { getSalesReport } from '@greenroom/contract/money/report/report.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { day, text } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const ReportPage = lazyPart('reports', () => import('./report-page.tsx').then((part) => part.ReportPage))

/** The screens of this section. */
export const reportScreens = [
  // The screen checks the choices, so that they are not part of the first load.
  screen({
    path: paths.reports,
    component: ReportPage,
    search: {
      from: day,
      to: day,
      step: text,
      compare: text,
      currency: text,
      show: text,
      by: text,
      kind: text,
      session: text,
      rows: text,
    },
    heading: 'Numbers',
    opens: needed<typeof getSalesReport>('money.read'),
  }),
] as const
