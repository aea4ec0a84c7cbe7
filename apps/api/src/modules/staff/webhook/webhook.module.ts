import {
  listWebhookDeliveries,
  resendFailedWebhooks,
  resendWebhookDelivery,
  skipWebhookDelivery,
} from '@greenroom/contract/staff/webhook/webhook.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { sendWebhooksTask } from '../../../platform/webhooks/announce.ts'
import { createWebhookDeliveryService } from './webhook-delivery.service.ts'
import { createWebhookSender, type WebhookSender } from './webhook-sender.service.ts'

/** Tells other systems what changed here. */
export function webhookModule(host: ModuleHost): WebhookSender {
  const deliveries = createWebhookDeliveryService()
  const sender = createWebhookSender({
    destinations: host.providers.webhooks,
    timeoutSeconds: host.settings.WEBHOOK_TIMEOUT_SECONDS,
    log: host.log,
  })
  on(host, listWebhookDeliveries).handle(async (call, { query }) => ({
    data: await deliveries.list(call, query),
  }))
  on(host, resendFailedWebhooks).handle(async (call, { body }) => {
    const data = await deliveries.resendFailed(call, body.destination)
    return {
      data,
      message: data.count === 1 ? 'Sending 1 webhook again' : `Sending ${data.count} webhooks again`,
    }
  })
  on(host, resendWebhookDelivery).handle(async (call, { params }) => ({
    data: await deliveries.resend(call, params.id),
    message: 'Sending the webhook again',
  }))
  on(host, skipWebhookDelivery).handle(async (call, { params }) => ({
    data: await deliveries.skip(call, params.id),
    message: 'Webhook skipped',
  }))
  // Every minute as well: for what a stopped program had claimed, and after an outage of the database.
  host.addRecurringJob(sendWebhooksTask, '* * * * *', sender.sendDue)
  host.addSweep('webhooks', deliveries.deleteOld)
  host.fastify.addHook('onClose', () => sender.stop())
  return sender
}
