import type { EventChanges, NewEvent } from '@greenroom/contract/event/event.endpoints'
import type { Event, EventPriceForm, EventType } from '@greenroom/contract/event/event.schema'
import { meetingAccounts } from '@greenroom/contract/meeting/meeting.schema'
import { type CurrencyCode, currencyCodes } from '@greenroom/contract/money'
import * as z from 'zod/mini'
import { type ImageChoice, imageMark } from '../../shared/image-field/image-choice.ts'

export const priceKinds = ['original', 'current', 'member', 'guest'] as const
export type PriceKind = (typeof priceKinds)[number]
type Ending = Lowercase<CurrencyCode>
export type PriceField = `${PriceKind}_price_${Ending}`
export type ReferralField = `referral_${Ending}`

export const pictureFields = ['banner', 'ticket_banner', 'post_event_banner'] as const
export type PictureField = (typeof pictureFields)[number]
/** What becomes of each picture. */
export type Pictures = Record<PictureField, ImageChoice>

const amount = z.nullable(z.number())

/**
 * What the form holds; null is a choice or an amount that has yet to be made. Numbers that people type stay text, so
 * that what was typed is never changed under their hands. Also the shape of a kept draft.
 */
export const EventFormValues = z.object({
  title: z.string(),
  description: z.string(),
  start_time: z.nullable(z.string()),
  end_time: z.nullable(z.string()),
  location: z.string(),
  city: z.string(),
  google_map_location: z.string(),
  creator: z.nullable(
    z.object({ _id: z.string(), first_name: z.string(), last_name: z.string(), email: z.string() }),
  ),
  zoom_hub_name: z.nullable(z.enum(meetingAccounts)),
  is_unlimited_tickets: z.boolean(),
  total_tickets: z.string(),
  total_tickets_sold: z.string(),
  sold_out: z.boolean(),
  member_only: z.boolean(),
  is_paid: z.boolean(),
  original_price_inr: amount,
  current_price_inr: amount,
  member_price_inr: amount,
  guest_price_inr: amount,
  original_price_usd: amount,
  current_price_usd: amount,
  member_price_usd: amount,
  guest_price_usd: amount,
  discount_percentage: z.string(),
  discount_coins: z.string(),
  referral_inr: amount,
  referral_usd: amount,
  is_active: z.boolean(),
})
export type EventFormValues = z.output<typeof EventFormValues>

/**
 * What an edit compares and sends, one comparable value a field. Prices of a free event and the total of unlimited
 * tickets are null. A picture is the stored address, null once it is removed, or a mark of the file that was picked.
 */
export type EditedEvent = Omit<
  EventFormValues,
  'total_tickets' | 'total_tickets_sold' | 'discount_percentage' | 'discount_coins'
> & {
  total_tickets: number | null
  total_tickets_sold: number
  discount_percentage: number | null
  discount_coins: number | null
} & Record<PictureField, string | null>

/** Gives the name of the form field that holds a kind of price in a currency (EVT-04). */
export function priceField(kind: PriceKind, currency: CurrencyCode): PriceField {
  return `${kind}_price_${endingOf(currency)}`
}

/** Gives the name of the form field that holds the referral discount in a currency (EVT-05). */
export function referralField(currency: CurrencyCode): ReferralField {
  return `referral_${endingOf(currency)}`
}

/** All pictures as they are stored. */
export function keptPictures(): Pictures {
  return { banner: { kind: 'kept' }, ticket_banner: { kind: 'kept' }, post_event_banner: { kind: 'kept' } }
}

/** An empty form: limited tickets, free, and active, as every create is (EVT-11). */
export function emptyValues(): EventFormValues {
  return {
    title: '',
    description: '',
    start_time: null,
    end_time: null,
    location: '',
    city: '',
    google_map_location: '',
    creator: null,
    zoom_hub_name: null,
    is_unlimited_tickets: false,
    total_tickets: '',
    total_tickets_sold: '0',
    sold_out: false,
    member_only: false,
    is_paid: false,
    original_price_inr: null,
    current_price_inr: null,
    member_price_inr: null,
    guest_price_inr: null,
    original_price_usd: null,
    current_price_usd: null,
    member_price_usd: null,
    guest_price_usd: null,
    discount_percentage: '',
    discount_coins: '',
    referral_inr: null,
    referral_usd: null,
    is_active: true,
  }
}

/** Fills the form with a stored event or webinar (EVT-17). */
export function valuesOf(event: Event): EventFormValues {
  const values: EventFormValues = {
    ...emptyValues(),
    title: event.title,
    description: event.description,
    start_time: event.start_time,
    end_time: event.end_time,
    location: event.location,
    city: event.city,
    google_map_location: event.google_map_location,
    creator: event.creator_id && pickedOf(event.creator_id),
    zoom_hub_name: meetingAccounts.find((account) => account === event.zoom_hub_name) ?? null,
    is_unlimited_tickets: event.is_unlimited_tickets,
    total_tickets: textOf(event.total_tickets),
    total_tickets_sold: textOf(event.total_tickets_sold),
    sold_out: event.sold_out,
    member_only: event.member_only,
    is_paid: event.is_paid,
    discount_percentage: textOf(event.discount.percentage),
    discount_coins: textOf(event.discount.coins),
    is_active: event.is_active,
  }
  for (const price of event.prices) {
    for (const kind of priceKinds) {
      values[priceField(kind, price.currency_code)] = price[`${kind}_price`]
    }
  }
  for (const { currency_code, price } of event.referral_discount) values[referralField(currency_code)] = price
  return values
}

/** The part of a creator that the form keeps. */
export function pickedOf(creator: NonNullable<EventFormValues['creator']>): EventFormValues['creator'] {
  const { _id, first_name, last_name, email } = creator
  return { _id, first_name, last_name, email }
}

/**
 * Reads a number that was typed.
 * @returns null for an empty field, NaN for anything that is no number
 */
export function numberOf(text: string): number | null {
  const typed = text.trim()
  if (typed === '') return null
  return /^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : Number.NaN
}

/** The values of a valid form as a new event or webinar goes out (EVT-10, EVT-11, EVT-37). */
export function newEventOf(kind: EventType, values: EventFormValues): NewEvent {
  const all = editedOf(values, null, keptPictures())
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
    prices: pricesOf(all),
    referral_discount: referralOf(all),
    discount: { percentage: all.discount_percentage, coins: all.discount_coins },
    ...(kind === 'OFFLINE'
      ? {
          is_published: true,
          location: values.location,
          city: values.city,
          google_map_location: values.google_map_location,
        }
      : {
          zoom_hub_name: values.zoom_hub_name,
          creator_id: values.creator?._id ?? null,
        }),
  }
}

/** The values that an edit compares and sends. */
export function editedOf(
  values: EventFormValues,
  stored: Pick<Event, PictureField> | null,
  pictures: Pictures,
): EditedEvent {
  const mark = (field: PictureField) => imageMark(stored?.[field] ?? null, pictures[field])
  const edited: EditedEvent = {
    ...values,
    creator: values.creator && pickedOf(values.creator),
    total_tickets: values.is_unlimited_tickets ? null : numberOf(values.total_tickets),
    total_tickets_sold: numberOf(values.total_tickets_sold) ?? 0,
    discount_percentage: numberOf(values.discount_percentage),
    discount_coins: numberOf(values.discount_coins),
    banner: mark('banner'),
    ticket_banner: mark('ticket_banner'),
    post_event_banner: mark('post_event_banner'),
  }
  if (values.is_paid) return edited
  // What was typed stays in the form, for whoever switches back.
  for (const currency of currencyCodes) {
    for (const kind of priceKinds) edited[priceField(kind, currency)] = null
  }
  return edited
}

/** What is compared of a stored event. */
export function storedEditedOf(event: Event): EditedEvent {
  return editedOf(valuesOf(event), event, keptPictures())
}

/** The fields that go out as they are. */
const plainFields = [
  'title',
  'description',
  'location',
  'city',
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
 * The changed fields as an edit goes out. Prices, referral discounts and the discount each travel whole, so one changed
 * amount takes the others of its list along. A picked file travels beside these fields; a removed picture is an empty
 * text.
 * @param changes the fields that were changed
 * @param all the same fields with the unchanged ones
 */
export function changesOf(changes: Partial<EditedEvent>, all: EditedEvent): EventChanges {
  const names = Object.keys(changes)
  const body: EventChanges = {}
  for (const field of plainFields) {
    if (changes[field] !== undefined) Object.assign(body, { [field]: changes[field] })
  }
  if (changes.start_time) body.start_time = changes.start_time
  if (changes.end_time) body.end_time = changes.end_time
  if (changes.creator !== undefined) body.creator_id = changes.creator?._id ?? null
  // Unlimited tickets have no total to send; the stored one counts again when they are limited.
  if (typeof changes.total_tickets === 'number') body.total_tickets = changes.total_tickets
  if (names.includes('is_paid') || names.some((name) => name.includes('_price_'))) body.prices = pricesOf(all)
  if (names.some((name) => name.startsWith('referral_'))) body.referral_discount = referralOf(all)
  if (names.some((name) => name.startsWith('discount_'))) {
    body.discount = { percentage: all.discount_percentage, coins: all.discount_coins }
  }
  for (const field of pictureFields) if (changes[field] === null) body[field] = ''
  return body
}

/** The files that were picked, by the part of the form that carries them. */
export function filesOf(pictures: Pictures): Partial<Record<PictureField, File[]>> {
  const files: Partial<Record<PictureField, File[]>> = {}
  for (const field of pictureFields) {
    const choice = pictures[field]
    if (choice.kind === 'picked') files[field] = [choice.file]
  }
  return files
}

/**
 * Gives the field of the form that a refused path of the wire belongs to.
 * @param path for instance creator_id, prices.0.current_price, discount.coins, referral_discount.1.price
 * @param sent what was sent: lists hold only the currencies that were given
 */
export function formPathOf(path: string, sent: EditedEvent): string {
  const [field, place, member] = path.split('.')
  if (field === 'creator_id') return 'creator'
  if (field === 'discount') return place === undefined ? 'discount_percentage' : `discount_${place}`
  if (field === 'prices') {
    const currency = pricesOf(sent)[Number(place)]?.currency_code ?? 'INR'
    const kind = priceKinds.find((one) => member === `${one}_price`) ?? 'current'
    return priceField(kind, currency)
  }
  if (field === 'referral_discount') {
    return referralField(referralOf(sent)[Number(place)]?.currency_code ?? 'INR')
  }
  return path
}

type PriceForm = z.output<typeof EventPriceForm>

/** The prices that have a current one; none for a free event (OQ-061). */
export function pricesOf(values: Pick<EditedEvent, PriceField>): PriceForm[] {
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
