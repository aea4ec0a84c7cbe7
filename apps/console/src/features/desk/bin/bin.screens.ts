import type { listBin } from '@greenroom/contract/desk/bin/bin.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { positive, text } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const BinPage = lazyPart('bin', () => import('./bin-page.tsx').then((part) => part.BinPage))

/** The screens of this section. */
export const binScreens = [
  // The screen checks the kind, as the history does.
  screen({
    path: paths.bin,
    component: BinPage,
    search: { tab: text, q: text, page: positive, size: positive },
    heading: 'Bin',
    opens: needed<typeof listBin>('content.read'),
  }),
] as const
