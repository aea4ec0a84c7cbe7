import type { Event } from '@greenroom/contract/event/event.schema'

/** A paid event in Bengaluru that begins on 12 Dec 2026 at 17:30 in India, for the tests of this feature. */
export const sampleEvent: Event = {
  _id: 'event-1',
  id: 'event-1',
  title: 'Money and chai',
  description: 'Three creators, open questions.',
  banner: '/files/banner.jpg',
  ticket_banner: null,
  post_event_banner: null,
  start_time: '2026-12-12T12:00:00.000Z',
  end_time: '2026-12-12T15:00:00.000Z',
  location: 'Bangalore International Centre, Domlur',
  city: 'Bengaluru',
  google_map_location: 'https://maps.app.goo.gl/x7Qm4R2bT9',
  member_only: false,
  total_tickets: 180,
  total_tickets_sold: 42,
  is_unlimited_tickets: false,
  sold_out: false,
  is_paid: true,
  is_active: true,
  is_published: true,
  event_type: 'OFFLINE',
  zoom_hub_name: null,
  creator_id: null,
  prices: [
    {
      currency_code: 'USD',
      original_price: null,
      current_price: 1500,
      member_price: null,
      guest_price: null,
    },
    {
      currency_code: 'INR',
      original_price: 149900,
      current_price: 99900,
      member_price: 79900,
      guest_price: null,
    },
  ],
  referral_discount: [{ currency_code: 'INR', price: 10000 }],
  discount: { percentage: 12.5, coins: null },
  registrations_count: 42,
  created_at: '2026-10-01T00:00:00.000Z',
  version: 3,
}

/** A published webinar at the same time. */
export const sampleWebinar: Event = {
  ...sampleEvent,
  _id: 'webinar-1',
  id: 'webinar-1',
  title: 'Budget night',
  event_type: 'ONLINE',
  location: '',
  city: '',
  google_map_location: '',
  zoom_hub_name: 'zoom_1',
  creator_id: {
    _id: 'creator-1',
    email: 'asha@example.com',
    first_name: 'Asha',
    last_name: 'Rao',
    phone: '+919845012763',
  },
}
