import type { listApiKeys } from '@greenroom/contract/staff/api-key/api-key.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { choice, positive } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const ApiKeyListPage = lazyPart('api-keys', () =>
  import('./api-key-list-page.tsx').then((part) => part.ApiKeyListPage),
)

/** The screens of this section. */
export const apiKeyScreens = [
  screen({
    path: paths.apiKeys,
    component: ApiKeyListPage,
    search: { page: positive, size: positive, create: choice('1') },
    heading: 'API Keys',
    create: paths.apiKeys,
    createsInDialog: 'Create key',
    opens: needed<typeof listApiKeys>('key.write'),
  }),
] as const
