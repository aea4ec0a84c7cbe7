import type { EventGroup } from '@greenroom/contract/sessions/event/event.rules'
import type { Event } from '@greenroom/contract/sessions/event/event.schema'
import { isSoldOut } from '@greenroom/contract/sessions/event/event-seats.rules'
import { formatCurrentPrices } from '../../../lib/money.ts'
import { personName } from '../../../lib/person-name.ts'
import type { GlyphShape, GlyphTone } from '../../../ui/status-glyph.tsx'
import { eventCardMessages } from './event-messages.ts'

/**
 * Returns the prices for a card: the current rupee price, then the dollar price (EVT-16, OQ-061).
 * @returns an empty list for a free event
 */
export function currentPrices(event: Pick<Event, 'is_paid' | 'prices'>): string[] {
  return event.is_paid ? formatCurrentPrices(event.prices) : []
}

/** Returns where an event takes place, or who hosts a webinar on which account. */
export function placeOf({ event_type, city, location, creator_id, zoom_hub_name }: Event): string[] {
  const facts =
    event_type === 'ONLINE'
      ? [creator_id && personName(creator_id), zoom_hub_name]
      : // The location may repeat the city: "Hyatt Regency, Viman Nagar, Pune".
        [location.includes(city) ? '' : city, location]
  return facts.filter((fact) => !!fact) as string[]
}

export interface EventBadge {
  label: string
  shape?: GlyphShape
  tone?: GlyphTone
}

/** Returns the badges of an event: what its tab does not already say (OQ-057). */
export function badgesOf(event: Event, group: EventGroup): EventBadge[] {
  const badges: EventBadge[] = []
  if (!event.is_published && group !== 'draft')
    badges.push({ label: eventCardMessages.unpublished, shape: 'dashed' })
  if (!event.is_active) badges.push({ label: eventCardMessages.hidden, shape: 'bar' })
  if (isSoldOut(event)) badges.push({ label: eventCardMessages.soldOut, shape: 'ring' })
  if (event.member_only) badges.push({ label: eventCardMessages.membersOnly })
  return badges
}
