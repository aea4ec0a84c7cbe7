import type {
  createShortlink,
  listShortlinks,
  replaceShortlink,
} from '@greenroom/contract/marketing/shortlink/shortlink.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { choice, text } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const ShortlinkListPage = lazyPart('shortlinks', () =>
  import('./shortlink-list-page.tsx').then((part) => part.ShortlinkListPage),
)

/** The screens of this section. */
export const shortlinkScreens = [
  screen({
    path: paths.shortlinks,
    component: ShortlinkListPage,
    search: { tab: choice('all', 'create'), edit: text, q: text, sort: choice('opens') },
    heading: 'Url Shortener',
    create: paths.shortlinks,
    opens: needed<typeof listShortlinks>('content.read'),
    forms: {
      create: needed<typeof createShortlink>('content.write'),
      edit: needed<typeof replaceShortlink>('content.write'),
    },
  }),
] as const
