import * as z from 'zod/mini'
import { endpoint, ok } from '../../endpoint.ts'
import { Id } from '../../field.ts'
import { limit, offset } from '../../list.ts'
import {
  deliveryStates,
  WebhookDelivery,
  type WebhookEventName,
  webhookDestinations,
  webhookEventNames,
  webhookMessages,
} from './webhook.schema.ts'

/** Page size of the console's list of deliveries. */
const deliveryPageSize = 20

/** Lists deliveries, the newest first. */
export const listWebhookDeliveries = endpoint({
  name: 'listWebhookDeliveries',
  method: 'GET',
  path: '/admin/webhook-deliveries',
  summary: 'List what was announced to other systems, and whether it arrived',
  description: 'Lists the newest first. Each count is at most 1,000.',
  requirements: ['OQ-410', 'OQ-415'],
  permissions: ['webhook.read'],
  query: z.object({
    state: z.optional(z.enum(deliveryStates, { error: webhookMessages.state })),
    event: z.optional(
      z.enum(webhookEventNames as [WebhookEventName, ...WebhookEventName[]], {
        error: webhookMessages.event,
      }),
    ),
    record_id: z.optional(Id),
    limit: limit(deliveryPageSize),
    offset: offset(),
  }),
  response: ok(
    z.object({
      /** The destinations that are set up. */
      destinations: z.array(z.enum(webhookDestinations)),
      /** How many match, at most `mostCounted`. */
      count: z.int(),
      /** All of each state, each at most `mostCounted`. */
      counts: z.object({ waiting: z.int(), sent: z.int(), failed: z.int(), skipped: z.int() }),
      deliveries: z.array(WebhookDelivery),
    }),
  ),
})

/** Sends a delivery again that was sent or has failed. */
export const resendWebhookDelivery = endpoint({
  name: 'resendWebhookDelivery',
  method: 'POST',
  path: '/admin/webhook-deliveries/:id/resend',
  summary: 'Send a webhook again',
  description: 'Refuses one that is neither sent nor failed, or whose destination is not set up (409).',
  requirements: ['OQ-415'],
  permissions: ['webhook.write'],
  params: z.object({ id: Id }),
  response: ok(WebhookDelivery),
})

/** Sends the oldest failed deliveries of a destination again, at most `mostSentAgain`. */
export const resendFailedWebhooks = endpoint({
  name: 'resendFailedWebhooks',
  method: 'POST',
  path: '/admin/webhook-deliveries/resend-failed',
  summary: 'Send all failed webhooks of a destination again',
  description: 'Sends at most 1,000. Refuses a destination that is not set up (409).',
  requirements: ['OQ-415'],
  permissions: ['webhook.write'],
  body: z.object({ destination: z.enum(webhookDestinations, { error: webhookMessages.destination }) }),
  response: ok(z.object({ count: z.int() })),
})

/** Gives a delivery up, so that later ones of its record are sent. */
export const skipWebhookDelivery = endpoint({
  name: 'skipWebhookDelivery',
  method: 'POST',
  path: '/admin/webhook-deliveries/:id/skip',
  summary: 'Give up a webhook, so that later ones of its record are sent',
  description: 'Refuses one that is neither waiting nor failed (409).',
  requirements: ['OQ-415'],
  permissions: ['webhook.write'],
  params: z.object({ id: Id }),
  response: ok(WebhookDelivery),
})
