import type { createCreator, listCreators } from '@greenroom/contract/sessions/creator/creator.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { choice, text } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const CreatorsPage = lazyPart('creators', () =>
  import('./creator-list-page.tsx').then((part) => part.CreatorsPage),
)

/** The screens of this section. */
export const creatorScreens = [
  screen({
    path: paths.creators,
    component: CreatorsPage,
    search: { tab: choice('all', 'create'), q: text },
    heading: 'Creators',
    create: paths.creators,
    opens: needed<typeof listCreators>('content.read'),
    forms: { create: needed<typeof createCreator>('content.write') },
  }),
] as const
