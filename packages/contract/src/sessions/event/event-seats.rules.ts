/** The members of an event that say how many can still register. */
export interface Seats {
  sold_out: boolean
  is_unlimited_tickets: boolean
  total_tickets: number | null
  total_tickets_sold: number
  registrations_count: number
}

/**
 * Returns whether all tickets are taken: as many people hold a seat, or staff entered that as many are sold (OQ-432).
 */
export function isFull(event: Omit<Seats, 'sold_out'>): boolean {
  if (event.is_unlimited_tickets || event.total_tickets === null) return false
  return Math.max(event.registrations_count, event.total_tickets_sold) >= event.total_tickets
}

/** Returns whether nobody can register any more: staff marked the event as sold out, or all tickets are taken. */
export function isSoldOut(event: Seats): boolean {
  return event.sold_out || isFull(event)
}
