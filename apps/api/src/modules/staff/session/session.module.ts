import { getSession } from '@greenroom/contract/staff/session/session.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { siteUrlOf } from '../../../platform/site-url.ts'
import { hasRefundApproval } from '../../../settings.ts'
import { areWebhooksUsed } from '../webhook/webhook-delivery.service.ts'

/** Returns who is signed in, and the settings that the console needs. */
export function sessionModule(host: ModuleHost): void {
  const { settings, publicUrl, sandboxes } = host
  const withSite = (template: string) => template.replaceAll('{PUBLIC_SITE_URL}', siteUrlOf(settings))
  on(host, getSession).handle(async (call) => ({
    data: {
      email: call.actor.email,
      name: call.actor.name,
      time: call.now.toISOString(),
      staff_id: call.actor.staffId,
      role: call.actor.role,
      permissions: [...call.actor.permissions],
      admin_post_user_id: settings.ADMIN_POST_USER_ID,
      settings: {
        payment_page_url_template: withSite(settings.PAYMENT_PAGE_URL_TEMPLATE),
        payment_entity_url_template: withSite(settings.PAYMENT_ENTITY_URL_TEMPLATE),
        shortlink_base_url: settings.SHORTLINK_BASE_URL ?? `${publicUrl}/s/`,
        shortlink_app_schemes: settings.SHORTLINK_APP_SCHEMES,
        business_time_zone: settings.BUSINESS_TIME_ZONE,
        sandboxes: [...sandboxes],
        refund_approval: hasRefundApproval(settings),
        live: settings.LIVE_STREAMS > 0,
        webhooks: await areWebhooksUsed(call),
      },
    },
  }))
}
