import { describe, expect, it } from 'vitest'
import { sessionLink, waitingRows } from './overview-links.ts'

const nothing = {}

describe('what waits', () => {
  it('has only what waits, each with the filter of its list (OQ-448)', () => {
    const rows = waitingRows(
      {
        leads_past_call: 3,
        leads_without_advisor: 0,
        coupons_ending: 1,
        drafts_beginning: { masterclass: 2, webinar: 0, event: 1 },
      },
      { leads_past_call: '2026-11-20T10:00:00Z' },
    )
    expect(rows).toEqual([
      {
        name: 'leads_past_call',
        count: 3,
        oldest: '2026-11-20T10:00:00Z',
        link: { to: '/advisory/leads', search: { waits: 'past-call' } },
      },
      {
        name: 'masterclass',
        count: 2,
        oldest: undefined,
        link: { to: '/masterclass', search: { tab: 'draft', begins: 'day' } },
      },
      { name: 'event', count: 1, oldest: undefined, link: { to: '/events', search: { begins: 'day' } } },
      {
        name: 'coupons_ending',
        count: 1,
        oldest: undefined,
        link: { to: '/coupons', search: { ends: 'week' } },
      },
    ])
    expect(waitingRows(nothing, nothing)).toEqual([])
  })
})

describe('the link of a session', () => {
  const [past, later] = ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z']
  it.each([
    ['masterclass', later, true, { to: '/masterclass', search: { tab: undefined, open: 'a' } }],
    ['masterclass', later, false, { to: '/masterclass', search: { tab: 'draft', open: 'a' } }],
    ['webinar', past, true, { to: '/webinar', search: { tab: 'past', open: 'a' } }],
    // Events have no tab of drafts.
    ['event', later, false, { to: '/events', search: { tab: undefined, open: 'a' } }],
  ] as const)(
    'of a %s that starts %s, published %s, opens its tab (OQ-445)',
    (kind, start_time, is_published, link) => {
      expect(sessionLink({ _id: 'a', kind, start_time, is_published })).toEqual(link)
    },
  )
})
