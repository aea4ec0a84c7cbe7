import type { listWebhookDeliveries } from '@greenroom/contract/staff/webhook/webhook.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { choice, positive } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const WebhookListPage = lazyPart('webhooks', () =>
  import('./webhook-list-page.tsx').then((part) => part.WebhookListPage),
)

/** The screens of this section. */
export const webhookScreens = [
  screen({
    path: paths.webhooks,
    component: WebhookListPage,
    search: {
      tab: choice('waiting', 'failed', 'sent'),
      page: positive,
      size: positive,
    },
    heading: 'Webhooks',
    opens: needed<typeof listWebhookDeliveries>('webhook.read'),
  }),
] as const
