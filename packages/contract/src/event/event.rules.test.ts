import { describe, expect, it } from 'vitest'
import { type EventToCheck, eventAllows, eventErrors, eventGroup } from './event.rules.ts'

const start = '2026-12-05T12:30:00.000Z'
const at = (offset: number) => new Date(Date.parse(start) + offset)

describe('the group of an event', () => {
  it.each([
    ['EVT-07 an offline event before its start is active', 'OFFLINE', true, -1, 'active'],
    ['EVT-07 an offline event at its start is active', 'OFFLINE', true, 0, 'active'],
    ['EVT-07 an offline event after its start is past', 'OFFLINE', true, 1, 'past'],
    ['EVT-07 an unpublished offline event before its start is active', 'OFFLINE', false, -1, 'active'],
    ['EVT-07 an unpublished offline event after its start is past', 'OFFLINE', false, 1, 'past'],
    ['WEB-02 a published webinar before its start is active', 'ONLINE', true, -1, 'active'],
    ['WEB-02 a published webinar at its start is active', 'ONLINE', true, 0, 'active'],
    ['WEB-02 a published webinar after its start is past', 'ONLINE', true, 1, 'past'],
    ['WEB-02 an unpublished webinar before its start is a draft', 'ONLINE', false, -1, 'draft'],
    ['WEB-02 an unpublished webinar at its start is a draft', 'ONLINE', false, 0, 'draft'],
    ['WEB-02 an unpublished webinar after its start is past', 'ONLINE', false, 1, 'past'],
  ] as const)('%s', (_title, event_type, is_published, offset, group) => {
    expect(eventGroup({ event_type, is_published, start_time: start }, at(offset))).toBe(group)
  })

  it('OQ-059 all but past ones are edited, and only unpublished ones are published', () => {
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

describe('the rules between fields', () => {
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
      'EVT-24 an offline event needs a location',
      { ...offline, location: ' ' },
      [['location', 'Location is required']],
    ],
    [
      'EVT-26 tickets are needed unless unlimited',
      { ...offline, total_tickets: null },
      [['total_tickets', 'Total tickets are required']],
    ],
    [
      'EVT-26 unlimited tickets need no total',
      { ...offline, is_unlimited_tickets: true, total_tickets: null },
      [],
    ],
    ['EVT-27 all tickets may be sold', { ...offline, total_tickets_sold: 10 }, []],
    [
      'EVT-27 no more than all tickets may be sold',
      { ...offline, total_tickets_sold: 11 },
      [['total_tickets_sold', 'Cannot exceed total tickets']],
    ],
    [
      'EVT-27 of unlimited tickets any number may be sold',
      { ...offline, is_unlimited_tickets: true, total_tickets_sold: 11 },
      [],
    ],
    [
      'OQ-061 a paid event needs a rupee price',
      { ...offline, is_paid: true, prices: [usd] },
      [['prices', 'Price is required']],
    ],
    ['OQ-061 a rupee price alone is enough', { ...offline, is_paid: true, prices: [inr] }, []],
    [
      'WEB-03 a new webinar needs a meeting account and a creator',
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

  it('WEB-03 only a new webinar is asked for its account and creator', () => {
    expect(eventErrors({ ...online, zoom_hub_name: null, creator_id: null }, 'edit')).toEqual([])
  })

  it('EVT-27 a total that falls below what is sold is named first', () => {
    expect(
      eventErrors({ ...offline, total_tickets_sold: 11 }, 'edit', { total_tickets_sold: false }),
    ).toEqual([
      { path: 'total_tickets', message: 'Cannot be less than the tickets already sold' },
      { path: 'total_tickets_sold', message: 'Cannot exceed total tickets' },
    ])
  })
})
