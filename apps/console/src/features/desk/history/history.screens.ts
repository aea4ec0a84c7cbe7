import type { listHistory } from '@greenroom/contract/desk/history/history.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { day, text } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const HistoryPage = lazyPart('history', () => import('./history-page.tsx').then((part) => part.HistoryPage))

/** The screens of this section. */
export const historyScreens = [
  // The screen checks kind and section, so that their names are not part of the first load.
  screen({
    path: paths.history,
    component: HistoryPage,
    search: {
      kind: text,
      person: text,
      section: text,
      record: text,
      from: day,
      to: day,
    },
    heading: 'History',
    opens: needed<typeof listHistory>('history.read', 'personal.read'),
  }),
] as const
