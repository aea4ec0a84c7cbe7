import type { Event } from '@greenroom/contract/event/event.schema'
import { describe, expect, it } from 'vitest'
import { rowsOfTab } from './event-pages.ts'
import { sampleEvent, sampleWebinar } from './event-sample.test-data.ts'

const now = Date.parse(sampleEvent.start_time)
const minute = 60_000
const row = (id: string, startsIn: number, fields: Partial<Event> = {}): Event => ({
  ...sampleEvent,
  ...fields,
  _id: id,
  start_time: new Date(now + startsIn * minute).toISOString(),
})
const page = (...rows: Event[]) => ({ rows, loadedAt: now })
const ids = (tab: { rows: readonly Event[] }) => tab.rows.map(({ _id }) => _id)

describe('the events of a tab', () => {
  const pages = [
    page(row('far', 20), row('soon', 1), row('now', 0)),
    page(row('yesterday', -1), row('long ago', -20)),
  ]

  it('EVT-07 events that have not started are Active, the next one first; others are Past, the latest first', () => {
    expect(ids(rowsOfTab(pages, 'active', now, false))).toEqual(['now', 'soon', 'far'])
    expect(ids(rowsOfTab(pages, 'past', now, false))).toEqual(['yesterday', 'long ago'])
    expect(ids(rowsOfTab(pages, 'active', now + 1, false))).toEqual(['soon', 'far'])
    expect(ids(rowsOfTab(pages, 'past', now + 1, false))).toEqual(['now', 'yesterday', 'long ago'])
  })

  it('EVT-07 OQ-057 an unpublished or hidden event that has not started stays in Active', () => {
    const hidden = [
      page(row('hidden', 5, { is_active: false }), row('unpublished', 4, { is_published: false })),
    ]
    expect(ids(rowsOfTab(hidden, 'active', now, false))).toEqual(['unpublished', 'hidden'])
  })

  it('WEB-02 a webinar that has not started is Active when it is published, else Draft', () => {
    const online = { event_type: sampleWebinar.event_type }
    const webinars = [
      page(row('draft', 9, { ...online, is_published: false }), row('active', 8, online)),
      page(row('past', -1, { ...online, is_published: false })),
    ]
    for (const group of ['active', 'draft', 'past'] as const) {
      expect(ids(rowsOfTab(webinars, group, now, false))).toEqual([group])
    }
  })

  it('EVT-32 Active has no more once a past event is loaded, however many the server still has', () => {
    expect(rowsOfTab(pages, 'active', now, true).hasMore).toBe(false)
    expect(rowsOfTab(pages, 'past', now, true).hasMore).toBe(true)
    const first = pages.slice(0, 1)
    expect(rowsOfTab(first, 'active', now, true)).toMatchObject({ hasMore: true })
    // The nearest ones are not loaded yet, so it keeps the server's order.
    expect(ids(rowsOfTab(first, 'active', now, true))).toEqual(['far', 'soon', 'now'])
    expect(rowsOfTab(first, 'active', now, false).hasMore).toBe(false)
  })

  it('a row that a shifted page repeats is shown once, as the later page has it', () => {
    const shifted = [
      page(row('a', 3), row('b', 2, { title: 'Before' })),
      page(row('b', 2, { title: 'After' })),
    ]
    const { rows } = rowsOfTab(shifted, 'active', now, false)
    expect(rows.map(({ title }) => title)).toEqual(['After', sampleEvent.title])
  })
})
