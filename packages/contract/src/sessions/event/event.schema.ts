import * as z from 'zod/mini'
import { instant } from '../../date-time.ts'
import { isBlank, optionalText, reference, requiredText } from '../../field.ts'
import { VenuePlace } from '../../gst-state.ts'
import { amount, CurrencyCode, currencyCodes } from '../../money.ts'
import { isWebAddress } from '../../web-address.ts'
import { Creator } from '../creator/creator.schema.ts'
import { MeetingAccount } from '../meeting/meeting.schema.ts'

/** The specification's messages for a refused event (section 5). */
export const eventMessages = {
  titleRequired: 'Title is required',
  titleTooLong: 'Title should not exceed 200 characters',
  startRequired: 'Start time is required',
  endRequired: 'End time is required',
  locationRequired: 'Location is required',
  ticketsRequired: 'Total tickets are required',
  ticketsAtLeastOne: 'At least 1 ticket required',
  ticketsTooMany: 'Should not exceed 10,000,000 tickets',
  soldNegative: 'Total tickets sold cannot be negative',
  soldAboveTotal: 'Cannot exceed total tickets',
  totalBelowSold: 'Cannot be less than the tickets already sold',
  percentageTooLow: 'Must be at least 0',
  percentageTooHigh: 'Must not exceed 100',
  percentageDecimals: 'Enter at most two decimals',
  coinsTooLow: 'Must be at least 0',
  coinsTooMany: 'Should not exceed 1,000,000,000 coins',
  creatorRequired: 'Creator is required',
  meetingAccountRequired: 'Zoom account is required',
  priceRequired: 'Price is required',
  mapLink: 'Enter a link that starts with http:// or https://',
  wholeNumber: 'Enter a whole number',
} as const

export const eventTitleLength = 200
/** Max number of tickets, and of sold tickets when they are unlimited. */
const mostTickets = 10_000_000

/** The stored types of an event. A members-only event keeps its type (OQ-060). */
export const eventTypes = ['ONLINE', 'OFFLINE'] as const
export type EventType = (typeof eventTypes)[number]
/** The filters of the list (EVT-03, OQ-060). */
export const eventModes = ['OFFLINE', 'ONLINE', 'MEMBERS_ONLY'] as const

const optionalAmount = z.nullish(amount(eventMessages.priceRequired))

/** An event's prices in one currency, in minor units. Omitted kinds are null (EVT-04, OQ-061). */
export const EventPriceForm = z.object({
  currency_code: CurrencyCode,
  original_price: optionalAmount,
  current_price: amount(eventMessages.priceRequired),
  member_price: optionalAmount,
  guest_price: optionalAmount,
})

function eachCurrencyOnce<T extends { currency_code: string }>(what: string) {
  return z.refine<T[]>((list) => new Set(list.map((one) => one.currency_code)).size === list.length, {
    error: `${what} names a currency twice`,
  })
}

export const ReferralDiscount = z.object({
  currency_code: CurrencyCode,
  price: amount(eventMessages.priceRequired),
})

export const Discount = z.object({
  percentage: z.nullish(
    z
      .number({ error: eventMessages.percentageTooLow })
      .check(
        z.gte(0, eventMessages.percentageTooLow),
        z.lte(100, eventMessages.percentageTooHigh),
        z.multipleOf(0.01, eventMessages.percentageDecimals),
      ),
  ),
  coins: z.nullish(
    z
      .int({ error: eventMessages.wholeNumber })
      .check(z.gte(0, eventMessages.coinsTooLow), z.lte(1_000_000_000, eventMessages.coinsTooMany)),
  ),
})

/** The fields of an event, each with its own rule. Rules between fields are in event.rules.ts. */
export const eventFields = {
  title: requiredText(eventMessages.titleRequired, {
    max: eventTitleLength,
    message: eventMessages.titleTooLong,
  }),
  description: optionalText(),
  start_time: instant(eventMessages.startRequired),
  end_time: instant(eventMessages.endRequired),
  location: optionalText(500),
  city: optionalText(100),
  venue_state: VenuePlace,
  google_map_location: optionalText(2000).check(
    z.refine((text) => isBlank(text) || isWebAddress(text), { error: eventMessages.mapLink }),
  ),
  event_type: z.enum(eventTypes, { error: 'event_type must be ONLINE or OFFLINE' }),
  member_only: z.boolean(),
  is_paid: z.boolean(),
  is_active: z.boolean(),
  is_published: z.boolean(),
  is_unlimited_tickets: z.boolean(),
  sold_out: z.boolean(),
  total_tickets: z
    .int({ error: eventMessages.ticketsRequired })
    .check(z.gte(1, eventMessages.ticketsAtLeastOne), z.lte(mostTickets, eventMessages.ticketsTooMany)),
  total_tickets_sold: z
    .int({ error: eventMessages.wholeNumber })
    .check(z.gte(0, eventMessages.soldNegative), z.lte(mostTickets, eventMessages.ticketsTooMany)),
  zoom_hub_name: MeetingAccount,
  creator_id: reference(eventMessages.creatorRequired),
  prices: z.array(EventPriceForm).check(z.maxLength(currencyCodes.length), eachCurrencyOnce('prices')),
  referral_discount: z
    .array(ReferralDiscount)
    .check(z.maxLength(currencyCodes.length), eachCurrencyOnce('referral_discount')),
  discount: Discount,
} as const

export const EventPrice = z.object({
  currency_code: CurrencyCode,
  original_price: z.nullable(z.int()),
  current_price: z.int(),
  member_price: z.nullable(z.int()),
  guest_price: z.nullable(z.int()),
})
export type EventPrice = z.output<typeof EventPrice>

/** An event or a webinar: one entity, two lists (WEB-05). */
export const Event = z.object({
  _id: z.string(),
  id: z.string(),
  title: z.string(),
  description: z.string(),
  banner: z.nullable(z.string()),
  ticket_banner: z.nullable(z.string()),
  post_event_banner: z.nullable(z.string()),
  start_time: z.string(),
  end_time: z.string(),
  location: z.string(),
  city: z.string(),
  /** The GST code of the venue's State; null for a webinar or while nobody has entered it (OQ-250). */
  venue_state: z.nullable(VenuePlace),
  google_map_location: z.string(),
  member_only: z.boolean(),
  total_tickets: z.nullable(z.int()),
  total_tickets_sold: z.int(),
  is_unlimited_tickets: z.boolean(),
  sold_out: z.boolean(),
  is_paid: z.boolean(),
  is_active: z.boolean(),
  is_published: z.boolean(),
  event_type: z.enum(eventTypes),
  zoom_hub_name: z.nullable(z.string()),
  creator_id: z.nullable(Creator),
  prices: z.array(EventPrice),
  referral_discount: z.array(z.object({ currency_code: CurrencyCode, price: z.int() })),
  discount: z.object({ percentage: z.nullable(z.number()), coins: z.nullable(z.int()) }),
  /** How many people hold a seat; `total_tickets_sold` is the number that staff may correct (OQ-432). */
  registrations_count: z.int(),
  created_at: z.string(),
  version: z.int(),
})
export type Event = z.output<typeof Event>
