import * as z from 'zod/mini'
import { MeetingAccount, MeetingClash } from '../meeting/meeting.schema.ts'

/** What the check before publishing needs from the database. */
export const PublishFacts = z.object({
  /** Min distance between two sessions on one account. */
  buffer_minutes: z.int(),
  /** Whether the server refuses to publish over a clash. */
  refuses_clashes: z.boolean(),
  /** Empty without an account or times. */
  accounts: z.array(z.object({ zoom_hub_name: MeetingAccount, clashes: z.array(MeetingClash) })),
  /** The active coupons of a stored masterclass, at most 50. */
  coupons: z.array(
    z.object({
      code: z.string(),
      valid_till: z.string(),
      absolute_discount: z.nullable(z.int()),
      absolute_discount_usd: z.nullable(z.int()),
      discount_percentage: z.nullable(z.number()),
    }),
  ),
  /** The stored banner's size in pixels; null without one. */
  picture: z.nullable(z.object({ width: z.int(), height: z.int() })),
})
export type PublishFacts = z.output<typeof PublishFacts>
