import { permissionsOf } from '@greenroom/contract/access/role'
import type { EventGroup } from '@greenroom/contract/sessions/event/event.rules'
import type { Event } from '@greenroom/contract/sessions/event/event.schema'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  type Register,
  RouterProvider,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { storePermissions } from '../../../lib/stored-permissions.ts'
import { EventCard } from './event-card.tsx'
import { sampleEvent, sampleWebinar } from './event-test-data.ts'

async function cardMarkup(group: EventGroup, event: Event = sampleEvent) {
  const nothing = () => {}
  const root = createRootRoute({
    component: () => (
      <EventCard
        event={event}
        group={group}
        onOpen={nothing}
        onPublish={nothing}
        onDuplicate={nothing}
        onCopyToDates={nothing}
        onIntent={nothing}
      />
    ),
  })
  const router = createRouter({
    routeTree: root,
    history: createMemoryHistory({ initialEntries: ['/'] }),
    isServer: true,
  })
  await router.load()
  // The registered router type is the console's own; a card needs none of its routes.
  return renderToStaticMarkup(<RouterProvider router={router as unknown as Register['router']} />)
}

describe('a card', () => {
  beforeEach(() => {
    // The API's URL comes from the page, which this test does not have.
    vi.stubGlobal('window', { GREENROOM: { apiUrl: '' } })
    storePermissions([...permissionsOf('content')])
  })

  it('shows banner, title, start time, price and registrations (EVT-15, EVT-16, EVT-21)', async () => {
    const card = await cardMarkup('active')
    expect(card).toContain('>Money and chai</button></h2>')
    expect(card).toContain('src="/files/banner.jpg"')
    expect(card).toMatch(/<time[^>]*>12 Dec 2026 \| 05:30 PM<\/time>/)
    expect(card).toContain('>₹999.00 · $15.00<')
    expect(card).toContain('42 of 180 registrations')
  })

  it('shows the place of an event with a bar of its seats, and the host and account of a webinar (OQ-191)', async () => {
    const event = await cardMarkup('active')
    expect(event).toContain('>Bengaluru, Bangalore International Centre, Domlur</li>')
    expect(event).toMatch(/style="width:23\.3+\d*%"/)
    const webinar = await cardMarkup('active', { ...sampleWebinar, is_unlimited_tickets: true })
    expect(webinar).toMatch(/>Asha Rao<\/li><li[^>]*>zoom_1<\/li>/)
    expect(webinar).not.toContain('style="width')
  })

  it('shows Free for a free event (EVT-16)', async () => {
    expect(await cardMarkup('active', { ...sampleEvent, is_paid: false, prices: [] })).toContain('>Free<')
  })

  it('links to the form of its kind in Active and Draft, but not in Past (EVT-08, EVT-17)', async () => {
    expect(await cardMarkup('active')).toContain('href="/event/edit/event-1"')
    expect(await cardMarkup('active', sampleWebinar)).toContain('href="/webinar/edit/webinar-1"')
    expect(await cardMarkup('draft', sampleWebinar)).toContain('href="/webinar/edit/webinar-1"')
    for (const event of [sampleEvent, sampleWebinar]) {
      const card = await cardMarkup('past', event)
      expect(card).not.toContain('Edit')
      expect(card).toContain('data-past="true"')
    }
  })

  it('has Publish while it is not published and has not begun, and always Duplicate, before it is past in a menu (EVT-09, OQ-188, OQ-189, OQ-644)', async () => {
    const has = async (group: EventGroup, is_published: boolean) => {
      const card = await cardMarkup(group, { ...sampleEvent, is_published })
      expect(card).toContain(group === 'past' ? '>Duplicate</button>' : 'aria-label="More actions"')
      return card.includes('>Publish</button>')
    }
    expect(await has('active', false)).toBe(true)
    expect(await has('active', true)).toBe(false)
    expect(await has('past', false)).toBe(false)
  })

  it('has no actions for a role that may only read (OQ-365)', async () => {
    storePermissions([...permissionsOf('viewer')])
    try {
      for (const group of ['active', 'draft', 'past'] as const) {
        expect(await cardMarkup(group)).not.toMatch(
          />(Edit|Publish|Duplicate|Deactivate|\+ Add coupon)<|More actions/,
        )
      }
    } finally {
      storePermissions([...permissionsOf('content')])
    }
  })
})
