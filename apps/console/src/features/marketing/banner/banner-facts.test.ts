import { describe, expect, it } from 'vitest'
import { bannerTiming, redirectFields } from './banner-facts.ts'

const dates = { start_time: '2026-11-21T10:00:00.000Z', end_time: '2026-11-22T10:00:00.000Z' }
const at = (iso: string) => bannerTiming(dates, Date.parse(iso))

describe('the facts of a banner card', () => {
  it('say that a banner is scheduled before its start and ended from its end on (OQ-078)', () => {
    expect(at('2026-11-21T09:59:59.999Z')).toBe('scheduled')
    expect(at('2026-11-21T10:00:00.000Z')).toBe('running')
    expect(at('2026-11-22T09:59:59.999Z')).toBe('running')
    expect(at('2026-11-22T10:00:00.000Z')).toBe('ended')
  })

  it('list the entity ID before the custom fields (BAN-02)', () => {
    const props = { source: 'home', entity_id: 'e1' }
    expect(redirectFields({ type: 'internal', page: 'events', props })).toEqual([
      { name: 'Entity ID', value: 'e1' },
      { name: 'source', value: 'home' },
    ])
    expect(redirectFields({ type: 'external', redirect_link: 'https://a.example' })).toEqual([])
  })
})
