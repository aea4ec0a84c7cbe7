import type { ListedMasterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'

/** A published masterclass that begins on 21 Nov 2026 at 19:00 in India, for the tests of this feature. */
export const sampleMasterclass: ListedMasterclass = {
  _id: 'masterclass-1',
  title: 'Mutual funds from zero',
  description: '',
  banner: '/files/banner.jpg',
  start_time: '2026-11-21T13:30:00.000Z',
  end_time: '2026-11-21T15:00:00.000Z',
  creator_id: {
    _id: 'creator-1',
    email: 'asha@example.com',
    first_name: 'Asha',
    last_name: 'Rao',
    phone: '+919845012763',
  },
  zoom_hub_name: 'zoom_1',
  attendance_type: 'virtual',
  venue_state: null,
  is_active: true,
  is_attach_to_superclass: false,
  prices: [
    { currency_code: 'USD', original_price: 2900, current_price: 1500 },
    { currency_code: 'INR', original_price: 199900, current_price: 99900 },
  ],
  links: [{ name: 'Telegram', url: 'https://t.me/greenroom', is_active: true }],
  start_time_format_string: '21 Nov 2026 | 07:00 PM',
  registrations_count: 118,
  created_at: '2026-10-01T00:00:00.000Z',
  version: 1,
  coupons_count: 0,
  sales: [],
}
