import type {
  getSettlement,
  listSettlements,
} from '@greenroom/contract/money/settlement/settlement.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { positive, text } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const SettlementListPage = lazyPart('settlements', () =>
  import('./settlement-list-page.tsx').then((part) => part.SettlementListPage),
)
const SettlementPage = lazyPart('settlement', () =>
  import('./settlement-page.tsx').then((part) => part.SettlementPage),
)

/** The screens of this section. */
export const settlementScreens = [
  screen({
    path: paths.settlements,
    component: SettlementListPage,
    search: { month: text, page: positive, size: positive },
    heading: 'Settlements',
    opens: needed<typeof listSettlements>('money.read'),
  }),
  screen({
    path: '/books/settlements/$id',
    component: SettlementPage,
    search: { page: positive, size: positive },
    heading: 'Settlement',
    back: paths.settlements,
    record: 'settlement',
    opens: needed<typeof getSettlement>('money.read'),
  }),
] as const
