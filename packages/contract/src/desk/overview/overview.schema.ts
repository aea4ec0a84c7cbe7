import * as z from 'zod/mini'
import { onlyWith } from '../../access/member-permission.ts'
import { PersonalName } from '../../access/personal.ts'
import { CurrencyCode, moneySum } from '../../money.ts'
import { MeetingAccount } from '../../sessions/meeting/meeting.schema.ts'
import { Waiting } from '../waiting/waiting.endpoints.ts'

/** Max number of sessions that the overview lists. */
export const nextSessionsShown = 6
/** The business days of the meeting accounts' lines, beginning with today. */
export const accountDays = 3
/** The business days of the daily sums, ending with today: twice the longest span. */
export const moneyDays = 180

export const sessionKinds = ['masterclass', 'webinar', 'event'] as const
export type SessionKind = (typeof sessionKinds)[number]

/** A session that begins soon or runs now. */
export const NextSession = z.object({
  _id: z.string(),
  kind: z.enum(sessionKinds),
  title: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  is_published: z.boolean(),
  /** Whether the outside can see it; a masterclass always can be. */
  is_hidden: z.boolean(),
  /** The address of its picture. */
  banner: z.nullable(z.string()),
  /** Null for an event without a creator. */
  creator_name: z.nullable(PersonalName),
  /** Null for an event at a place. */
  zoom_hub_name: z.nullable(MeetingAccount),
  /** People who hold a seat, at most `mostCounted`, so that the largest session does not delay the overview. */
  registrations_count: z.int(),
  /** Null without a limit. */
  total_tickets: z.nullable(z.int()),
})
export type NextSession = z.output<typeof NextSession>

/** A time on a meeting account: booked by a published session, or planned by a draft. */
export const AccountTime = z.object({
  _id: z.string(),
  kind: z.enum(['masterclass', 'webinar']),
  title: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  is_booked: z.boolean(),
})
export type AccountTime = z.output<typeof AccountTime>

/** The sums of a business day in one currency, of completed and refunded orders by the day of the order. */
export const DaySum = z.object({
  /** YYYY-MM-DD */
  day: z.string(),
  currency_code: CurrencyCode,
  orders: z.int(),
  /** What was paid, before refunds, in minor units. */
  completed: moneySum(),
  refunded: moneySum(),
})
export type DaySum = z.output<typeof DaySum>

/** The numbers of the sidebar, and those that only the overview shows. Each is at most `mostCounted`. */
export const OverviewWaiting = z.object({
  ...Waiting.shape,
  /** Leads whose call has begun and that still have the status of a booking. */
  leads_past_call: z.optional(z.int()),
  /** Coupons whose last moment is within seven days. */
  coupons_ending: z.optional(z.int()),
  /** Active banners that end within seven days. */
  banners_ending: z.optional(z.int()),
})
export type OverviewWaiting = z.output<typeof OverviewWaiting>

const since = z.optional(z.nullable(z.string()))

/** Since when the oldest waits; null where nothing waits. */
export const OldestWaiting = z.object({
  reported_users: since,
  reported_posts: since,
  reported_comments: since,
  leads_past_call: since,
  refund_requests: since,
})
export type OldestWaiting = z.output<typeof OldestWaiting>

/** What the overview shows. A part is absent if the caller's role does not include it. */
export const Overview = z.object({
  /** The business day, YYYY-MM-DD. */
  today: z.string(),
  /** Whether nothing has been created, sold or booked yet, as far as the caller may see. */
  is_new: z.boolean(),
  sessions: z.optional(
    z.object({
      next: z.array(NextSession),
      /** Whether there are more than the listed ones. */
      has_more: z.boolean(),
      /** The days of the lines. */
      days: z.array(z.object({ day: z.string(), start_time: z.string(), end_time: z.string() })),
      /** Least distance of two sessions on one account, in minutes. */
      buffer_minutes: z.int(),
      accounts: z.array(z.object({ zoom_hub_name: MeetingAccount, times: z.array(AccountTime) })),
    }),
  ),
  /** The days that have orders, the earliest first. */
  money: onlyWith('money.read', z.optional(z.array(DaySum))),
  /**
   * What was ordered 1, 7, 30 and 90 days ago later in the day than now. Less this, a span before ends at the same time
   * of day as the one that ends now.
   */
  money_later: onlyWith('money.read', z.optional(z.array(DaySum))),
  waiting: OverviewWaiting,
  oldest: OldestWaiting,
})
export type Overview = z.output<typeof Overview>
