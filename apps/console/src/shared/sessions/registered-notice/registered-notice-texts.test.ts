import type { KnownSession } from '@greenroom/contract/sessions/registration/noticed-changes.rules'
import { describe, expect, it } from 'vitest'
import { registeredNotice } from './registered-notice-texts.ts'
import { keptSeats } from './registered-people.ts'

const before: KnownSession = {
  title: 'Save tax',
  start_time: '2026-12-05T13:30:00.000Z',
  end_time: '2026-12-05T15:00:00.000Z',
  location: '',
  city: '',
  google_map_location: '',
  zoom_hub_name: 'zoom_1',
  creator_id: 'a',
  is_active: true,
  prices: [],
  links: [],
}
const edit = (after: Partial<KnownSession>, more: object = {}) =>
  registeredNotice({
    before,
    after: { ...before, ...after },
    registrations: 42,
    webhooks: false,
    isPublished: true,
    ...more,
  })

describe('the notice of an edit', () => {
  it('is absent without registrations, and if nobody notices the edit (OQ-514)', () => {
    expect(edit({ title: 'Other' }, { registrations: 0 })).toBeNull()
    expect(edit({})).toBeNull()
  })

  it('says who was told what, what changes, and that no message is sent (OQ-514)', () => {
    const notice = edit({ start_time: '2026-12-06T13:30:00.000Z', title: 'Other' })
    expect(notice?.told).toMatch(/^42 people are registered\. They were told: [56] Dec 2026, /)
    expect(notice?.changes).toHaveLength(2)
    expect(notice?.changes[0]).toMatch(
      /^The time changes to [67] Dec 2026, .* to .*\. The meeting moves with it, and its link stays\.$/,
    )
    expect(notice?.changes[1]).toBe('The title changes to “Other”.')
    expect(notice?.next).toBe('Greenroom sends them no message: tell them yourself.')
  })

  it('names the new link of another account, and webhooks where they are in use (OQ-514)', () => {
    const notice = edit({ zoom_hub_name: 'zoom_4' }, { webhooks: true, isPublished: false, registrations: 1 })
    expect(notice?.told).toMatch(/^1 person is registered\./)
    expect(notice?.changes).toEqual([
      'The meeting moves from zoom_1 to zoom_4, so publishing gives it another link.',
    ])
    expect(notice?.next).toContain('by webhook')
  })
})

describe('the question before a session disappears', () => {
  it('says how many people are registered, if any (OQ-514)', () => {
    expect(keptSeats(0)).toBe('')
    expect(keptSeats(118_000)).toBe(
      ' 1,18,000 people are registered: they keep their seats and get no message.',
    )
  })
})
