import type { Event } from '@greenroom/contract/sessions/event/event.schema'

type Tickets = Pick<
  Event,
  'registrations_count' | 'is_unlimited_tickets' | 'total_tickets' | 'total_tickets_sold'
>

/** Returns the number of registrations, with the total of limited tickets (EVT-21): "42 of 180 registrations". */
export function registrationText({ registrations_count: count, ...event }: Tickets): string {
  const most = limitOf(event)
  if (most !== null) return `${grouped(count)} of ${grouped(most)} registrations`
  return count === 1 ? '1 registration' : `${grouped(count)} registrations`
}

/**
 * Returns the number of sold tickets that staff entered, if it says something else than the registrations (OQ-432):
 * "50 sold".
 */
export function soldText({
  registrations_count: count,
  total_tickets_sold: sold,
}: Pick<Event, 'registrations_count' | 'total_tickets_sold'>): string | undefined {
  return sold === 0 || sold === count ? undefined : `${grouped(sold)} sold`
}

/**
 * Returns the seats of a card: the registrations, and the tickets that staff entered as sold if those are more
 * (OQ-660): "8 of 60 registrations, 60 sold".
 * @returns share is that of limited tickets, by the larger number
 */
export function takenSeats(event: Tickets): { text: string; share: number | undefined } {
  const { registrations_count: count, total_tickets_sold: sold } = event
  const most = limitOf(event)
  const registrations = registrationText(event)
  return {
    text: sold > count ? `${registrations}, ${soldText(event)}` : registrations,
    share: most === null ? undefined : Math.max(count, sold) / most,
  }
}

function limitOf({
  is_unlimited_tickets,
  total_tickets,
}: Omit<Tickets, 'registrations_count'>): number | null {
  return is_unlimited_tickets ? null : total_tickets
}

function grouped(count: number): string {
  return count.toLocaleString('en-IN')
}
