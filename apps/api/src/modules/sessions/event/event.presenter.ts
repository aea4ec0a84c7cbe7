import type { Event } from '@greenroom/contract/sessions/event/event.schema'
import { fileUrl } from '../../../platform/files/files.ts'
import { presentCreator } from '../creator/creator.presenter.ts'
import type { EventRow } from './event.repository.ts'

/** Presents an event or a webinar for a response. */
export function presentEvent(row: EventRow): Event {
  const picture = (key: string | null) => (key === null ? null : fileUrl(key))
  return {
    _id: row.id,
    id: row.id,
    title: row.title,
    description: row.description,
    banner: picture(row.banner_key),
    ticket_banner: picture(row.ticket_banner_key),
    post_event_banner: picture(row.post_event_banner_key),
    start_time: row.start_time.toISOString(),
    end_time: row.end_time.toISOString(),
    location: row.location,
    city: row.city,
    venue_state: row.venue_state,
    google_map_location: row.google_map_location,
    member_only: row.member_only,
    total_tickets: row.total_tickets,
    total_tickets_sold: row.total_tickets_sold,
    is_unlimited_tickets: row.is_unlimited_tickets,
    sold_out: row.sold_out,
    is_paid: row.is_paid,
    is_active: row.is_active,
    is_published: row.is_published,
    event_type: row.event_type,
    zoom_hub_name: row.zoom_hub_name,
    creator_id: creatorOf(row),
    prices: row.prices,
    referral_discount: row.referral_discount,
    discount: {
      percentage: row.discount_percentage === null ? null : Number(row.discount_percentage),
      coins: row.discount_coins,
    },
    registrations_count: row.registrations_count,
    created_at: row.created_at.toISOString(),
    version: row.version,
  }
}

function creatorOf(row: EventRow): Event['creator_id'] {
  const { creator_id, creator_email, creator_first_name, creator_last_name, creator_phone } = row
  if (creator_id === null || creator_email === null) return null
  return presentCreator({
    id: creator_id,
    email: creator_email,
    first_name: creator_first_name ?? '',
    last_name: creator_last_name ?? '',
    phone: creator_phone ?? '',
  })
}
