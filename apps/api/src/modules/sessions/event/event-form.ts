import type { FieldError } from '@greenroom/contract/error'
import type { EventChanges, NewEvent } from '@greenroom/contract/sessions/event/event.endpoints'
import { type EventPrice, eventMessages } from '@greenroom/contract/sessions/event/event.schema'
import { AppError } from '../../../platform/app-error.ts'
import { keyOfUrl } from '../../../platform/files/files.ts'
import type { SpooledFile } from '../../../platform/files/spool.ts'
import type { EventRow, EventValues } from './event.repository.ts'

/** The uploaded images of a form by field. */
export type EventPictures = Partial<Record<PictureField, SpooledFile[]>>

export type PictureField = 'banner' | 'ticket_banner' | 'post_event_banner'
export const pictureFields = ['banner', 'ticket_banner', 'post_event_banner'] as const

/** The default values of a new event: active, and published if it is offline (EVT-10, EVT-11). */
export function newEvent(form: NewEvent): EventValues {
  return {
    event_type: form.event_type,
    title: form.title,
    description: '',
    banner_key: null,
    ticket_banner_key: null,
    post_event_banner_key: null,
    start_time: new Date(form.start_time),
    end_time: new Date(form.end_time),
    location: '',
    city: '',
    venue_state: null,
    google_map_location: '',
    member_only: false,
    is_unlimited_tickets: false,
    total_tickets: null,
    total_tickets_sold: 0,
    sold_out: false,
    is_paid: false,
    is_active: true,
    is_published: form.event_type === 'OFFLINE',
    zoom_hub_name: null,
    creator_id: null,
    prices: [],
    referral_discount: [],
    discount_percentage: null,
    discount_coins: null,
  }
}

/** Applies a form to the stored columns. The type and the images stay, as does what the form omits. */
export function changed(stored: EventValues, form: EventChanges): EventValues {
  const or = <T>(given: T | undefined, kept: T) => (given === undefined ? kept : given)
  return {
    event_type: stored.event_type,
    title: or(form.title, stored.title),
    description: or(form.description, stored.description),
    banner_key: stored.banner_key,
    ticket_banner_key: stored.ticket_banner_key,
    post_event_banner_key: stored.post_event_banner_key,
    start_time: form.start_time === undefined ? stored.start_time : new Date(form.start_time),
    end_time: form.end_time === undefined ? stored.end_time : new Date(form.end_time),
    location: or(form.location, stored.location),
    city: or(form.city, stored.city),
    // Only an offline event has a venue.
    venue_state: stored.event_type === 'OFFLINE' ? or(form.venue_state, stored.venue_state) : null,
    google_map_location: or(form.google_map_location, stored.google_map_location),
    member_only: or(form.member_only, stored.member_only),
    is_unlimited_tickets: or(form.is_unlimited_tickets, stored.is_unlimited_tickets),
    total_tickets: or(form.total_tickets, stored.total_tickets),
    total_tickets_sold: or(form.total_tickets_sold, stored.total_tickets_sold),
    sold_out: or(form.sold_out, stored.sold_out),
    is_paid: or(form.is_paid, stored.is_paid),
    is_active: or(form.is_active, stored.is_active),
    is_published: or(form.is_published, stored.is_published),
    zoom_hub_name: or(form.zoom_hub_name, stored.zoom_hub_name),
    creator_id: or(form.creator_id, stored.creator_id),
    prices: form.prices ? form.prices.map(storedPrice) : stored.prices,
    referral_discount: form.referral_discount ?? stored.referral_discount,
    discount_percentage: form.discount ? (form.discount.percentage ?? null) : stored.discount_percentage,
    discount_coins: form.discount ? (form.discount.coins ?? null) : stored.discount_coins,
  }
}

/** Omitted kinds of price are stored as null (EVT-04). */
function storedPrice(price: NonNullable<EventChanges['prices']>[number]): EventPrice {
  return {
    currency_code: price.currency_code,
    original_price: price.original_price ?? null,
    current_price: price.current_price,
    member_price: price.member_price ?? null,
    guest_price: price.guest_price ?? null,
  }
}

/** A webinar cannot lose its account or its creator (WEB-03, WEB-04). */
export function takenFromWebinar(row: EventRow, values: EventValues): FieldError[] {
  if (row.event_type !== 'ONLINE') return []
  const errors: FieldError[] = []
  if (row.zoom_hub_name !== null && values.zoom_hub_name === null)
    errors.push({ path: 'zoom_hub_name', message: eventMessages.meetingAccountRequired })
  if (row.creator_id !== null && values.creator_id === null)
    errors.push({ path: 'creator_id', message: eventMessages.creatorRequired })
  return errors
}

/** An image is kept by its own URL; any other text is an error. */
export function unknownPictures(
  form: EventChanges,
  pictures: EventPictures,
  stored: Pick<EventValues, `${PictureField}_key`>,
  publicUrl: string,
): FieldError[] {
  return pictureFields.flatMap((field) => {
    const text = form[field]
    const key = stored[`${field}_key`]
    if (pictures[field]?.[0] || !text || (key !== null && keyOfUrl(text.trim(), publicUrl) === key)) return []
    return [{ path: field, message: 'This file is not known. Upload it again.' }]
  })
}

/** Refuses what an edit cannot do: change the type, publish a webinar without a meeting, move a published one. */
export function refuseWrongState(form: EventChanges, row: EventRow, values: EventValues): void {
  const refuseAt = (path: string, message: string) => {
    throw new AppError('WRONG_STATE', message, { errors: [{ path, message }] })
  }
  const isWebinar = row.event_type === 'ONLINE'
  if (form.event_type !== undefined && form.event_type !== row.event_type) {
    refuseAt('event_type', isWebinar ? "A webinar can't become an event" : "An event can't become a webinar")
  }
  if (!isWebinar || !values.is_published) return
  if (!row.is_published) refuseAt('is_published', 'Publish the webinar to make its meeting')
  if (values.zoom_hub_name !== row.zoom_hub_name) {
    refuseAt('zoom_hub_name', "A published webinar can't move to another Zoom account")
  }
}
