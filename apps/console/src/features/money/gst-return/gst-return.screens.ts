import type { listGstMonths } from '@greenroom/contract/money/gst-return/gst-return.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { positive, text } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const MonthListPage = lazyPart('months', () =>
  import('./month-list-page.tsx').then((part) => part.MonthListPage),
)

/** The screens of this section. */
export const gstReturnScreens = [
  screen({
    path: paths.months,
    component: MonthListPage,
    search: { open: text, page: positive, size: positive },
    heading: 'Months',
    opens: needed<typeof listGstMonths>('money.read'),
  }),
] as const
