import type { listDocuments } from '@greenroom/contract/money/document/document.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { positive, text } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const DocumentListPage = lazyPart('documents', () =>
  import('./document-list-page.tsx').then((part) => part.DocumentListPage),
)

/** The screens of this section. */
export const documentScreens = [
  screen({
    path: paths.documents,
    component: DocumentListPage,
    search: {
      // The screen checks these, as it does for leads.
      tab: text,
      kind: text,
      q: text,
      month: text,
      page: positive,
      size: positive,
    },
    heading: 'Documents',
    opens: needed<typeof listDocuments>('money.read'),
  }),
] as const
