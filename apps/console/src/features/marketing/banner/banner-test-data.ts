import type { Banner } from '@greenroom/contract/marketing/banner/banner.schema'

/** A banner that leads to an event. */
export const sampleBanner: Banner = {
  _id: 'banner-1',
  url: '/files/a.jpg',
  files: [
    { url: '/files/a.jpg', type: 'image' },
    { url: '/files/b.webm', type: 'video' },
  ],
  priority: 3,
  order: 3,
  is_active: true,
  start_time: '2026-11-21T10:00:00.000Z',
  end_time: '2026-11-28T10:00:00.000Z',
  redirect: { type: 'internal', page: 'events', props: { source: 'home', entity_id: 'e1' } },
  event_title: null,
  created_at: '2026-11-20T00:00:00.000Z',
  version: 4,
}
