import { describe, expect, it } from 'vitest'
import { type KnownSession, noticedChanges } from './noticed-changes.rules.ts'

const session: KnownSession = {
  title: 'Save tax',
  start_time: '2026-12-05T13:30:00.000Z',
  end_time: '2026-12-05T15:00:00.000Z',
  location: 'Hyatt Regency',
  city: 'Pune',
  google_map_location: '',
  zoom_hub_name: 'zoom_1',
  creator_id: 'a',
  is_active: true,
  prices: [
    { currency_code: 'INR', current_price: 100 },
    { currency_code: 'USD', current_price: 5 },
  ],
  links: [{ name: 'Telegram', url: 'https://t.me/x' }],
}

describe('what registered people notice of an edit', () => {
  it('is nothing if nothing that they know changes, however it is written (OQ-514)', () => {
    expect(noticedChanges(session, session)).toEqual([])
    expect(
      noticedChanges(session, {
        ...session,
        start_time: '2026-12-05T19:00:00+05:30',
        city: 'Pune ',
        prices: session.prices.toReversed(),
      }),
    ).toEqual([])
  })

  it.each([
    ['the start', { start_time: '2026-12-06T13:30:00Z' }, 'time'],
    ['the end', { end_time: '2026-12-05T15:30:00Z' }, 'time'],
    ['the account', { zoom_hub_name: 'zoom_4' }, 'account'],
    ['the location', { location: 'Taj' }, 'venue'],
    ['the map', { google_map_location: 'https://maps.example' }, 'venue'],
    ['the title', { title: 'Save more tax' }, 'title'],
    ['the creator', { creator_id: 'b' }, 'creator'],
    ['a price', { prices: [{ currency_code: 'INR', current_price: 200 }] }, 'price'],
    ['a link', { links: [] }, 'links'],
    ['hiding it', { is_active: false }, 'hidden'],
  ] as const)('includes %s (OQ-514)', (_title, changes, kind) => {
    expect(noticedChanges(session, { ...session, ...changes })).toEqual([kind])
  })

  it('names the time first (OQ-514)', () => {
    const after = { ...session, title: 'Another', start_time: null, location: 'Taj' }
    expect(noticedChanges(session, after)).toEqual(['time', 'venue', 'title'])
  })
})
