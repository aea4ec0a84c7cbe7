import { VenuePlace } from '@greenroom/contract/gst-state'
import { type CurrencyCode, currencyCodes } from '@greenroom/contract/money'
import type { EventChanges, NewEvent } from '@greenroom/contract/sessions/event/event.endpoints'
import type { Event, EventPriceForm, EventType } from '@greenroom/contract/sessions/event/event.schema'
import { meetingAccounts } from '@greenroom/contract/sessions/meeting/meeting.schema'
import type { UseFormReturnType } from '@mantine/form'
import * as z from 'zod/mini'
import { emptyPrices, PriceValues } from '../../../shared/record/record-form/price-values.ts'
import { PickedCreator } from '../../../shared/sessions/creator-picker/picked-creator.ts'

export const priceKinds = ['original', 'current', 'member', 'guest'] as const
export type PriceKind = (typeof priceKinds)[number]
type Ending = Lowercase<CurrencyCode>
type PriceField = `${PriceKind}_price_${Ending}`
type ReferralField = `referral_${Ending}`

export const eventPictures = ['banner', 'ticket_banner', 'post_event_banner'] as const
export type EventPicture = (typeof eventPictures)[number]

const amount = z.nullable(z.number())
/** The stored URL, the marker of a picked file, or null. */
const picture = z.nullable(z.string())

/** The form values. A choice or an amount is null while it is empty; numbers are text, as typed. */
export const EventFormValues = z.object({
  title: z.string(),
  description: z.string(),
  start_time: z.nullable(z.string()),
  end_time: z.nullable(z.string()),
  location: z.string(),
  city: z.string(),
  venue_state: z.nullable(VenuePlace),
  google_map_location: z.string(),
  creator: z.nullable(PickedCreator),
  zoom_hub_name: z.nullable(z.enum(meetingAccounts)),
  is_unlimited_tickets: z.boolean(),
  total_tickets: z.string(),
  total_tickets_sold: z.string(),
  sold_out: z.boolean(),
  member_only: z.boolean(),
  is_paid: z.boolean(),
  ...PriceValues.shape,
  member_price_inr: amount,
  guest_price_inr: amount,
  member_price_usd: amount,
  guest_price_usd: amount,
  discount_percentage: z.string(),
  discount_coins: z.string(),
  referral_inr: amount,
  referral_usd: amount,
  banner: picture,
  ticket_banner: picture,
  post_event_banner: picture,
  is_active: z.boolean(),
})
export type EventFormValues = z.output<typeof EventFormValues>

/** Props of every section of the form. */
export interface EventFormProp {
  form: UseFormReturnType<EventFormValues>
}

/** The fields that an edit compares and sends. Prices of a free event and the total of unlimited tickets are null. */
export type EditedEvent = Omit<
  EventFormValues,
  'total_tickets' | 'total_tickets_sold' | 'discount_percentage' | 'discount_coins'
> & {
  total_tickets: number | null
  total_tickets_sold: number
  discount_percentage: number | null
  discount_coins: number | null
}

/** @returns the form field of one kind of price in a currency (EVT-04) */
export function priceField(kind: PriceKind, currency: CurrencyCode): PriceField {
  return `${kind}_price_${endingOf(currency)}`
}

/** @returns the form field of the referral discount in a currency (EVT-05) */
export function referralField(currency: CurrencyCode): ReferralField {
  return `referral_${endingOf(currency)}`
}

/** Returns the values of a new event: limited tickets, free, and active (EVT-11). */
export const emptyEvent: EventFormValues = {
  title: '',
  description: '',
  start_time: null,
  end_time: null,
  location: '',
  city: '',
  venue_state: null,
  google_map_location: '',
  creator: null,
  zoom_hub_name: null,
  is_unlimited_tickets: false,
  total_tickets: '',
  total_tickets_sold: '0',
  sold_out: false,
  member_only: false,
  is_paid: false,
  ...emptyPrices,
  member_price_inr: null,
  guest_price_inr: null,
  member_price_usd: null,
  guest_price_usd: null,
  discount_percentage: '',
  discount_coins: '',
  referral_inr: null,
  referral_usd: null,
  banner: null,
  ticket_banner: null,
  post_event_banner: null,
  is_active: true,
}

/** @returns the values of a stored event or webinar (EVT-17) */
export function eventValuesOf(event: Event): EventFormValues {
  const values = z.parse(EventFormValues, {
    ...emptyEvent,
    ...event,
    creator: event.creator_id,
    zoom_hub_name: meetingAccounts.find((account) => account === event.zoom_hub_name) ?? null,
    total_tickets: textOf(event.total_tickets),
    total_tickets_sold: textOf(event.total_tickets_sold),
    discount_percentage: textOf(event.discount.percentage),
    discount_coins: textOf(event.discount.coins),
  })
  for (const price of event.prices) {
    for (const kind of priceKinds) {
      values[priceField(kind, price.currency_code)] = price[`${kind}_price`]
    }
  }
  for (const { currency_code, price } of event.referral_discount) values[referralField(currency_code)] = price
  return values
}

/** @returns the number that was typed; null for an empty field, NaN for anything else */
export function typedNumber(text: string): number | null {
  const typed = text.trim()
  if (typed === '') return null
  return /^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : Number.NaN
}

/** @returns the body of a new event or webinar (EVT-10, EVT-11, EVT-37) */
export function newEventOf(kind: EventType, values: EventFormValues): NewEvent {
  const all = editedEventOf(values)
  return {
    event_type: kind,
    title: values.title,
    description: values.description,
    start_time: values.start_time ?? '',
    end_time: values.end_time ?? '',
    is_active: true,
    is_unlimited_tickets: values.is_unlimited_tickets,
    ...(all.total_tickets === null ? {} : { total_tickets: all.total_tickets }),
    sold_out: values.sold_out,
    member_only: values.member_only,
    is_paid: values.is_paid,
    prices: eventPricesOf(all),
    referral_discount: referralOf(all),
    discount: { percentage: all.discount_percentage, coins: all.discount_coins },
    ...(kind === 'OFFLINE'
      ? {
          is_published: true,
          location: values.location,
          city: values.city,
          venue_state: values.venue_state,
          google_map_location: values.google_map_location,
        }
      : {
          zoom_hub_name: values.zoom_hub_name,
          creator_id: values.creator?._id ?? null,
        }),
  }
}

/** @returns the values that an edit compares and sends */
export function editedEventOf(values: EventFormValues): EditedEvent {
  const edited: EditedEvent = {
    ...values,
    total_tickets: values.is_unlimited_tickets ? null : typedNumber(values.total_tickets),
    total_tickets_sold: typedNumber(values.total_tickets_sold) ?? 0,
    discount_percentage: typedNumber(values.discount_percentage),
    discount_coins: typedNumber(values.discount_coins),
  }
  if (values.is_paid) return edited
  // The form keeps what was typed, in case the event is switched back to paid.
  for (const currency of currencyCodes) {
    for (const kind of priceKinds) edited[priceField(kind, currency)] = null
  }
  return edited
}

/** Fields that are sent unchanged. */
const plainFields = [
  'title',
  'description',
  'location',
  'city',
  'venue_state',
  'google_map_location',
  'zoom_hub_name',
  'is_unlimited_tickets',
  'total_tickets_sold',
  'sold_out',
  'member_only',
  'is_paid',
  'is_active',
] as const satisfies readonly (keyof EditedEvent & keyof EventChanges)[]

/**
 * Returns the body of an edit. Prices, referral discounts and the discount are each sent as a whole, so one changed
 * amount sends its whole list. Picked files are sent beside the body; a removed picture is an empty string.
 * @param all all fields with the changes applied
 */
export function eventChangesOf(changes: Partial<EditedEvent>, all: EditedEvent): EventChanges {
  const names = Object.keys(changes)
  const body: EventChanges = {}
  for (const field of plainFields) {
    if (changes[field] !== undefined) Object.assign(body, { [field]: changes[field] })
  }
  if (changes.start_time) body.start_time = changes.start_time
  if (changes.end_time) body.end_time = changes.end_time
  if (changes.creator !== undefined) body.creator_id = changes.creator?._id ?? null
  // Unlimited tickets have no total to send. The stored total applies again once they are limited.
  if (typeof changes.total_tickets === 'number') body.total_tickets = changes.total_tickets
  if (names.includes('is_paid') || names.some((name) => name.includes('_price_'))) {
    body.prices = eventPricesOf(all)
  }
  if (names.some((name) => name.startsWith('referral_'))) body.referral_discount = referralOf(all)
  if (names.some((name) => name.startsWith('discount_'))) {
    body.discount = { percentage: all.discount_percentage, coins: all.discount_coins }
  }
  for (const field of eventPictures) if (changes[field] === null) body[field] = ''
  return body
}

/**
 * @param path a path of the server's errors, such as creator_id, prices.0.current_price or discount.coins
 * @param sent the request body, whose lists contain only the currencies that have an amount
 * @returns the form field of the path
 */
export function eventFieldOf(path: string, sent: EditedEvent): string {
  const [field, place, member] = path.split('.')
  if (field === 'creator_id') return 'creator'
  if (field === 'discount') return place === undefined ? 'discount_percentage' : `discount_${place}`
  if (field === 'prices') {
    const currency = eventPricesOf(sent)[Number(place)]?.currency_code ?? 'INR'
    const kind = priceKinds.find((one) => member === `${one}_price`) ?? 'current'
    return priceField(kind, currency)
  }
  if (field === 'referral_discount') {
    return referralField(referralOf(sent)[Number(place)]?.currency_code ?? 'INR')
  }
  return path
}

type PriceForm = z.output<typeof EventPriceForm>

/** @returns the prices of each currency that has a current one; none for a free event (OQ-061) */
export function eventPricesOf(values: Pick<EditedEvent, PriceField>): PriceForm[] {
  return currencyCodes.flatMap((currency_code) => {
    const of = (kind: PriceKind) => values[priceField(kind, currency_code)]
    const current_price = of('current')
    if (current_price === null) return []
    return [
      {
        currency_code,
        original_price: of('original'),
        current_price,
        member_price: of('member'),
        guest_price: of('guest'),
      },
    ]
  })
}

function referralOf(
  values: Pick<EditedEvent, ReferralField>,
): NonNullable<EventChanges['referral_discount']> {
  return currencyCodes.flatMap((currency_code) => {
    const price = values[referralField(currency_code)]
    return price === null ? [] : [{ currency_code, price }]
  })
}

function endingOf(currency: CurrencyCode): Ending {
  return currency === 'INR' ? 'inr' : 'usd'
}

function textOf(number: number | null): string {
  return number === null ? '' : String(number)
}
