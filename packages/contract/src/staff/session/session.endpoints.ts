import * as z from 'zod/mini'
import { Permission, Role } from '../../access/permission.ts'
import { endpoint, ok } from '../../endpoint.ts'
import { SandboxService } from './sandbox-service.ts'

export const Session = z.object({
  email: z.string(),
  name: z.string(),
  /** The server's time: the clock of the client may be wrong (OQ-517). */
  time: z.string(),
  /** Both are null for an API key. */
  staff_id: z.nullable(z.string()),
  role: z.nullable(Role),
  /** What the role allows; the server checks it with every call. */
  permissions: z.array(Permission),
  admin_post_user_id: z.string(),
  settings: z.object({
    payment_page_url_template: z.string(),
    payment_entity_url_template: z.string(),
    shortlink_base_url: z.string(),
    /** The schemes that the app URL of a short link may have (OQ-127). */
    shortlink_app_schemes: z.array(z.string()),
    business_time_zone: z.string(),
    /** GST in per cent on the day of `time`; the prices entered for payment pages exclude it. */
    gst_percent: z.number(),
    /** The services that a sandbox replaces; every screen names them (OQ-170). */
    sandboxes: z.array(SandboxService),
    /** Whether some refunds need a second person (OQ-350). */
    refund_approval: z.boolean(),
    /** Whether changes are announced to other systems, or were (OQ-418). */
    webhooks: z.boolean(),
    /** Whether open screens hear of changes (OQ-485). */
    live: z.boolean(),
  }),
})
export type Session = z.output<typeof Session>

/** Returns the signed-in account and the public settings that the console needs (OQ-014, OQ-030, OQ-080). */
export const getSession = endpoint({
  name: 'getSession',
  method: 'GET',
  path: '/admin/session',
  summary: 'Get the signed-in account and the public link templates',
  requirements: [
    'AUTH-09',
    'AUTH-11',
    'OQ-014',
    'OQ-025',
    'OQ-080',
    'OQ-030',
    'OQ-127',
    'OQ-170',
    'OQ-353',
    'OQ-418',
  ],
  permissions: [],
  isUpkeep: true,
  response: ok(Session),
})
