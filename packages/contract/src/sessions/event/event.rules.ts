import type { FieldError } from '../../error.ts'
import { isBlank } from '../../field.ts'
import { type EventType, eventMessages } from './event.schema.ts'

export const eventGroups = ['active', 'draft', 'past'] as const
export type EventGroup = (typeof eventGroups)[number]

interface Grouped {
  event_type: EventType
  start_time: string | Date
  is_published: boolean
}

/**
 * Returns the group of an event at an instant. Once started it is past. Before that, a webinar is active if
 * published, else a draft (WEB-02); an offline event is always active (EVT-07, OQ-057).
 */
export function eventGroup(event: Grouped, now: Date): EventGroup {
  if (new Date(event.start_time).getTime() < now.getTime()) return 'past'
  return event.event_type === 'OFFLINE' || event.is_published ? 'active' : 'draft'
}

/** What staff may do with an event (EVT-08, EVT-09, OQ-059). */
export const eventAllows = {
  edit: (group: EventGroup) => group !== 'past',
  publish: (event: { is_published: boolean }) => !event.is_published,
} as const

/** The members that the rules between fields use; missing numbers are null. */
interface EventToCheck {
  event_type: EventType
  location: string
  is_unlimited_tickets: boolean
  total_tickets: number | null
  total_tickets_sold: number
  is_paid: boolean
  prices: readonly { currency_code: string }[]
  zoom_hub_name: string | null
  creator_id: string | null
}

/**
 * Returns the errors for more tickets sold than there are.
 * @param edited whether the number of sold tickets was entered. If not, the total is at fault and is named first.
 */
export function ticketErrors(edited: { total_tickets_sold: boolean }): FieldError[] {
  const sold = { path: 'total_tickets_sold', message: eventMessages.soldAboveTotal }
  if (edited.total_tickets_sold) return [sold]
  return [{ path: 'total_tickets', message: eventMessages.totalBelowSold }, sold]
}

/**
 * Checks the rules between fields: a place for offline events (EVT-24), tickets unless unlimited and never more sold
 * than there are (EVT-26, EVT-27), a rupee price if paid (OQ-061), account and creator for a new online event
 * (WEB-03, WEB-04).
 * @param edited as for `ticketErrors`
 */
export function eventErrors(
  event: EventToCheck,
  mode: 'create' | 'edit',
  edited: { total_tickets_sold: boolean } = { total_tickets_sold: true },
): FieldError[] {
  const errors: FieldError[] = []
  const refuse = (path: string, message: string) => errors.push({ path, message })
  if (event.event_type === 'OFFLINE' && isBlank(event.location))
    refuse('location', eventMessages.locationRequired)
  if (!event.is_unlimited_tickets) {
    if (event.total_tickets === null) refuse('total_tickets', eventMessages.ticketsRequired)
    else if (event.total_tickets_sold > event.total_tickets) errors.push(...ticketErrors(edited))
  }
  if (event.is_paid && !event.prices.some((price) => price.currency_code === 'INR')) {
    refuse('prices', eventMessages.priceRequired)
  }
  if (event.event_type === 'ONLINE' && mode === 'create') {
    if (event.zoom_hub_name === null) refuse('zoom_hub_name', eventMessages.meetingAccountRequired)
    if (event.creator_id === null) refuse('creator_id', eventMessages.creatorRequired)
  }
  return errors
}
