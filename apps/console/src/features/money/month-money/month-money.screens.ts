import type { getMonthMoney } from '@greenroom/contract/money/month-money/month-money.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { choice, text } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const MonthMoneyPage = lazyPart('month-money', () =>
  import('./month-money-page.tsx').then((part) => part.MonthMoneyPage),
)

/** The screens of this section. */
export const monthMoneyScreens = [
  screen({
    path: paths.monthMoney,
    component: MonthMoneyPage,
    search: { month: text, by: choice('ordered', 'paid', 'refunded') },
    heading: 'Money',
    opens: needed<typeof getMonthMoney>('money.read'),
  }),
] as const
