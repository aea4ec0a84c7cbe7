import type { listGstMonths } from '@greenroom/contract/money/gst-return/gst-return.endpoints'
import { redirect } from '@tanstack/react-router'
import { needed } from '../../../lib/api/permissions.ts'
import { formatMonth } from '../../../lib/dates.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { positive, text } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const MonthListPage = lazyPart('months', () =>
  import('./month-list-page.tsx').then((part) => part.MonthListPage),
)

const MonthPage = lazyPart('month', () => import('./month-page.tsx').then((part) => part.MonthPage))

const opens = needed<typeof listGstMonths>('money.read')
const isMonth = (value = '') => /^20\d\d-(0[1-9]|1[0-2])$/.test(value)

/** The screens of this section. */
export const gstReturnScreens = [
  screen({
    path: paths.months,
    component: MonthListPage,
    search: { open: text, page: positive, size: positive },
    prefetch: ({ search: { open } }) => {
      // The month's address before it had a page of its own.
      if (isMonth(open)) throw redirect({ ...paths.month(open ?? ''), replace: true })
    },
    heading: 'Months',
    opens,
  }),
  screen({
    path: '/books/months/$month',
    component: MonthPage,
    exists: ({ month }) => isMonth(month),
    heading: ({ params: { month = '' } }) => (isMonth(month) ? formatMonth(month) : 'Month'),
    back: paths.months,
    opens,
  }),
] as const
