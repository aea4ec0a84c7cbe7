import type { Event } from '@greenroom/contract/sessions/event/event.schema'
import { describe, expect, it } from 'vitest'
import { rowsOfTab } from './event-pages.ts'
import { sampleEvent, sampleWebinar } from './event-test-data.ts'

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

  it('are Active before their start, the next one first, and Past after it, the latest first (EVT-07)', () => {
    expect(ids(rowsOfTab(pages, 'active', now, false))).toEqual(['now', 'soon', 'far'])
    expect(ids(rowsOfTab(pages, 'past', now, false))).toEqual(['yesterday', 'long ago'])
    expect(ids(rowsOfTab(pages, 'active', now + 1, false))).toEqual(['soon', 'far'])
    expect(ids(rowsOfTab(pages, 'past', now + 1, false))).toEqual(['now', 'yesterday', 'long ago'])
  })

  it('include unpublished and hidden events in Active before their start (EVT-07, OQ-057)', () => {
    const hidden = [
      page(row('hidden', 5, { is_active: false }), row('unpublished', 4, { is_published: false })),
    ]
    expect(ids(rowsOfTab(hidden, 'active', now, false))).toEqual(['unpublished', 'hidden'])
  })

  it('include webinars before their start in Active if published, else in Draft (WEB-02)', () => {
    const online = { event_type: sampleWebinar.event_type }
    const webinars = [
      page(row('draft', 9, { ...online, is_published: false }), row('active', 8, online)),
      page(row('past', -1, { ...online, is_published: false })),
    ]
    for (const group of ['active', 'draft', 'past'] as const) {
      expect(ids(rowsOfTab(webinars, group, now, false))).toEqual([group])
    }
  })

  it('are complete in Active once a past event is loaded, however many the server still has (EVT-32)', () => {
    expect(rowsOfTab(pages, 'active', now, true).hasMore).toBe(false)
    expect(rowsOfTab(pages, 'past', now, true).hasMore).toBe(true)
    const first = pages.slice(0, 1)
    expect(rowsOfTab(first, 'active', now, true)).toMatchObject({ hasMore: true })
    // The nearest ones are not loaded yet, so the server's order is kept.
    expect(ids(rowsOfTab(first, 'active', now, true))).toEqual(['far', 'soon', 'now'])
    expect(rowsOfTab(first, 'active', now, false).hasMore).toBe(false)
  })

  it('contain a row that a shifted page repeats only once, as in the later page', () => {
    const shifted = [
      page(row('a', 3), row('b', 2, { title: 'Before' })),
      page(row('b', 2, { title: 'After' })),
    ]
    const { rows } = rowsOfTab(shifted, 'active', now, false)
    expect(rows.map(({ title }) => title)).toEqual(['After', sampleEvent.title])
  })
})
