import { describe, expect, it } from 'vitest'
import { eventAllows, eventErrors, eventGroup } from './event.rules.ts'

const start = '2026-12-05T12:30:00.000Z'
const at = (offset: number) => new Date(Date.parse(start) + offset)

describe('event group', () => {
  it.each([
    ['an offline event before its start is active (EVT-07)', 'OFFLINE', true, -1, 'active'],
    ['an offline event at its start is active (EVT-07)', 'OFFLINE', true, 0, 'active'],
    ['an offline event after its start is past (EVT-07)', 'OFFLINE', true, 1, 'past'],
    ['an unpublished offline event before its start is active (EVT-07)', 'OFFLINE', false, -1, 'active'],
    ['an unpublished offline event after its start is past (EVT-07)', 'OFFLINE', false, 1, 'past'],
    ['a published webinar before its start is active (WEB-02)', 'ONLINE', true, -1, 'active'],
    ['a published webinar at its start is active (WEB-02)', 'ONLINE', true, 0, 'active'],
    ['a published webinar after its start is past (WEB-02)', 'ONLINE', true, 1, 'past'],
    ['an unpublished webinar before its start is a draft (WEB-02)', 'ONLINE', false, -1, 'draft'],
    ['an unpublished webinar at its start is a draft (WEB-02)', 'ONLINE', false, 0, 'draft'],
    ['an unpublished webinar after its start is past (WEB-02)', 'ONLINE', false, 1, 'past'],
  ] as const)('%s', (_title, event_type, is_published, offset, group) => {
    expect(eventGroup({ event_type, is_published, start_time: start }, at(offset))).toBe(group)
  })

  it('allows editing unless past, and publishing unless published (OQ-059)', () => {
    expect([eventAllows.edit('active'), eventAllows.edit('draft'), eventAllows.edit('past')]).toEqual([
      true,
      true,
      false,
    ])
    expect([
      eventAllows.publish({ is_published: false }),
      eventAllows.publish({ is_published: true }),
    ]).toEqual([true, false])
  })
})

describe('rules between fields', () => {
  type EventToCheck = Parameters<typeof eventErrors>[0]
  const offline: EventToCheck = {
    event_type: 'OFFLINE',
    location: 'Viman Nagar',
    is_unlimited_tickets: false,
    total_tickets: 10,
    total_tickets_sold: 0,
    is_paid: false,
    prices: [],
    zoom_hub_name: null,
    creator_id: null,
  }
  const online: EventToCheck = {
    ...offline,
    event_type: 'ONLINE',
    location: '',
    zoom_hub_name: 'zoom_1',
    creator_id: 'someone',
  }
  const inr = { currency_code: 'INR' }
  const usd = { currency_code: 'USD' }

  const cases: [string, EventToCheck, [path: string, message: string][]][] = [
    ['a complete offline event is taken', offline, []],
    ['a complete webinar is taken', online, []],
    [
      'an offline event needs a location (EVT-24)',
      { ...offline, location: ' ' },
      [['location', 'Location is required']],
    ],
    [
      'tickets are needed unless unlimited (EVT-26)',
      { ...offline, total_tickets: null },
      [['total_tickets', 'Total tickets are required']],
    ],
    [
      'unlimited tickets need no total (EVT-26)',
      { ...offline, is_unlimited_tickets: true, total_tickets: null },
      [],
    ],
    ['all tickets may be sold (EVT-27)', { ...offline, total_tickets_sold: 10 }, []],
    [
      'no more than all tickets may be sold (EVT-27)',
      { ...offline, total_tickets_sold: 11 },
      [['total_tickets_sold', 'Cannot exceed total tickets']],
    ],
    [
      'of unlimited tickets any number may be sold (EVT-27)',
      { ...offline, is_unlimited_tickets: true, total_tickets_sold: 11 },
      [],
    ],
    [
      'a paid event needs a rupee price (OQ-061)',
      { ...offline, is_paid: true, prices: [usd] },
      [['prices', 'Price is required']],
    ],
    ['a rupee price alone is enough (OQ-061)', { ...offline, is_paid: true, prices: [inr] }, []],
    [
      'a new webinar needs a meeting account and a creator (WEB-03)',
      { ...online, zoom_hub_name: null, creator_id: null },
      [
        ['zoom_hub_name', 'Zoom account is required'],
        ['creator_id', 'Creator is required'],
      ],
    ],
  ]
  it.each(cases)('%s', (_title, event, errors) => {
    expect(eventErrors(event, 'create')).toEqual(errors.map(([path, message]) => ({ path, message })))
  })

  it('requires account and creator for new webinars only (WEB-03)', () => {
    expect(eventErrors({ ...online, zoom_hub_name: null, creator_id: null }, 'edit')).toEqual([])
  })

  it('puts the total first when it falls below the tickets sold (EVT-27)', () => {
    expect(
      eventErrors({ ...offline, total_tickets_sold: 11 }, 'edit', { total_tickets_sold: false }),
    ).toEqual([
      { path: 'total_tickets', message: 'Cannot be less than the tickets already sold' },
      { path: 'total_tickets_sold', message: 'Cannot exceed total tickets' },
    ])
  })
})
