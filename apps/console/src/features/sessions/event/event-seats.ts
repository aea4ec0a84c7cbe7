import type { Event } from '@greenroom/contract/sessions/event/event.schema'

type Tickets = Pick<Event, 'registrations_count' | 'is_unlimited_tickets' | 'total_tickets'>

/** Returns the number of registrations, with the total of limited tickets (EVT-21): "42 of 180 registrations". */
export function registrationText({
  registrations_count: count,
  is_unlimited_tickets,
  total_tickets,
}: Tickets): string {
  const most = is_unlimited_tickets ? null : total_tickets
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

/** Returns the share of limited tickets that is taken, from 0 to 1; undefined for unlimited ones. */
export function soldShare({
  registrations_count: count,
  is_unlimited_tickets,
  total_tickets,
}: Tickets): number | undefined {
  return is_unlimited_tickets || total_tickets === null ? undefined : count / total_tickets
}

function grouped(count: number): string {
  return count.toLocaleString('en-IN')
}
